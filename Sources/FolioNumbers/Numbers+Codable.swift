// Numbers, days, times and currencies are coded as the texts that a ledger document has, so that
// every coder keeps each digit.
extension ExactDecimal: Codable {
  /// Decodes a text, or an integer. A number with a fraction is refused, because coders read it as
  /// a binary number.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let integer = try? container.decode(Int.self) {
      self.init(integer)
    } else {
      self = try container.value { try ExactDecimal($0) }
    }
  }

  /// Encodes ``description``.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension Day: Codable {
  /// Decodes `YYYY-MM-DD`.
  public init(from decoder: any Decoder) throws {
    self = try decoder.singleValueContainer().value { try Day($0) }
  }

  /// Encodes `YYYY-MM-DD`.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension Timestamp: Codable {
  /// Decodes a time in the grammar of ``parse(_:)``.
  public init(from decoder: any Decoder) throws {
    self = try decoder.singleValueContainer().value { try Timestamp($0) }
  }

  /// Encodes ``description``: RFC 3339 with the offset as written.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: description) }
}

extension Currency: Codable {
  /// Decodes a code.
  public init(from decoder: any Decoder) throws {
    self = try decoder.singleValueContainer().value { try Currency($0) }
  }

  /// Encodes the code.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: code) }
}

extension RoundingRule: Codable {}

extension SingleValueDecodingContainer {
  /// The value of a text.
  /// - Throws: `DecodingError` with the reason why the text is not such a value.
  package func value<Value>(_ parse: (String) throws -> Value) throws -> Value {
    let text = try decode(String.self)
    do {
      return try parse(text)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "'\(text)': \(error)", underlyingError: error))
    }
  }
}

extension Encoder {
  /// Encodes a value as a text.
  package func encode(text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}
