import FolioModel
import FolioNumbers

/// A row of `historical_prices`.
struct PriceRow: LedgerRow {
  static let kind = RowKind.price
  static var isFrequent: Bool { true }
  static let keys = ["symbol", "stock_id", "date", "close", "price", "currency"]

  var price: PriceRecord
  var present: UInt32 = 0

  init(_ price: PriceRecord) { self.price = price }

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    switch column {
    case 0: price.instrument = try reader.symbolNumber(bytes)
    case 1: price.stockReference = try reader.stockNumber(bytes)
    case 2: price.day = try reader.day(bytes) ?? .first
    case 3, 4:
      // Both names in one row would be one column given twice.
      if present & 0b1_1000 != 0 { throw reader.scanner.stop(.aliasedKey, at: reader.keyOffset) }
      price.price = try reader.cost(bytes) ?? .zero
    default: price.currency = try reader.currency(bytes) ?? missingCurrency
    }
  }

  /// Records the columns that the row lacks.
  func check(_ reader: inout DocumentReader) {
    guard RowRule.priceColumns.isOn else { return }
    if present & 0b11 == 0 {
      reader.reportRow(Wording.missing("symbol", or: "stock_id", in: "price"))
    }
    if present & 0b100 == 0 { reader.reportRow(Wording.missing("date", in: "price")) }
    if present & 0b1_1000 == 0 { reader.reportRow(Wording.missing("close", in: "price")) }
  }
}

/// A row of `fx_rates`.
struct RateRow: LedgerRow {
  static let kind = RowKind.rate
  static var isFrequent: Bool { true }
  static let keys = ["date", "from", "to", "rate"]

  var rate: RateRecord
  var present: UInt32 = 0

  init(_ rate: RateRecord) { self.rate = rate }

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
        reader.report(Wording.notAboveZero("rate"))
      }
    }
  }

  /// Records the columns that the row lacks.
  func check(_ reader: inout DocumentReader) {
    for (column, key) in Self.keys.enumerated()
    where present & 1 << UInt32(column) == 0 && RowRule.rateColumns.isOn {
      reader.reportRow(Wording.missing(key, in: "exchange rate"))
    }
  }
}

extension DocumentReader {
  /// A closing price.
  mutating func readPrice(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    var row = PriceRow(
      PriceRecord(
        instrument: missingIndex, day: .first, currency: missingCurrency, price: .zero,
        position: position(scanner.index)))
    let number = UInt32(truncatingIfNeeded: draft.tables.prices.count)
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else { return }
    row.check(&self)
    draft.tables.prices.append(row.price)
  }

  /// An exchange rate.
  mutating func readRate(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    var row = RateRow(
      RateRecord(
        day: .first, from: missingCurrency, to: missingCurrency, rate: .zero,
        position: position(scanner.index)))
    let number = UInt32(truncatingIfNeeded: draft.tables.rates.count)
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else { return }
    row.check(&self)
    draft.tables.rates.append(row.rate)
  }
}
