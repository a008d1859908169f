/// The position of a value: its file and its byte offset.
///
/// It takes eight bytes per record. The upper 16 bits are the index of the file among those read as
/// one ledger, the lower 48 bits the byte offset. Lines and columns are computed only when a
/// diagnostic is shown.
@frozen public struct SourcePosition: Sendable, Hashable {
  /// The file index and the byte offset in one word.
  public let rawValue: UInt64

  /// Creates a position from a file index (0...65,534) and a byte offset (below 2^48).
  @inlinable public init(file: Int, offset: Int) {
    rawValue =
      UInt64(truncatingIfNeeded: file) << 48 | UInt64(truncatingIfNeeded: offset) & 0xFFFF_FFFF_FFFF
  }

  @inlinable init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The position of records that come from no file, and of diagnostics about a whole ledger.
  public static let none = SourcePosition(rawValue: .max)

  /// The index of the file among those read as one ledger.
  @inlinable public var file: Int { Int(truncatingIfNeeded: rawValue >> 48) }

  /// The byte offset in the file, starting at 0.
  @inlinable public var offset: Int { Int(truncatingIfNeeded: rawValue & 0xFFFF_FFFF_FFFF) }

  /// Whether this is a position in a file.
  @inlinable public var isKnown: Bool { rawValue != .max }
}

extension SourcePosition: Comparable {
  /// Orders positions by file, then by offset. Unknown positions come last.
  @inlinable public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
