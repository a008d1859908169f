/// Scans the bytes of one window of a JSON document (RFC 8259).
///
/// Zeros follow the bytes of the document: 64 of them in a window that is filled repeatedly, and
/// those that `Span.byte(at:)` and similar functions return beyond the end of any array. So eight
/// bytes may be loaded without a check of how many are left: a zero is never part of valid JSON and
/// stops every loop. A fault at `end` or later is one only in the last window. In any other window
/// the scanner throws `needMore`, and the caller starts the record again with a longer window.
///
/// The bytes are an argument of each function because a `Span` cannot outlive its array.
struct JSONScanner {
  /// The number of zeros after the bytes of a window.
  static let padding = 64
  /// The maximum nesting depth of values; the document's own object is the first level.
  static let depthLimit = 128

  /// The offset of the next byte.
  var index = 0
  /// The number of bytes in the window.
  var end = 0
  /// Whether this is the last window.
  var isLast = false
  /// The keys of open objects, to find repeated ones.
  var keys = KeyTracker()
  /// `null` as four bytes, first byte lowest.
  static let nullWord: UInt64 = 0x6C6C_756E

  init() {}

  /// A scanner of a document in memory.
  init(_ bytes: Span<UInt8>, from start: Int = 0) {
    index = start
    end = bytes.count
    isLast = true
  }

  /// Whether the bytes of the window are read.
  var isAtEnd: Bool { index >= end }

  /// The stop for a fault at `offset` that was decided by the byte at `seen`.
  func stop(_ kind: SyntaxFault.Kind, at offset: Int, seen: Int) -> ScanStop {
    if seen < end { return .fault(SyntaxFault(kind: kind, offset: offset)) }
    return isLast ? .fault(SyntaxFault(kind: .endsTooEarly, offset: end)) : .needMore
  }

  /// The stop for a fault at a byte before the next one.
  func stop(_ kind: SyntaxFault.Kind, at offset: Int) -> ScanStop {
    .fault(SyntaxFault(kind: kind, offset: offset))
  }

  /// The stop for a fault at the next byte.
  func stop(_ kind: SyntaxFault.Kind) -> ScanStop { stop(kind, at: index, seen: index) }

  /// Past blanks.
  @inline(__always)
  mutating func blanks(_ bytes: Span<UInt8>) {
    if bytes.byte(at: index) == 0x20 { index &+= 1 }
    if bytes.byte(at: index) <= 0x20 { manyBlanks(bytes) }
  }

  @inline(never)
  private mutating func manyBlanks(_ bytes: Span<UInt8>) {
    while true {
      switch bytes.byte(at: index) {
      case 0x20: index &+= bytes.word(at: index) == everyByte(0x20) ? 8 : 1
      case 0x0A, 0x0D, 0x09: index &+= 1
      default: return
      }
    }
  }

  /// Past a byte, if it is the next one.
  @inline(__always)
  mutating func take(_ byte: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    guard bytes.byte(at: index) == UInt8(ascii: byte) else { return false }
    index &+= 1
    return true
  }

  /// After a member or element: past the comma and blanks (true), or past the closing bracket
  /// (false).
  @inline(__always)
  mutating func isFollowedByMore(
    closing: Unicode.Scalar, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Bool {
    // Mostly `, "` between members, `, {` between rows, or a bracket at once.
    let next = bytes.halfWord(at: index)
    if next & 0xFF_FFFF == (closing == "}" ? 0x22_202C : 0x7B_202C) {
      index &+= 2
      return true
    }
    if next & 0xFF == UInt64(closing.value) {
      index &+= 1
      return false
    }
    return try isFollowedByMoreAfterBlanks(closing: closing, bytes)
  }

  @inline(never)
  private mutating func isFollowedByMoreAfterBlanks(
    closing: Unicode.Scalar, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Bool {
    blanks(bytes)
    if take(",", bytes) {
      blanks(bytes)
      if bytes.byte(at: index) == UInt8(ascii: closing) { throw stop(.trailingComma) }
      return true
    }
    if take(closing, bytes) { return false }
    throw stop(closing == "}" ? .expectedCommaOrBrace : .expectedCommaOrBracket)
  }

  /// Past an opening bracket and blanks; false, and past the closing one, if it is empty.
  @inline(__always)
  mutating func opensNonEmpty(closing: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    index &+= 1
    blanks(bytes)
    return !take(closing, bytes)
  }

  /// Moves past the separator before the next element or member (true), or past the closing bracket
  /// (false).
  @inline(__always)
  mutating func hasNext(
    isFirst: Bool, closing: Unicode.Scalar, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Bool {
    guard isFirst else { return try isFollowedByMore(closing: closing, bytes) }
    blanks(bytes)
    return !take(closing, bytes)
  }

  /// Past the colon after a key, and the blanks around it.
  @inline(__always)
  mutating func colon(_ bytes: Span<UInt8>) throws(ScanStop) {
    blanks(bytes)
    guard take(":", bytes) else { throw stop(.expectedColon) }
    blanks(bytes)
  }

  /// Past `true`, `false` or `null`.
  mutating func literal(_ word: StaticString, _ bytes: Span<UInt8>) throws(ScanStop) {
    let start = index
    for (offset, scalar) in word.description.utf8.enumerated() {
      guard bytes.byte(at: start + offset) == scalar else {
        throw stop(.badLiteral, at: start, seen: start + offset)
      }
    }
    index = start + word.utf8CodeUnitCount
    if isWordByte(bytes.byte(at: index)) { throw stop(.badLiteral, at: start, seen: index) }
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F
  }

  /// Past `null`, if that is the next value.
  @inline(__always)
  mutating func takeNull(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.halfWord(at: index) == Self.nullWord else { return false }
    index &+= 4
    return true
  }
}
