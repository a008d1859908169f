/// The kinds of JSON values.
enum ValueKind {
  case string, number, boolean, null, object, array

  /// The kind of a value with this first byte; nil if no value starts with it.
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

/// A value of any kind.
struct AnyValue {
  var kind: ValueKind
  /// The contents of a string, or the text of any other value.
  var text: ScannedString
}

extension JSONScanner {
  /// Past a value of any kind, `depth` levels deep.
  mutating func anyValue(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) -> AnyValue {
    guard let kind = ValueKind(startingWith: bytes.byte(at: index)) else {
      throw stop(.expectedValue)
    }
    if kind == .string { return AnyValue(kind: kind, text: try string(bytes)) }
    let start = index
    try skipValue(bytes, depth: depth)
    return AnyValue(kind: kind, text: ScannedString(range: start..<index, hasEscapes: false))
  }
}

extension RecordReader {
  /// Past a value of any kind, if the fast readers cannot read it.
  mutating func anyValue(_ bytes: Span<UInt8>) throws(ScanStop) -> AnyValue {
    try scanner.anyValue(bytes, depth: place.depth)
  }

  /// The value for a message: shortened, and a string in quotes.
  func quoted(_ value: AnyValue, _ bytes: Span<UInt8>) -> String {
    let text = unescaped(bytes, value.text)
    return value.kind == .string ? Messages.quoted(text) : Messages.shortened(text)
  }

  /// Reports a value of the wrong kind; `null` counts as no value.
  mutating func refuse(_ value: AnyValue, wanted: WantedValue) {
    if value.kind == .null { return }
    report(Messages.wrongType(columnName, value.kind, wanted: wanted))
  }
}
