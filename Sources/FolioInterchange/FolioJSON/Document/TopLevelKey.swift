/// The keys of the document's own object.
enum TopLevelKey: String, CaseIterable {
  case format
  case settings
  case userPortfolioSettings = "user_portfolio_settings"
  case portfolioCashAccounts = "portfolio_cash_accounts"
  case cashAccounts = "cash_accounts"
  case stocksMaster = "stocks_master"
  case stocks
  case groups = "transaction_groups"
  case cashTransactions = "cash_transactions"
  case stockTransactions = "stock_transactions"
  case historicalPrices = "historical_prices"
  case prices
  case rates = "fx_rates"
  case positions = "portfolio_positions"
  case holdings = "portfolio_holdings"

  /// What its rows are; nil where it has none.
  var rows: DocumentTable? {
    switch self {
    case .format: nil
    case .settings, .userPortfolioSettings: .settings
    case .portfolioCashAccounts, .cashAccounts: .accounts
    case .stocksMaster, .stocks: .stocks
    case .groups: .groups
    case .cashTransactions: .cashLegs
    case .stockTransactions: .stockLegs
    case .historicalPrices, .prices: .prices
    case .rates: .rates
    case .positions: .positions
    case .holdings: .holdings
    }
  }
}

/// The tables of a document, under whatever key they stand.
enum DocumentTable: Int {
  case settings, accounts, stocks, groups, cashLegs, stockLegs, prices, rates, positions, holdings
}
