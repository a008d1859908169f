extension JSONScanner {
  /// Past one value of any kind at a depth. It follows all rules of RFC 8259, and no object has a
  /// key twice. The depth is bounded, and so is the recursion.
  mutating func skipValue(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    let isObject = bytes.byte(at: index) == UInt8(ascii: "{")
    guard isObject || bytes.byte(at: index) == UInt8(ascii: "[") else { return try scalar(bytes) }
    guard depth < Self.depthLimit else { throw stop(.nestedTooDeep) }
    let closing: Unicode.Scalar = isObject ? "}" : "]"
    guard opensNonEmpty(closing: closing, bytes) else { return }
    let firstKey = keys.count
    repeat {
      if isObject { _ = try memberKey(bytes) }
      try skipValue(bytes, depth: depth + 1)
    } while try isFollowedByMore(closing: closing, bytes)
    try checkKeys(from: firstKey, bytes)
  }

  /// Past a key of an open object, and its colon.
  mutating func memberKey(_ bytes: Span<UInt8>) throws(ScanStop) -> ScannedString {
    let key = try key(bytes)
    keys.add(key)
    try colon(bytes)
    return key
  }

  /// Checks the keys of an object that was closed.
  mutating func checkKeys(from first: Int, _ bytes: Span<UInt8>) throws(ScanStop) {
    guard keys.count > first else { return }
    if let offset = keys.closeObject(from: first, bytes) { throw stop(.duplicateKey, at: offset) }
  }

  /// Past a key, which must be a string.
  mutating func key(_ bytes: Span<UInt8>) throws(ScanStop) -> ScannedString {
    guard bytes.byte(at: index) == UInt8(ascii: "\"") else { throw stop(.expectedKey) }
    return try string(bytes)
  }

  /// Past a string, a number or a literal.
  mutating func scalar(_ bytes: Span<UInt8>) throws(ScanStop) {
    switch bytes.byte(at: index) {
    case UInt8(ascii: "\""): _ = try string(bytes)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number(bytes)
    case UInt8(ascii: "t"): try literal("true", bytes)
    case UInt8(ascii: "f"): try literal("false", bytes)
    case UInt8(ascii: "n"): try literal("null", bytes)
    default: throw stop(.expectedValue)
    }
  }
}
