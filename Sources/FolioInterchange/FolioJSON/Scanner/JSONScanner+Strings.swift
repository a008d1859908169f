/// The contents of a string between its quotes, and whether they have escapes.
struct ScannedString {
  var range: Range<Int>
  var hasEscapes: Bool
}

extension JSONScanner {
  /// Past the bytes between two quotes, up to 24; nil, and nothing moves, for any other value. With
  /// `isPlain` they are ASCII without escapes; otherwise they are of any kind, to be compared with
  /// plain words. The caller has checked that `MemberCursor.valueReach` bytes are there.
  @unsafe @inline(__always)
  static func shortString(
    _ bytes: Span<UInt8>, _ at: inout Int, isPlain: Bool
  ) -> PackedWord? {
    guard unsafe bytes[unchecked: at] == UInt8(ascii: "\"") else { return nil }
    var start = at &+ 1
    var word = unsafe PackedWord(bytes.uncheckedWord(at: start))
    var ends = isPlain ? specialBytes(word.first) : quotes(in: word.first)
    if ends != 0 {
      word.first &= bytesBelow(ends)
    } else {
      start &+= 8
      word.second = unsafe bytes.uncheckedWord(at: start)
      ends = isPlain ? specialBytes(word.second) : quotes(in: word.second)
      if ends != 0 {
        word.second &= bytesBelow(ends)
      } else {
        start &+= 8
        word.third = unsafe bytes.uncheckedWord(at: start)
        ends = isPlain ? specialBytes(word.third) : quotes(in: word.third)
        guard ends != 0 else { return nil }
        word.third &= bytesBelow(ends)
      }
    }
    let end = start &+ ends.trailingZeroBitCount &>> 3
    if isPlain, unsafe bytes[unchecked: end] != UInt8(ascii: "\"") { return nil }
    word.count = end &- at &- 1
    at = end &+ 1
    return word
  }

  /// The top bit of each byte that is a quote; exact up to the first one.
  @inline(__always)
  private static func quotes(in word: UInt64) -> UInt64 {
    let others = word ^ everyByte(0x22)
    return (others &- everyByte(1)) & ~others & everyByte(0x80)
  }

  /// Ones over the bytes before the first special one.
  @inline(__always)
  private static func bytesBelow(_ special: UInt64) -> UInt64 {
    (special & (0 &- special)) &>> 7 &- 1
  }

  /// The top bit of each byte that is a quote, a backslash, a control character or not ASCII; exact
  /// up to the first such byte.
  @inline(__always)
  static func specialBytes(_ word: UInt64) -> UInt64 {
    let quote = word ^ everyByte(0x22)
    let backslash = word ^ everyByte(0x5C)
    let found =
      (quote &- everyByte(1)) & ~quote | (backslash &- everyByte(1)) & ~backslash
      | (word &- everyByte(0x20)) & ~word | word
    return found & everyByte(0x80)
  }

  /// Past any string; its UTF-8 and its escapes are valid.
  mutating func string(_ bytes: Span<UInt8>) throws(ScanStop) -> ScannedString {
    guard bytes.byte(at: index) == UInt8(ascii: "\"") else { throw stop(.expectedValue) }
    let start = index + 1
    var hasEscapes = false
    index = start
    while true {
      let special = Self.specialBytes(bytes.word(at: index))
      index &+= special == 0 ? 8 : special.trailingZeroBitCount &>> 3
      if special == 0 { continue }
      switch bytes.byte(at: index) {
      case UInt8(ascii: "\""):
        index &+= 1
        return ScannedString(range: start..<index - 1, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try escape(bytes)
      case 0x80...:
        index &+= try lengthOfScalar(bytes)
      default:
        throw stop(.controlCharacter)
      }
    }
  }

  /// Past an escape sequence.
  private mutating func escape(_ bytes: Span<UInt8>) throws(ScanStop) {
    switch bytes.byte(at: index + 1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index &+= 2
    case UInt8(ascii: "u"):
      let start = index
      let unit = try codeUnit(bytes, at: start)
      index = start + 6
      if unit & 0xFC00 == 0xDC00 { throw stop(.loneSurrogate, at: start, seen: start) }
      if unit & 0xFC00 == 0xD800 { try lowSurrogate(bytes, after: start) }
    default:
      throw stop(.badEscape, at: index, seen: index + 1)
    }
  }

  private mutating func lowSurrogate(_ bytes: Span<UInt8>, after start: Int) throws(ScanStop) {
    for (offset, expected) in [UInt8(ascii: "\\"), UInt8(ascii: "u")].enumerated()
    where bytes.byte(at: index + offset) != expected {
      throw stop(.loneSurrogate, at: start, seen: index + offset)
    }
    let unit = try codeUnit(bytes, at: index)
    guard unit & 0xFC00 == 0xDC00 else {
      throw stop(.loneSurrogate, at: start, seen: index + 5)
    }
    index &+= 6
  }

  /// The four hexadecimal digits of the `\u` at an offset.
  private func codeUnit(_ bytes: Span<UInt8>, at start: Int) throws(ScanStop) -> UInt32 {
    var unit: UInt32 = 0
    for offset in start + 2..<start + 6 {
      guard let digit = hexDigit(bytes.byte(at: offset)) else {
        throw stop(.badEscape, at: start, seen: offset)
      }
      unit = unit << 4 | digit
    }
    return unit
  }

  /// The length of the UTF-8 sequence here (Unicode, table 3-7: no overlong form, no surrogate,
  /// nothing above 10FFFF).
  private func lengthOfScalar(_ bytes: Span<UInt8>) throws(ScanStop) -> Int {
    let (count, second): (Int, ClosedRange<UInt8>) =
      switch bytes.byte(at: index) {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: throw stop(.badUTF8)
      }
    guard second.contains(bytes.byte(at: index + 1)) else { throw badUTF8(seen: index + 1) }
    for offset in 2..<max(count, 2) where bytes.byte(at: index + offset) & 0xC0 != 0x80 {
      throw badUTF8(seen: index + offset)
    }
    return count
  }

  /// A sequence that the document's end cuts off is bad UTF-8, too.
  private func badUTF8(seen: Int) -> ScanStop {
    isLast ? stop(.badUTF8, at: index) : stop(.badUTF8, at: index, seen: seen)
  }
}

/// The value of a hexadecimal digit.
func hexDigit(_ byte: UInt8) -> UInt32? {
  if byte &- 0x30 < 10 { return UInt32(byte &- 0x30) }
  let letter = (byte | 0x20) &- 0x61
  return letter < 6 ? UInt32(letter) + 10 : nil
}
