/// Appends the UTF-8 of a string's contents that the scanner has found valid.
func unescape(_ bytes: Span<UInt8>, _ string: ScannedString, into text: inout [UInt8]) {
  var index = string.range.lowerBound
  while index < string.range.upperBound {
    guard bytes[index] == UInt8(ascii: "\\") else {
      text.append(bytes[index])
      index += 1
      continue
    }
    if bytes[index + 1] == UInt8(ascii: "u") {
      index += appendScalar(bytes, at: index, to: &text)
    } else {
      text.append(character(escapedBy: bytes[index + 1]))
      index += 2
    }
  }
}

/// Appends the scalar of a `\u` escape, or of a pair of them; gives the length of the escape.
private func appendScalar(
  _ bytes: Span<UInt8>, at index: Int, to text: inout [UInt8]
) -> Int {
  var value = codeUnit(bytes, at: index)
  var length = 6
  if value & 0xFC00 == 0xD800 {
    value = 0x10000 + (value & 0x3FF) << 10 + codeUnit(bytes, at: index + 6) & 0x3FF
    length = 12
  }
  if let scalar = Unicode.Scalar(value) { text.append(contentsOf: String(scalar).utf8) }
  return length
}

private func codeUnit(_ bytes: Span<UInt8>, at index: Int) -> UInt32 {
  (2..<6).reduce(0) { unit, offset in unit << 4 | (hexDigit(bytes[index + offset]) ?? 0) }
}

private func character(escapedBy byte: UInt8) -> UInt8 {
  switch byte {
  case UInt8(ascii: "b"): 0x08
  case UInt8(ascii: "f"): 0x0C
  case UInt8(ascii: "n"): 0x0A
  case UInt8(ascii: "r"): 0x0D
  case UInt8(ascii: "t"): 0x09
  default: byte
  }
}
