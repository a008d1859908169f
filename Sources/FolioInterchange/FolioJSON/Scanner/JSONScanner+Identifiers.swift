extension JSONScanner {
  /// The length of a UUID with its quotes.
  static var uuidLength: Int { 38 }

  /// A UUID in lower case and quotes; the caller has checked that they are there. It is not
  /// inlined: one copy that keeps everything in registers is faster.
  @unsafe @inline(never)
  static func uuid(_ bytes: Span<UInt8>, at start: Int) -> Identifier? {
    // Sixteen digits a half: 8, 4 and 4; 4, 4 and 8. Each half word that is loaded starts with a
    // hyphen or ends before one.
    let high = unsafe SIMD2<UInt64>(
      bytes.uncheckedWord(at: start &+ 1),
      bytes.uncheckedHalfWord(at: start &+ 10) | bytes.uncheckedHalfWord(at: start &+ 15) &<< 32)
    let low = unsafe SIMD2<UInt64>(
      bytes.uncheckedHalfWord(at: start &+ 20) | bytes.uncheckedHalfWord(at: start &+ 25) &<< 32,
      bytes.uncheckedWord(at: start &+ 29))
    let punctuation =
      unsafe (bytes[unchecked: start] ^ 0x22) | (bytes[unchecked: start &+ 37] ^ 0x22)
      | (bytes[unchecked: start &+ 9] ^ 0x2D) | (bytes[unchecked: start &+ 14] ^ 0x2D)
      | (bytes[unchecked: start &+ 19] ^ 0x2D) | (bytes[unchecked: start &+ 24] ^ 0x2D)
    let first = unsafe hexDigits(high)
    let second = unsafe hexDigits(low)
    let wrong = unsafe unsafeBitCast(first.wrong | second.wrong, to: SIMD2<UInt64>.self)
    guard punctuation == 0, (wrong[0] | wrong[1]) & everyByte(0x80) == 0,
      // The packed form has room for UUIDs of the RFC 4122 variant only.
      second.value &>> 62 == 0b10
    else { return nil }
    return Identifier(high: first.value, low: second.value)
  }

  /// The value of sixteen hexadecimal digits in small letters, and the top bit of each byte that is
  /// none. It has no comparisons because vector comparisons are compiled to loops.
  @unsafe @inline(__always)
  private static func hexDigits(_ words: SIMD2<UInt64>) -> (value: UInt64, wrong: SIMD16<UInt8>) {
    let text = unsafe unsafeBitCast(words, to: SIMD16<UInt8>.self)
    let digits = text &- SIMD16(repeating: 0x30)
    let letters = text &- SIMD16(repeating: 0x61)
    let noDigit = digits | (digits &+ SIMD16(repeating: 0x80 - 10))
    let noLetter = letters | (letters &+ SIMD16(repeating: 0x80 - 6))
    // All ones in each byte that is a letter, which is then as far above nine as it should be.
    let above = SIMD16(repeating: 0) &- (noDigit &>> SIMD16(repeating: 7))
    let values = digits &- (above & SIMD16(repeating: 0x61 - 0x3A))
    // The first digit of each pair is the higher one, but is in the lower byte.
    let pairs = unsafe unsafeBitCast(values, to: SIMD8<UInt16>.self)
    let joined = pairs &<< SIMD8(repeating: 4) | pairs &>> SIMD8(repeating: 8)
    let packed = SIMD8<UInt8>(truncatingIfNeeded: joined)
    return unsafe (unsafeBitCast(packed, to: UInt64.self).byteSwapped, noDigit & noLetter)
  }

  /// Past a string of 1 to 16 printable ASCII characters; nil, and nothing moves, for all others.
  /// The caller has checked that `MemberCursor.valueReach` bytes are there.
  @unsafe @inline(__always)
  static func shortText(_ bytes: Span<UInt8>, _ at: inout Int) -> Identifier? {
    var end = at
    guard let word = unsafe shortString(bytes, &end, isPlain: true) else { return nil }
    // A DEL is ASCII, but not printable; one more makes its top bit.
    let tops = (word.first &+ everyByte(1)) | (word.second &+ everyByte(1))
    guard tops & everyByte(0x80) == 0, word.first != 0, word.third == 0 else { return nil }
    at = end
    return Identifier(high: word.first.byteSwapped, low: word.second.byteSwapped)
  }
}
