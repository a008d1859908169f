/// Up to 24 bytes of text in three words, so that keys and the words of a vocabulary are compared
/// in a few instructions. First byte lowest, zeros after the last one.
struct PackedWord: Hashable {
  var first: UInt64
  var second: UInt64
  var third: UInt64

  static let capacity = 24

  @inline(__always)
  init(_ first: UInt64, _ second: UInt64 = 0, _ third: UInt64 = 0) {
    self.first = first
    self.second = second
    self.third = third
  }

  /// Packs the bytes `start ..< start + count`; `count` is at most 24.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at start: Int, count: Int) {
    first = bytes.word(at: start) & Self.mask(count)
    second = bytes.word(at: start &+ 8) & Self.mask(count &- 8)
    third = bytes.word(at: start &+ 16) & Self.mask(count &- 16)
  }

  /// Packs a text of at most 24 bytes; what is beyond is dropped.
  init(_ text: some Sequence<UInt8>) {
    (first, second, third) = (0, 0, 0)
    for (index, byte) in text.prefix(Self.capacity).enumerated() {
      let shifted = UInt64(byte) << UInt64(index & 7 * 8)
      switch index >> 3 {
      case 0: first |= shifted
      case 1: second |= shifted
      default: third |= shifted
      }
    }
  }

  /// Ones over the first `count` bytes of 24.
  init(maskOf count: Int) {
    first = Self.mask(count)
    second = Self.mask(count - 8)
    third = Self.mask(count - 16)
  }

  /// A number below 64 to find the text by in a table.
  @inline(__always)
  var bucket: Int {
    let mixed = first ^ second &* 3 ^ third &* 5
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }

  /// Ones over the lowest `count` bytes of a word; none for a count below zero.
  @inline(__always)
  static func mask(_ count: Int) -> UInt64 {
    ~(UInt64.max << UInt64(truncatingIfNeeded: max(0, count) &* 8))
  }
}
