import FolioDiagnostics

/// A table of the ledger document.
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
  case storedPositions = "portfolio_positions"
  case storedHoldings = "portfolio_holdings"
}

/// A column that Folio carries through read and write without giving it a meaning.
public struct PassthroughColumn: Sendable {
  /// The table it stood in.
  public var table: LedgerTable
  /// The number of its row in that table.
  public var row: UInt32
  /// Its key, in `LedgerTables.texts`.
  public var key: UInt32
  /// Its value as the JSON text that was read, in `LedgerTables.texts`.
  public var value: UInt32
  /// Whether Folio knows the column (`user_id`, `updated_at`) though it computes nothing from it.
  public var isKnown: Bool
  /// Where its row stood.
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
