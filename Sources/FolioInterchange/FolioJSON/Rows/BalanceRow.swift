/// A row of `balances`.
struct BalanceRow: TableRow {
  static let kind = RowKind.balance
  static let keys = [
    "date", "cash_account_id", "amount", "currency", "symbol", "stock_id", "quantity", "account",
    "is_deleted",
  ]
  static var table: WritableKeyPath<LedgerTables, [BalanceRecord]> { \.balances }
  /// The columns of a balance of cash, and of one of units.
  private static let (cash, units) = (1...3, 4...7)

  private(set) var record: BalanceRecord
  var present: UInt32 = 0

  init(at position: SourcePosition) {
    record = BalanceRecord(day: .first, value: .zero, position: position)
  }

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    switch column {
    case 0: record.day = try reader.day(bytes) ?? .first
    case 1:
      guard let id = try reader.identifier(bytes) else { return }
      record.cashAccount = reader.accounts.index(of: id, in: &reader.draft.accountNames)
    // Both may be below zero.
    case 2, 6: if let value = try reader.decimal(bytes) { record.value = value }
    case 3: record.currency = try reader.currency(bytes) ?? missingCurrency
    case 4:
      guard let symbol = try reader.identifier(bytes) else { return }
      record.instrument = reader.symbols.index(of: symbol, in: &reader.draft.symbolNames)
    case 5:
      guard let id = try reader.identifier(bytes) else { return }
      record.stockReference = reader.stocks.number(of: id, in: &reader.draft.stockNames)
    case 7:
      guard let name = try reader.identifier(bytes) else { return }
      record.account = reader.draft.tables.securitiesAccounts.index(of: name)
    default: record.isDeleted = try reader.flag(bytes) ?? false
    }
  }

  func check(_ reader: inout RecordReader) {
    require(0, of: "balance", .balanceColumns, &reader)
    switch (first(of: Self.cash), first(of: Self.units)) {
    case (nil, nil):
      if RowRule.balanceColumns.isOn { reader.reportRow(Messages.emptyBalance) }
    case (let cash?, let units?):
      guard RowRule.balanceOfOneThing.isOn else { return }
      reader.reportRow(Messages.balanceOfTwoThings(Self.keys[cash], Self.keys[units]))
    case (_?, nil):
      require(1, of: "balance", .balanceColumns, &reader)
      require(2, of: "balance", .balanceColumns, &reader)
    case (nil, _?):
      require(4, or: 5, of: "balance", .balanceColumns, &reader)
      require(6, of: "balance", .balanceColumns, &reader)
    }
  }

  /// The first of some columns that the row has.
  private func first(of columns: ClosedRange<Int>) -> Int? {
    columns.first { present & 1 << UInt32($0) != 0 }
  }
}
