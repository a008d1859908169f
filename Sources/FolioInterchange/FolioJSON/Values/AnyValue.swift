/// The kinds of JSON values.
enum ValueKind {
  case string, number, boolean, null, object, array

  /// What a value is, by its first byte; nil where no value starts so.
  init?(startingWith byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): self = .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): self = .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .boolean
    case UInt8(ascii: "n"): self = .null
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "["): self = .array
    default: return nil
    }
  }
}

/// A value of any kind that was passed over.
struct AnyValue {
  var kind: ValueKind
  /// The contents of a string; the whole of any other value.
  var text: ScannedString
}

extension DocumentReader {
  /// Past a value of whatever kind: the way for all that the fast readers do not take.
  mutating func anyValue(_ bytes: Span<UInt8>) throws(ScanStop) -> AnyValue {
    guard let kind = ValueKind(startingWith: bytes.byte(at: scanner.index)) else {
      throw scanner.stop(.expectedValue)
    }
    if kind == .string { return AnyValue(kind: kind, text: try scanner.string(bytes)) }
    let start = scanner.index
    try scanner.skipValue(bytes, depth: place.depth)
    return AnyValue(
      kind: kind, text: ScannedString(range: start..<scanner.index, hasEscapes: false))
  }

  /// The text of a string, or the JSON of any other value.
  func text(of value: AnyValue, _ bytes: Span<UInt8>) -> [UInt8] {
    guard value.text.hasEscapes else { return bytes.copy(value.text.range) }
    var text: [UInt8] = []
    unescape(bytes, value.text, into: &text)
    return text
  }

  /// The value as a fault quotes it: in its quotes, and not too long.
  func quoted(_ value: AnyValue, _ bytes: Span<UInt8>) -> String {
    let text = Wording.shortened(self.text(of: value, bytes))
    return value.kind == .string ? "\"\(text)\"" : text
  }

  /// Reports a value that is of another kind than its column holds; `null` is none at all.
  mutating func refuse(_ value: AnyValue, wanted: WantedValue) {
    if value.kind == .null { return }
    report(Wording.wrongType(columnName, value.kind, wanted: wanted))
  }
}
