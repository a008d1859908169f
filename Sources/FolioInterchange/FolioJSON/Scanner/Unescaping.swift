/// The UTF-8 of a string's contents, which the scanner has validated, without escapes.
func unescaped(_ bytes: Span<UInt8>, _ string: ScannedString) -> [UInt8] {
  guard string.hasEscapes else { return bytes.copy(string.range) }
  var text: [UInt8] = []
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
  return text
}

/// Appends the scalar of a `\u` escape, or of a pair of them; returns the length of the escape.
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

/// The character of a backslash and this letter. PostgreSQL has one more than JSON: `\v`.
func character(escapedBy byte: UInt8) -> UInt8 {
  switch byte {
  case UInt8(ascii: "b"): 0x08
  case UInt8(ascii: "f"): 0x0C
  case UInt8(ascii: "n"): 0x0A
  case UInt8(ascii: "r"): 0x0D
  case UInt8(ascii: "t"): 0x09
  case UInt8(ascii: "v"): 0x0B
  default: byte
  }
}
