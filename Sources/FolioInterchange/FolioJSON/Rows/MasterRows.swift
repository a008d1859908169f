import FolioModel
import FolioNumbers

/// A row of `portfolio_cash_accounts`.
struct AccountRow: LedgerRow {
  static let kind = RowKind.account
  static let keys = ["id", "name", "currency"]

  var account: CashAccount
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    switch column {
    case 0: account.id = try reader.identifier(bytes) ?? .none
    case 1: account.name = try reader.name(bytes)
    default: account.currency = try reader.currency(bytes) ?? missingCurrency
    }
  }

  /// Records the columns that the row lacks.
  func check(_ reader: inout DocumentReader) {
    require(0, of: "cash account", .accountColumns, &reader)
    require(2, of: "cash account", .accountColumns, &reader)
  }
}

/// A row of `stocks_master`.
struct InstrumentRow: LedgerRow {
  static let kind = RowKind.stock
  static let keys = [
    "id", "symbol", "name", "market", "currency", "kind", "isin", "multiplier", "price_factor",
  ]

  var instrument: Instrument
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout DocumentReader
  ) throws(ScanStop) {
    switch column {
    case 0: instrument.stockID = try reader.identifier(bytes) ?? .none
    case 1: instrument.symbol = try reader.identifier(bytes) ?? .none
    case 2: instrument.name = try reader.name(bytes)
    case 3: instrument.market = try reader.name(bytes)
    case 4: instrument.currency = try reader.currency(bytes)
    case 5: instrument.kind = try reader.name(bytes)
    case 6: instrument.isin = try reader.name(bytes)
    case 7: instrument.multiplier = try reader.factor(bytes)
    default: instrument.priceFactor = try reader.factor(bytes)
    }
  }

  /// Records the columns that the row lacks.
  func check(_ reader: inout DocumentReader) {
    require(1, or: 0, of: "instrument", .nameOfInstrument, &reader)
  }
}

extension DocumentReader {
  /// A cash account.
  mutating func readAccount(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    var row = AccountRow(
      account: CashAccount(id: .none, currency: missingCurrency, position: position(scanner.index)))
    let number = UInt32(truncatingIfNeeded: draft.tables.cashAccounts.count)
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else { return }
    row.check(&self)
    draft.tables.cashAccounts.append(row.account)
  }

  /// A number above zero.
  mutating func factor(_ bytes: Span<UInt8>) throws(ScanStop) -> ExactDecimal? {
    guard let factor = try decimal(bytes) else { return nil }
    if !factor.isPositive, RowRule.positiveFactors.isOn {
      report(Messages.notAboveZero(columnName))
    }
    return factor
  }

  /// An instrument.
  mutating func readInstrument(_ bytes: Span<UInt8>, depth: Int) throws(ScanStop) {
    var row = InstrumentRow(instrument: Instrument(position: position(scanner.index)))
    row.instrument.hasMasterRow = true
    let number = UInt32(truncatingIfNeeded: draft.tables.instruments.count)
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else { return }
    row.check(&self)
    draft.tables.instruments.append(row.instrument)
  }
}
