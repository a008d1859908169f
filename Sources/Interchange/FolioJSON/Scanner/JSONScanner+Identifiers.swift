import LedgerModel

extension JSONScanner {
  /// Past a string that is a UUID in small letters; nil, and nothing moves, for all others.
  @inline(__always)
  mutating func uuid(_ bytes: Span<UInt8>) -> Identifier? {
    let start = index
    let punctuation =
      (bytes[start] ^ 0x22) | (bytes[start &+ 37] ^ 0x22) | (bytes[start &+ 9] ^ 0x2D)
      | (bytes[start &+ 14] ^ 0x2D) | (bytes[start &+ 19] ^ 0x2D) | (bytes[start &+ 24] ^ 0x2D)
    guard punctuation == 0 else { return nil }
    var wrong: UInt64 = 0
    let first = Self.eightHexDigits(bytes.word(at: start &+ 1), &wrong)
    let second = Self.eightHexDigits(
      bytes.halfWord(at: start &+ 10) | bytes.halfWord(at: start &+ 15) &<< 32, &wrong)
    let third = Self.eightHexDigits(
      bytes.halfWord(at: start &+ 20) | bytes.halfWord(at: start &+ 25) &<< 32, &wrong)
    let fourth = Self.eightHexDigits(bytes.word(at: start &+ 29), &wrong)
    // The packed form has room for UUIDs of the RFC 4122 variant only.
    guard wrong == 0, third &>> 30 == 0b10 else { return nil }
    index = start &+ 38
    return Identifier(high: first &<< 32 | second, low: third &<< 32 | fourth)
  }

  /// The value of eight hexadecimal digits in small letters, first digit in the lowest byte; sets
  /// bits of `wrong` for any other byte.
  @inline(__always)
  static func eightHexDigits(_ word: UInt64, _ wrong: inout UInt64) -> UInt64 {
    let tops = everyByte(0x80)
    let low = word & ~tops
    let fromZero = low &+ everyByte(0x80 - 0x30)
    let aboveNine = low &+ everyByte(0x80 - 0x3A)
    let fromA = low &+ everyByte(0x80 - 0x61)
    let aboveF = low &+ everyByte(0x80 - 0x67)
    wrong |= (word | ~fromZero | aboveNine & ~fromA | aboveF) & tops
    var digits = word & everyByte(0x0F) &+ (aboveNine & tops) &>> 7 &* 9
    digits = (digits &<< 4 | digits &>> 8) & 0x00FF_00FF_00FF_00FF
    digits = (digits | digits &>> 8) & 0x0000_FFFF_0000_FFFF
    return UInt64(UInt32(truncatingIfNeeded: digits | digits &>> 16).byteSwapped)
  }

  /// Past a string of 1 to 16 printable ASCII characters; nil, and nothing moves, for all others.
  @inline(__always)
  mutating func shortText(_ bytes: Span<UInt8>) -> Identifier? {
    let start = index
    guard let range = plainString(bytes), range.count > 0, range.count <= 16 else {
      index = start
      return nil
    }
    let word = PackedWord(bytes, at: range.lowerBound, count: range.count)
    // A DEL is ASCII, but not printable; one more makes its top bit.
    let tops = (word.first &+ everyByte(1)) | (word.second &+ everyByte(1))
    guard tops & everyByte(0x80) == 0 else {
      index = start
      return nil
    }
    return Identifier(high: word.first.byteSwapped, low: word.second.byteSwapped)
  }
}
