extension JSONScanner {
  /// Past a number; its bytes follow the grammar of RFC 8259, section 6.
  mutating func number(_ bytes: Span<UInt8>) throws(ScanStop) -> Range<Int> {
    let start = index
    if bytes.byte(at: index) == UInt8(ascii: "-") { index &+= 1 }
    let whole = index
    try digits(bytes)
    if bytes.byte(at: whole) == UInt8(ascii: "0"), index > whole + 1 {
      throw stop(.leadingZero, at: start, seen: whole + 1)
    }
    if bytes.byte(at: index) == UInt8(ascii: ".") {
      index &+= 1
      try digits(bytes)
    }
    if bytes.byte(at: index) | 0x20 == UInt8(ascii: "e") {
      index &+= 1
      let sign = bytes.byte(at: index)
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index &+= 1 }
      try digits(bytes)
    }
    // Whether more digits follow shows only when the next byte is there.
    if index >= end, !isLast { throw .needMore }
    return start..<index
  }

  /// One digit or more.
  private mutating func digits(_ bytes: Span<UInt8>) throws(ScanStop) {
    guard bytes.byte(at: index) &- 0x30 < 10 else { throw stop(.badNumber) }
    while bytes.byte(at: index) &- 0x30 < 10 { index &+= 1 }
  }
}
