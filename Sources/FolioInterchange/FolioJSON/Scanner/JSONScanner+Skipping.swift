extension JSONScanner {
  /// Past one value of any kind, which stands `outer` levels deep; all rules of RFC 8259 hold in
  /// it, and no object has a key twice. No recursion: depth costs a bit, not a stack frame.
  mutating func skipValue(_ bytes: Span<UInt8>, depth outer: Int) throws(ScanStop) {
    var open = OpenBrackets(outer: outer)
    repeat {
      if try entersNonEmpty(&open, bytes) { continue }
      if try isAtEnd(&open, bytes) { return }
    } while true
  }

  /// Past a scalar or an empty bracket (false), or up to the first value in a bracket (true).
  private mutating func entersNonEmpty(
    _ open: inout OpenBrackets, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Bool {
    switch bytes.byte(at: index) {
    case UInt8(ascii: "{"):
      guard open.push(isObject: true) else { throw stop(.nestedTooDeep) }
      guard opensNonEmpty(closing: "}", bytes) else {
        open.pop()
        return false
      }
      keys.open()
      try skippedKey(bytes)
      return true
    case UInt8(ascii: "["):
      guard open.push(isObject: false) else { throw stop(.nestedTooDeep) }
      if opensNonEmpty(closing: "]", bytes) { return true }
      open.pop()
      return false
    default:
      try scalar(bytes)
      return false
    }
  }

  /// Past what follows a value: up to the next value (false), or closing brackets until the
  /// value that was to be skipped is over (true).
  private mutating func isAtEnd(
    _ open: inout OpenBrackets, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> Bool {
    while open.depth > 0 {
      if open.isObject {
        if try isFollowedByMore(closing: "}", bytes) {
          try skippedKey(bytes)
          return false
        }
        if let offset = keys.close(bytes) { throw stop(.duplicateKey, at: offset) }
      } else if try isFollowedByMore(closing: "]", bytes) {
        return false
      }
      open.pop()
    }
    return true
  }

  private mutating func skippedKey(_ bytes: Span<UInt8>) throws(ScanStop) {
    keys.add(try key(bytes), bytes)
    try colon(bytes)
  }

  /// Past a key, which must be a string.
  mutating func key(_ bytes: Span<UInt8>) throws(ScanStop) -> ScannedString {
    if let range = plainString(bytes) { return ScannedString(range: range, hasEscapes: false) }
    guard bytes.byte(at: index) == UInt8(ascii: "\"") else { throw stop(.expectedKey) }
    return try string(bytes)
  }

  /// Past a string, a number or a literal.
  mutating func scalar(_ bytes: Span<UInt8>) throws(ScanStop) {
    switch bytes.byte(at: index) {
    case UInt8(ascii: "\""): if plainString(bytes) == nil { _ = try string(bytes) }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number(bytes)
    case UInt8(ascii: "t"): try literal("true", bytes)
    case UInt8(ascii: "f"): try literal("false", bytes)
    case UInt8(ascii: "n"): try literal("null", bytes)
    default: throw stop(.expectedValue)
    }
  }
}

/// The brackets that are open around a value: one bit each, for there are at most 128.
private struct OpenBrackets {
  private var objects: UInt128 = 0
  private(set) var depth = 0
  private let limit: Int

  init(outer: Int) { limit = JSONScanner.depthLimit - outer }

  /// Whether the innermost bracket is an object's.
  var isObject: Bool { objects & 1 == 1 }

  /// False where that would be too deep.
  mutating func push(isObject: Bool) -> Bool {
    guard depth < limit else { return false }
    objects = objects << 1 | (isObject ? 1 : 0)
    depth += 1
    return true
  }

  mutating func pop() {
    objects >>= 1
    depth -= 1
  }
}
