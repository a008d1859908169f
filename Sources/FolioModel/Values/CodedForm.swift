/// How a value is coded: a key and a property for each column, declared once.
struct CodedForm<Row: Sendable>: Sendable {
  /// A row with nothing in it, whose values are the defaults.
  let blank: Row
  let columns: [CodedColumn<Row>]

  func row(from decoder: any Decoder) throws -> Row {
    let values = try decoder.container(keyedBy: CodedKey.self)
    var row = blank
    for column in columns { try column.decode(values, &row) }
    return row
  }

  func encode(_ row: Row, to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodedKey.self)
    for column in columns { try column.encode(row, &values) }
  }
}

/// A column of a coded value.
struct CodedColumn<Row: Sendable>: Sendable {
  typealias Field<Value> = WritableKeyPath<Row, Value> & Sendable
  typealias Decoding = @Sendable (KeyedDecodingContainer<CodedKey>, inout Row) throws -> Void
  typealias Encoding = @Sendable (Row, inout KeyedEncodingContainer<CodedKey>) throws -> Void

  let decode: Decoding
  let encode: Encoding

  /// A column that each row has.
  static func required<Value: Codable & Sendable>(_ key: CodedKey, _ field: Field<Value>) -> Self {
    CodedColumn(
      decode: { $1[keyPath: field] = try $0.decode(Value.self, forKey: key) },
      encode: { try $1.encode($0[keyPath: field], forKey: key) })
  }

  /// A column that may be left out.
  static func optional<Value: Codable & Sendable>(_ key: CodedKey, _ field: Field<Value?>) -> Self {
    CodedColumn(
      decode: { $1[keyPath: field] = try $0.decodeIfPresent(Value.self, forKey: key) },
      encode: { try $1.encodeIfPresent($0[keyPath: field], forKey: key) })
  }

  /// A column that is written, and may be left out for its default.
  static func written<Value: Codable & Sendable>(_ key: CodedKey, _ field: Field<Value>) -> Self {
    CodedColumn(
      decode: { values, row in
        if let value = try values.decodeIfPresent(Value.self, forKey: key) {
          row[keyPath: field] = value
        }
      }, encode: required(key, field).encode)
  }

  /// A column that is left out if it has its default.
  static func column<Value: Codable & Equatable & Sendable>(
    _ key: CodedKey, _ field: Field<Value>, unless missing: Value
  ) -> Self {
    CodedColumn(
      decode: written(key, field).decode,
      encode: { row, values in
        if row[keyPath: field] != missing { try values.encode(row[keyPath: field], forKey: key) }
      })
  }

  /// The columns without a meaning.
  static func others(_ field: Field<[LedgerColumn]>) -> Self {
    .column("other_columns", field, unless: [])
  }
}

/// The key of a column.
struct CodedKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral key: String) { stringValue = key }
  init(stringValue key: String) { stringValue = key }
  init?(intValue: Int) { nil }
}
