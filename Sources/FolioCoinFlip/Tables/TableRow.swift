/// A row of a CoinFlip table. Each column is declared once, and that declaration is used to read,
/// write and check rows.
protocol TableRow: Sendable, Hashable {
  var id: String { get }
  /// A row whose columns have not been read yet.
  static var blank: Self { get }
  static var columns: [RowColumn<Self>] { get }
}

extension TableRow {
  /// Reads a row. A column that cannot be read becomes a fault of the reader.
  init(_ row: inout RowReader, _ columns: [RowColumn<Self>] = Self.columns) {
    self = Self.blank
    for column in columns { column.read(&row, &self) }
  }

  func write(to text: inout JSONText, _ columns: [RowColumn<Self>] = Self.columns) {
    for column in columns { column.write(self, &text) }
  }

  /// Whether the row can be read back. One invalid row would make the whole document unreadable.
  var isValid: Bool { Self.columns.allSatisfy { $0.isValid(self) } }
}

/// Reads, writes and checks one column.
struct RowColumn<Row>: Sendable {
  let read: @Sendable (inout RowReader, inout Row) -> Void
  let write: @Sendable (Row, inout JSONText) -> Void
  var isValid: @Sendable (Row) -> Bool = { _ in true }
}

extension RowColumn {
  typealias Field<Value> = WritableKeyPath<Row, Value> & Sendable

  /// A column of non-empty text.
  static func text(_ key: String, _ field: Field<String>) -> Self {
    RowColumn(
      read: { reader, row in reader.text(key).map { row[keyPath: field] = $0 } },
      write: { $1.text(key, $0[keyPath: field].utf8) },
      isValid: { !$0[keyPath: field].isEmpty })
  }

  /// A column of text or `null`.
  static func optionalText(_ key: String, _ field: Field<String?>) -> Self {
    RowColumn(
      read: { $1[keyPath: field] = $0.optionalText(key) },
      write: { $1.optionalText(key, $0[keyPath: field]) })
  }

  static func time(_ key: String, _ field: Field<Timestamp>) -> Self {
    RowColumn(
      read: { reader, row in reader.time(key).map { row[keyPath: field] = $0 } },
      write: { $1.time(key, $0[keyPath: field]) })
  }

  /// A column of `DECIMAL(20,8)` numbers.
  static func number(
    _ key: String, _ field: Field<ExactDecimal>, _ sign: NumberSign = .zeroOrAbove
  ) -> Self {
    RowColumn(
      read: { reader, row in
        reader.number(key, sign, .decimal20x8).map { row[keyPath: field] = $0.inColumn }
      },
      write: { $1.digits(key, $0[keyPath: field].inColumn) },
      isValid: { row in
        let number = row[keyPath: field]
        return number.isAmount && (sign != .aboveZero || number.isPositive)
      })
  }

  static func type(_ key: String, _ field: Field<CoinFlip.TransactionType>) -> Self {
    RowColumn(
      read: { reader, row in reader.word(key, .badTradeType).map { row[keyPath: field] = $0 } },
      write: { $1.text(key, $0[keyPath: field].rawValue.utf8) })
  }
}
