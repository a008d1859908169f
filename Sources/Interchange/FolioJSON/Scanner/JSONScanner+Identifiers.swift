import LedgerModel

extension JSONScanner {
  /// Past a string that is a UUID in small letters; nil, and nothing moves, for all others.
  @inline(__always)
  mutating func uuid(_ bytes: Span<UInt8>) -> Identifier? {
    let start = index
    guard bytes.holds(38, at: start) else { return nil }
    // Eight digits a word: 8, 4 and 4, 4 and 4, 8. Each half that is loaded starts with a hyphen
    // or ends before one.
    let words = unsafe SIMD4<UInt64>(
      bytes.uncheckedWord(at: start &+ 1),
      bytes.uncheckedHalfWord(at: start &+ 10) | bytes.uncheckedHalfWord(at: start &+ 15) &<< 32,
      bytes.uncheckedHalfWord(at: start &+ 20) | bytes.uncheckedHalfWord(at: start &+ 25) &<< 32,
      bytes.uncheckedWord(at: start &+ 29))
    let punctuation =
      unsafe (bytes[unchecked: start] ^ 0x22) | (bytes[unchecked: start &+ 37] ^ 0x22)
      | (bytes[unchecked: start &+ 9] ^ 0x2D) | (bytes[unchecked: start &+ 14] ^ 0x2D)
      | (bytes[unchecked: start &+ 19] ^ 0x2D) | (bytes[unchecked: start &+ 24] ^ 0x2D)
    guard punctuation == 0, let digits = Self.hexDigits(words) else { return nil }
    // The packed form has room for UUIDs of the RFC 4122 variant only.
    guard digits[2] &>> 30 == 0b10 else { return nil }
    index = start &+ 38
    return Identifier(high: digits[0] &<< 32 | digits[1], low: digits[2] &<< 32 | digits[3])
  }

  /// The values of four times eight hexadecimal digits in small letters, first digit in the lowest
  /// byte; nil where any other byte is among them.
  @inline(__always)
  private static func hexDigits(_ words: SIMD4<UInt64>) -> SIMD4<UInt64>? {
    let tops = every(0x80)
    let low = words & every(0x7F)
    let aboveNine = low &+ every(0x80 - 0x3A)
    let isDigit = low &+ every(0x80 - 0x30)
    let isLetter = low &+ every(0x80 - 0x61)
    let isAboveF = low &+ every(0x80 - 0x67)
    let wrong = (words | ~isDigit | aboveNine & ~isLetter | isAboveF) & tops
    guard wrong[0] | wrong[1] | wrong[2] | wrong[3] == 0 else { return nil }
    // A letter is nine more than its low four bits.
    let letter = (aboveNine & tops) &>> 7
    var digits = (words & every(0x0F)) &+ letter &+ letter &<< 3
    digits = (digits &<< 4 | digits &>> 8) & SIMD4(repeating: 0x00FF_00FF_00FF_00FF)
    digits = (digits &<< 8 | digits &>> 16) & SIMD4(repeating: 0x0000_FFFF_0000_FFFF)
    return (digits &<< 16 | digits &>> 32) & SIMD4(repeating: 0xFFFF_FFFF)
  }

  @inline(__always)
  private static func every(_ byte: UInt64) -> SIMD4<UInt64> {
    SIMD4(repeating: everyByte(byte))
  }

  /// Past a string of 1 to 16 printable ASCII characters; nil, and nothing moves, for all others.
  @inline(__always)
  mutating func shortText(_ bytes: Span<UInt8>) -> Identifier? {
    let start = index
    guard let word = shortString(bytes) else { return nil }
    // A DEL is ASCII, but not printable; one more makes its top bit.
    let tops = (word.first &+ everyByte(1)) | (word.second &+ everyByte(1))
    guard tops & everyByte(0x80) == 0, word.first != 0, word.third == 0 else {
      index = start
      return nil
    }
    return Identifier(high: word.first.byteSwapped, low: word.second.byteSwapped)
  }
}
