/// Where a thing stood: the file it was read from and the byte at which it starts.
///
/// Eight bytes a record: the upper 16 bits are the index of the file among those read as one
/// ledger, the lower 48 the byte offset. Lines and columns are worked out only when a fault is
/// shown, from the bytes themselves.
@frozen public struct SourcePosition: Sendable, Hashable {
  /// File index and byte offset in one word.
  public let rawValue: UInt64

  /// A position from its file's index (0...65,534) and a byte offset (below 2^48).
  @inlinable public init(file: Int, offset: Int) {
    rawValue =
      UInt64(truncatingIfNeeded: file) << 48 | UInt64(truncatingIfNeeded: offset) & 0xFFFF_FFFF_FFFF
  }

  @inlinable init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The position of what came from no file: built by a program, or wrong as a whole.
  public static let none = SourcePosition(rawValue: .max)

  /// Index of the file among those read as one ledger.
  @inlinable public var file: Int { Int(truncatingIfNeeded: rawValue >> 48) }

  /// Byte offset in the file, from 0.
  @inlinable public var offset: Int { Int(truncatingIfNeeded: rawValue & 0xFFFF_FFFF_FFFF) }

  /// Whether this is a place in a file at all.
  @inlinable public var isKnown: Bool { rawValue != .max }
}

extension SourcePosition: Comparable {
  /// Files in the order they were given, then the order of bytes; what has no place comes last.
  @inlinable public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
