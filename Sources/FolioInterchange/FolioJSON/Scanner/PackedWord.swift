/// Up to 24 bytes of text in three words, so that keys and the words of a vocabulary are compared
/// in a few instructions. The first byte is the lowest; zeros follow the last one.
struct PackedWord: Hashable {
  var first: UInt64
  var second: UInt64 = 0
  var third: UInt64 = 0
  /// The length of the whole text in bytes.
  var count: Int

  static let capacity = 24

  /// Packs the bytes of a range.
  @inline(__always)
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    count = range.count
    first = bytes.word(at: range.lowerBound) & Self.mask(count)
    second = bytes.word(at: range.lowerBound &+ 8) & Self.mask(count &- 8)
    third = bytes.word(at: range.lowerBound &+ 16) & Self.mask(count &- 16)
  }

  /// The first eight bytes of a text. The caller sets the rest.
  @inline(__always)
  init(_ first: UInt64) { (self.first, count) = (first, 8) }

  init(_ bytes: Span<UInt8>, _ string: ScannedString) {
    self =
      string.hasEscapes ? PackedWord(unescaped(bytes, string)) : PackedWord(bytes, string.range)
  }

  init(_ text: [UInt8]) { self = text.withSpan { PackedWord($0, 0..<$0.count) } }

  static let bucketCount = 256

  /// The index of a bucket in a hash table.
  @inline(__always)
  var bucket: Int {
    let mixed = first ^ second &* 3 ^ third &* 5
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> 56)
  }

  /// Ones over the lowest `count` bytes of a word; none for a count below zero.
  @inline(__always)
  static func mask(_ count: Int) -> UInt64 {
    ~(UInt64.max << UInt64(truncatingIfNeeded: max(0, count) &* 8))
  }
}
