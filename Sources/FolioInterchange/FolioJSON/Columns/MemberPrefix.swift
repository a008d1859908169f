/// The bytes before a value in an earlier row: a comma, blanks, a key, its colon, blanks.
///
/// Problem: reading a comma, a key and a colon one by one takes longer than reading the value, and
/// nearly all rows of a file have the same layout. Decision: compare all of these bytes at once
/// with those of an earlier row that was read by the grammar. Equal bytes in the same place have
/// the same meaning.
struct MemberPrefix {
  /// The maximum length: enough for all keys of a leg, with an indent.
  static let reach = 32

  private let text: SIMD4<UInt64>
  /// Ones over the bytes of `text`.
  private let mask: SIMD4<UInt64>
  let length: Int
  /// The offset of the key's first quote.
  let keyOffset: UInt32
  /// The number of the key's column.
  let column: UInt32

  /// A prefix that matches nothing: no UTF-8 has such bytes.
  static let none = MemberPrefix()

  private init() {
    text = SIMD4(repeating: .max)
    mask = SIMD4(repeating: .max)
    (length, keyOffset, column) = (0, 0, 0)
  }

  /// The bytes from `start` to `end`; nil if there are too many.
  init?(_ bytes: Span<UInt8>, from start: Int, key: Int, to end: Int, column: Int) {
    guard end &- start <= Self.reach, bytes.holds(Self.reach, at: start) else { return nil }
    length = end &- start
    keyOffset = UInt32(truncatingIfNeeded: key &- start)
    self.column = UInt32(truncatingIfNeeded: column)
    mask = SIMD4(
      PackedWord.mask(length), PackedWord.mask(length &- 8), PackedWord.mask(length &- 16),
      PackedWord.mask(length &- 24))
    text = unsafe Self.load(bytes, at: start) & mask
  }

  /// Whether the bytes at an offset are the same. The caller has checked that `reach` bytes are
  /// there.
  @unsafe @inline(__always)
  func matches(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    let difference = unsafe (Self.load(bytes, at: offset) ^ text) & mask
    return difference[0] | difference[1] | difference[2] | difference[3] == 0
  }

  @unsafe @inline(__always)
  private static func load(_ bytes: Span<UInt8>, at offset: Int) -> SIMD4<UInt64> {
    unsafe SIMD4(
      bytes.uncheckedWord(at: offset), bytes.uncheckedWord(at: offset &+ 8),
      bytes.uncheckedWord(at: offset &+ 16), bytes.uncheckedWord(at: offset &+ 24))
  }
}
