/// The numbers of rows besides groups that a change added to a store.
package struct AddedRows: Sendable {
  package private(set) var accounts = 0
  package private(set) var instruments = 0
  package private(set) var prices = 0
  package private(set) var rates = 0
  package private(set) var balances = 0
  /// Whether anything besides groups changed, such as the settings.
  package private(set) var changesHead = false

  /// No rows.
  init() {}

  /// Rows that change the head.
  init(accounts: Int, instruments: Int, prices: Int, rates: Int) {
    (self.accounts, self.instruments) = (accounts, instruments)
    (self.prices, self.rates, changesHead) = (prices, rates, true)
  }

  /// The rows of checked tables that come from other documents than the first, which is that of the
  /// store.
  init(_ tables: LedgerTables, changesHead: Bool) {
    self.changesHead = changesHead
    guard changesHead else { return }
    accounts = tables.cashAccounts.count { Self.isNew($0.position) }
    instruments = tables.instruments.count { $0.hasMasterRow && Self.isNew($0.position) }
    prices = tables.prices.count { Self.isNew($0.position) }
    rates = tables.rates.count { Self.isNew($0.position) }
    balances = tables.balances.count { !$0.isDeleted && Self.isNew($0.position) }
  }

  private static func isNew(_ position: SourcePosition) -> Bool {
    position.isKnown && position.file > 0
  }
}
