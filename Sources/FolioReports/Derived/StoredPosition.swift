/// A derived row. Other programs use different names for some columns.
struct StoredPosition {
  /// The figures that are compared.
  enum Figure: CaseIterable {
    case quantity, averageCost, cost, marketValue

    /// The possible names of the column. The first one that a row has is used.
    var keys: [String] {
      switch self {
      case .quantity: ["quantity"]
      case .averageCost: ["average_cost", "avg_cost"]
      case .cost: ["cost_basis", "total_cost"]
      case .marketValue: ["market_value"]
      }
    }
  }

  static let dayKeys = ["as_of", "snapshot_date", "date"]

  var row: DerivedRow
  /// The day of the snapshot, or `nil` if the row has none.
  var day: Day?
  /// The symbol or id that the row gives for its instrument.
  var name: String
  var instrument: InstrumentIndex?
  var currency: Currency?
  /// The figures that the row has, with the names of their columns.
  var values: [Figure: (key: String, value: ExactDecimal)] = [:]

  /// Parses a row.
  /// - Throws: A diagnostic if the row has no instrument or a column cannot be parsed.
  init(_ row: DerivedRow, _ names: StoredNames) throws(Diagnostic) {
    self.row = row
    guard let named = Self.first(["symbol", "stock_id"], in: row) else {
      throw .storedWithoutInstrument(row)
    }
    name = named.text
    instrument = names.instrument(of: row)
    // The day of a timestamp is taken as written, without a change of time zone.
    day = try Self.read(Self.dayKeys, in: row) { try? Timestamp($0) }?.value.day
    currency = try Self.read(["currency"], in: row) { try? Currency($0) }?.value
    for figure in Figure.allCases {
      values[figure] = try Self.read(figure.keys, in: row) { try? ExactDecimal($0) }
    }
  }

  /// Whether the row is for a closed position.
  var isEmpty: Bool {
    !values.isEmpty && values.allSatisfy { $0.key == .averageCost || $0.value.value.isZero }
  }

  /// Parses the first of some columns that a row has, or returns `nil` if it has none of them.
  private static func read<Value>(
    _ keys: [String], in row: DerivedRow, _ parse: (String) -> Value?
  ) throws(Diagnostic) -> (key: String, value: Value)? {
    guard let column = first(keys, in: row) else { return nil }
    guard let value = parse(column.text) else { throw .unreadable(column, row) }
    return (column.key, value)
  }

  fileprivate static func first(_ keys: [String], in row: DerivedRow) -> DerivedRow.Column? {
    keys.lazy.compactMap { key in row.columns.first { $0.key == key } }.first
  }
}

/// The instruments of a ledger by symbol and by stock id.
struct StoredNames {
  private var symbols: [String: InstrumentIndex] = [:]
  private var stocks: [String: InstrumentIndex] = [:]

  init(_ tables: LedgerTables) {
    for (index, row) in tables.instruments.enumerated() {
      symbols[tables.text(row.symbol)] = InstrumentIndex(index)
      if !row.stockID.isNone { stocks[tables.text(row.stockID)] = InstrumentIndex(index) }
    }
  }

  /// Returns the instrument of a row, by symbol first and then by id. `nil` if it is not in the
  /// ledger.
  func instrument(of row: DerivedRow) -> InstrumentIndex? {
    let column = StoredPosition.first(["symbol", "stock_id"], in: row)
    return column.flatMap { $0.key == "symbol" ? symbols[$0.text] : stocks[$0.text] }
  }
}
