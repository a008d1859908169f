import FolioModel

/// The index of a position in a `PositionTable`.
struct PositionIndex: Hashable, Comparable, ExpressibleByIntegerLiteral {
  let rawValue: UInt32

  /// No position.
  static let none = PositionIndex(rawValue: missingIndex)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ index: Int) { rawValue = UInt32(truncatingIfNeeded: index) }

  init(integerLiteral value: UInt32) { rawValue = value }

  static func < (left: PositionIndex, right: PositionIndex) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The slot of a lot in a `LotArena`. Another lot may get it later; a lot's number is its own.
struct LotSlot: Hashable, ExpressibleByIntegerLiteral {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ index: Int) { rawValue = UInt32(truncatingIfNeeded: index) }

  init(integerLiteral value: UInt32) { rawValue = value }
}
