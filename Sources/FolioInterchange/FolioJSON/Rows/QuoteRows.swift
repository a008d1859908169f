/// A row of `historical_prices`.
struct PriceRow: TableRow {
  static let kind = RowKind.price
  static let keys = ["symbol", "stock_id", "date", "close", "price", "currency"]
  static var isFrequent: Bool { true }
  static var table: WritableKeyPath<LedgerTables, [PriceRecord]> { \.prices }

  private(set) var record: PriceRecord
  var present: UInt32 = 0

  init(at position: SourcePosition) {
    record = PriceRecord(
      instrument: .missing, day: .first, currency: missingCurrency, price: .zero,
      position: position)
  }

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    switch column {
    case 0:
      guard let symbol = try reader.identifier(bytes) else { return }
      record.instrument = reader.symbols.index(of: symbol, in: &reader.draft.symbolNames)
    case 1:
      guard let id = try reader.identifier(bytes) else { return }
      record.stockReference = reader.stocks.number(of: id, in: &reader.draft.stockNames)
    case 2: record.day = try reader.day(bytes) ?? .first
    case 3, 4:
      // They are two names of one column.
      if present & 0b1_1000 != 0 { throw reader.scanner.stop(.aliasedKey, at: reader.keyOffset) }
      present |= 0b1000
      guard let price = try reader.decimal(bytes, .zeroOrAbove, .costsNotNegative) else { return }
      record.price = price
    default: record.currency = try reader.currency(bytes) ?? missingCurrency
    }
  }

  func check(_ reader: inout RecordReader) {
    require(0, or: 1, of: "price", .priceColumns, &reader)
    require(2, of: "price", .priceColumns, &reader)
    require(3, of: "price", .priceColumns, &reader)
  }
}

/// A row of `fx_rates`.
struct RateRow: TableRow {
  static let kind = RowKind.rate
  static let keys = ["date", "from", "to", "rate"]
  static var isFrequent: Bool { true }
  static var table: WritableKeyPath<LedgerTables, [RateRecord]> { \.rates }

  private(set) var record: RateRecord
  var present: UInt32 = 0

  init(at position: SourcePosition) {
    record = RateRecord(
      day: .first, from: missingCurrency, to: missingCurrency, rate: .zero, position: position)
  }

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    switch column {
    case 0: record.day = try reader.day(bytes) ?? .first
    case 1: record.from = try reader.currency(bytes) ?? missingCurrency
    case 2: record.to = try reader.currency(bytes) ?? missingCurrency
    default:
      guard let rate = try reader.decimal(bytes, .aboveZero, .positiveRate) else { return }
      record.rate = rate
    }
  }

  func check(_ reader: inout RecordReader) {
    for column in Self.keys.indices { require(column, of: "exchange rate", .rateColumns, &reader) }
  }
}
