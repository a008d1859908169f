import FolioDiagnostics
import FolioModel
import FolioNumbers

/// A row of `portfolio_cash_accounts`.
struct AccountRow: TableRow {
  static let kind = RowKind.account
  static let keys = ["id", "name", "currency"]
  static var table: WritableKeyPath<LedgerTables, [CashAccount]> { \.cashAccounts }

  private(set) var record: CashAccount
  var present: UInt32 = 0

  init(at position: SourcePosition) {
    record = CashAccount(id: .none, currency: missingCurrency, position: position)
  }

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    switch column {
    case 0: record.id = try reader.identifier(bytes) ?? .none
    case 1: record.name = try reader.name(bytes)
    default: record.currency = try reader.currency(bytes) ?? missingCurrency
    }
  }

  func check(_ reader: inout RecordReader) {
    require(0, of: "cash account", .accountColumns, &reader)
    require(2, of: "cash account", .accountColumns, &reader)
  }
}

/// A row of `stocks_master`.
struct InstrumentRow: TableRow {
  static let kind = RowKind.stock
  static let keys = [
    "id", "symbol", "name", "market", "currency", "kind", "isin", "multiplier", "price_factor",
    "price_source",
  ]
  static var table: WritableKeyPath<LedgerTables, [Instrument]> { \.instruments }

  private(set) var record: Instrument
  var present: UInt32 = 0

  init(at position: SourcePosition) {
    record = Instrument(position: position)
    record.hasMasterRow = true
  }

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    switch column {
    case 0: record.stockID = try reader.identifier(bytes) ?? .none
    case 1: record.symbol = try reader.identifier(bytes) ?? .none
    case 2: record.name = try reader.name(bytes)
    case 3: record.market = try reader.name(bytes)
    case 4: record.currency = try reader.currency(bytes)
    case 5: record.kind = try reader.name(bytes)
    case 6: record.isin = try reader.name(bytes)
    case 7: record.multiplier = try reader.decimal(bytes, .aboveZero, .positiveFactors)
    case 8: record.priceFactor = try reader.decimal(bytes, .aboveZero, .positiveFactors)
    default: record.priceSource = try reader.name(bytes)
    }
  }

  func check(_ reader: inout RecordReader) {
    require(1, or: 0, of: "instrument", .nameOfInstrument, &reader)
  }
}
