// Most texts need no escapes and no quotation marks. To see that costs more than to print them,
// unless eight bytes are looked at together.

extension Span where Element == UInt8 {
  /// Whether a test holds for one of the words of eight bytes that cover the text. They may
  /// overlap; a shorter text is filled up with letters.
  @inline(__always)
  func containsWord(where test: (UInt64) -> Bool) -> Bool {
    if count < 8 {
      var word: UInt64 = 0x6161_6161_6161_6161
      for index in indices { word = word << 8 | UInt64(self[index]) }
      return test(word)
    }
    return unsafe withUnsafeBytes { bytes in
      let last = bytes.count - 8
      for place in stride(from: 0, to: last, by: 8)
      where test(unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) {
        return true
      }
      return test(unsafe bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self))
    }
  }
}

// Zero unless the word has the byte. Source: Sean Eron Anderson, "Bit Twiddling Hacks", "Determine
// if a word has a byte equal to n" and "less than n".
extension UInt64 {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Not zero if one of the eight bytes is `byte`.
  @inline(__always)
  func bytes(equalTo byte: UInt8) -> UInt64 {
    let difference = self ^ (Self.ones &* UInt64(byte))
    return (difference &- Self.ones) & ~difference & Self.highBits
  }

  /// Not zero if one of the eight bytes is less than `limit`, which is at most 128.
  @inline(__always)
  func bytes(below limit: UInt8) -> UInt64 {
    (self &- Self.ones &* UInt64(limit)) & ~self & Self.highBits
  }
}
