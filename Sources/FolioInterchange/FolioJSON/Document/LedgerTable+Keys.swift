extension LedgerTable {
  /// The other names of tables in a document.
  private static let aliases: [String: LedgerTable] = [
    "user_portfolio_settings": .settings, "cash_accounts": .cashAccounts, "stocks": .stocks,
    "prices": .prices, "balance_assertions": .balances,
  ]

  /// All keys of the document's own object.
  static let allKeys =
    ["format"] + allCases.filter { $0 != .document }.map(\.rawValue) + aliases.keys.sorted()

  /// The table with a key in the document's own object.
  init?(key: String) {
    guard let table = Self.aliases[key] ?? Self(rawValue: key), table != .document else {
      return nil
    }
    self = table
  }
}
