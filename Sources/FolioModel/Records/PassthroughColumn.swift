/// A table of the ledger document. New minor versions may add cases.
public enum LedgerTable: String, Sendable, CaseIterable {
  /// The document's own top level.
  case document
  case settings
  case cashAccounts = "portfolio_cash_accounts"
  case stocks = "stocks_master"
  case groups = "transaction_groups"
  case stockLegs = "stock_transactions"
  case cashLegs = "cash_transactions"
  case prices = "historical_prices"
  case rates = "fx_rates"
  case balances
  case storedPositions = "portfolio_positions"
  case storedHoldings = "portfolio_holdings"
}

/// A column that Folio reads and writes without interpreting it.
public struct PassthroughColumn: Sendable {
  /// Its table.
  public var table: LedgerTable
  /// The number of its row in that table.
  public var row: UInt32
  /// Its key, in `LedgerTables.texts`.
  public var key: UInt32
  /// Its value as the JSON text that was read, in `LedgerTables.texts`.
  public var value: UInt32
  /// Whether the column is a known one (`user_id`, `updated_at`).
  public var isKnown: Bool
  /// The position of its row.
  public var position: SourcePosition

  /// A column to be kept.
  public init(
    table: LedgerTable, row: UInt32, key: UInt32, value: UInt32, isKnown: Bool,
    position: SourcePosition
  ) {
    self.table = table
    self.row = row
    self.key = key
    self.value = value
    self.isKnown = isKnown
    self.position = position
  }
}
