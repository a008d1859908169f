import FolioModel
import FolioNumbers

/// A row of `historical_prices`.
struct PriceRow: LedgerRow {
  static let kind = RowKind.price
  static let keys = ["symbol", "stock_id", "date", "close", "price", "currency"]
  static var isFrequent: Bool { true }

  var price: PriceRecord
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    switch column {
    case 0:
      guard let symbol = try reader.identifier(bytes) else { return }
      price.instrument = reader.symbols.index(of: symbol, in: &reader.draft.symbolNames)
    case 1:
      guard let id = try reader.identifier(bytes) else { return }
      price.stockReference = reader.stocks.number(of: id, in: &reader.draft.stockNames)
    case 2: price.day = try reader.day(bytes) ?? .first
    case 3, 4:
      // Both names in one row would be one column given twice.
      if present & 0b1_1000 != 0 { throw reader.scanner.stop(.aliasedKey, at: reader.keyOffset) }
      present |= 0b1000
      price.price = try reader.cost(bytes) ?? .zero
    default: price.currency = try reader.currency(bytes) ?? missingCurrency
    }
  }

  /// Records the columns that the row lacks.
  func check(_ reader: inout DocumentReader) {
    require(0, or: 1, of: "price", .priceColumns, &reader)
    require(2, of: "price", .priceColumns, &reader)
    require(3, of: "price", .priceColumns, &reader)
  }
}

/// A row of `fx_rates`.
struct RateRow: LedgerRow {
  static let kind = RowKind.rate
  static let keys = ["date", "from", "to", "rate"]
  static var isFrequent: Bool { true }

  var rate: RateRecord
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    switch column {
    case 0: rate.day = try reader.day(bytes) ?? .first
    case 1: rate.from = try reader.currency(bytes) ?? missingCurrency
    case 2: rate.to = try reader.currency(bytes) ?? missingCurrency
    default:
      guard let value = try reader.decimal(bytes) else { return }
      rate.rate = value
      if !value.isPositive, RowRule.positiveRate.isOn {
        reader.report(Messages.notAboveZero("rate"))
      }
    }
  }

  /// Records the columns that the row lacks.
  func check(_ reader: inout DocumentReader) {
    for column in Self.keys.indices {
      require(column, of: "exchange rate", .rateColumns, &reader)
    }
  }
}

extension DocumentReader {
  /// A closing price.
  mutating func readPrice(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    var row = PriceRow(
      price: PriceRecord(
        instrument: .missing, day: .first, currency: missingCurrency, price: .zero,
        position: position(scanner.index)))
    let number = UInt32(truncatingIfNeeded: draft.tables.prices.count)
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else { return }
    row.check(&self)
    draft.tables.prices.append(row.price)
  }

  /// An exchange rate.
  mutating func readRate(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    var row = RateRow(
      rate: RateRecord(
        day: .first, from: missingCurrency, to: missingCurrency, rate: .zero,
        position: position(scanner.index)))
    let number = UInt32(truncatingIfNeeded: draft.tables.rates.count)
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else { return }
    row.check(&self)
    draft.tables.rates.append(row.rate)
  }
}
