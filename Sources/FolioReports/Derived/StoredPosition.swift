import FolioDiagnostics
import FolioModel
import FolioNumbers

/// What a stored row says, by the names that programs give its columns.
struct StoredPosition {
  /// What is compared.
  enum Figure: CaseIterable {
    case quantity, averageCost, cost, marketValue

    /// The names of its column; the first one a row has counts.
    var keys: [String] {
      switch self {
      case .quantity: ["quantity"]
      case .averageCost: ["average_cost", "avg_cost"]
      case .cost: ["cost_basis", "total_cost"]
      case .marketValue: ["market_value"]
      }
    }
  }

  /// A number, and the name of its column.
  struct Value {
    var key: String
    var number: ExactDecimal
  }

  static let dayKeys = ["as_of", "snapshot_date", "date"]

  var row: DerivedRow
  /// The day of the snapshot; nil where the row gives none.
  var day: Day?
  /// The instrument as the row names it.
  var name: String
  var instrument: InstrumentIndex?
  var currency: Currency?
  var values: [Figure: Value] = [:]

  /// Reads a row.
  /// - Throws: what can't be read of it.
  init(_ row: DerivedRow, _ names: StoredNames) throws(Diagnostic) {
    self.row = row
    guard let named = Self.first(["symbol", "stock_id"], in: row) else {
      throw .storedWithoutInstrument(row)
    }
    name = named.text
    instrument = names.instrument(of: row)
    day = try Self.first(Self.dayKeys, in: row).map { column throws(Diagnostic) in
      // A timestamp counts by its day as written.
      guard let moment = try? Timestamp(column.text) else { throw .unreadable(column, row) }
      return moment.day
    }
    currency = try Self.first(["currency"], in: row).map { column throws(Diagnostic) in
      guard let currency = try? Currency(column.text) else { throw .unreadable(column, row) }
      return currency
    }
    for figure in Figure.allCases {
      guard let column = Self.first(figure.keys, in: row) else { continue }
      guard let number = try? ExactDecimal(column.text) else { throw .unreadable(column, row) }
      values[figure] = Value(key: column.key, number: number)
    }
  }

  /// Whether it says that there is nothing.
  var isEmpty: Bool {
    !values.isEmpty && values.allSatisfy { $0.key == .averageCost || $0.value.number.isZero }
  }

  private static func first(_ keys: [String], in row: DerivedRow) -> DerivedRow.Column? {
    for key in keys {
      if let column = row.columns.first(where: { $0.key == key }) { return column }
    }
    return nil
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

  /// The instrument that a row names, by symbol before id; nil for one that the ledger lacks.
  func instrument(of row: DerivedRow) -> InstrumentIndex? {
    for column in row.columns where column.key == "symbol" { return symbols[column.text] }
    for column in row.columns where column.key == "stock_id" { return stocks[column.text] }
    return nil
  }
}
