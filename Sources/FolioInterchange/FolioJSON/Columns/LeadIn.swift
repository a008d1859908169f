/// What stood between two values of a row the last time: a comma, blanks, a key, its colon, blanks.
///
/// Problem: nearly every row of a file is laid out as the one before it, and to take a comma, a key
/// and a colon one by one takes longer than to read the value. Decision: all that stood there is
/// compared at once with what stood there in another row, where it was read by the grammar. Equal
/// bytes at an equal place mean the same, however the file is laid out.
struct LeadIn {
  /// How many bytes it has at most: enough for all keys of a leg, and for an indent.
  static let reach = 32

  private var text: SIMD4<UInt64>
  /// Ones over the bytes of `text`.
  private var mask: SIMD4<UInt64>
  private(set) var length: Int
  /// Where in it the key's first quote stands.
  private(set) var keyOffset: UInt32
  /// The number of the column that the key is of.
  private(set) var column: UInt32

  /// Stands nowhere: no UTF-8 has such bytes.
  static let none = LeadIn()

  private init() {
    text = SIMD4(repeating: .max)
    mask = SIMD4(repeating: .max)
    (length, keyOffset, column) = (0, 0, 0)
  }

  /// The bytes from `start` to `end`; nil where they are too many.
  init?(_ bytes: Span<UInt8>, from start: Int, key: Int, to end: Int, column: Int) {
    guard end &- start <= Self.reach, bytes.holds(Self.reach, at: start) else { return nil }
    length = end &- start
    keyOffset = UInt32(truncatingIfNeeded: key &- start)
    self.column = UInt32(truncatingIfNeeded: column)
    let (low, high) = (PackedWord(maskOf: length), length &- PackedWord.capacity)
    mask = SIMD4(low.first, low.second, low.third, PackedWord(maskOf: high).first)
    text = unsafe Self.load(bytes, at: start) & mask
  }

  /// Whether it stands at an offset; the caller has seen that `reach` bytes are there.
  @unsafe @inline(__always)
  func stands(in bytes: Span<UInt8>, at offset: Int) -> Bool {
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
