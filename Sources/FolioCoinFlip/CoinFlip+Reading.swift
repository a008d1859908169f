import Folio

extension CoinFlip {
  /// A dump of CoinFlip's tables, read: the rows with their places.
  public struct Source: Sendable {
    /// The rows.
    public private(set) var document = Document()
    /// Keys that mean nothing.
    public private(set) var warnings: [Diagnostic] = []
    /// The file, for showing the lines of faults.
    public let file: SourceFile
    private(set) var users: [PlacedRow<User>] = []
    private(set) var portfolios: [PlacedRow<Portfolio>] = []
    private(set) var holdings: [PlacedRow<Holding>] = []
    private(set) var transactions: [PlacedRow<Transaction>] = []

    /// Reads the tables as one JSON object.
    /// - Throws: every fault at once, each with its place.
    public init(reading bytes: [UInt8], name: String = "coinflip.json") throws(LedgerFaults) {
      file = SourceFile(name: name, contents: bytes)
      var reader = try TableReader(file, bytes)
      users = reader.rows("users", "user") { User(&$0) }
      portfolios = reader.rows("portfolios", "portfolio") { Portfolio(&$0) }
      holdings = reader.rows("holdings", "holding") { Holding(&$0) }
      transactions = reader.rows("transactions", "transaction") { Transaction(&$0) }
      check(&reader)
      try reader.finish(file)
      warnings = reader.warnings
      takeRows()
    }

    /// Leaves out the rows of all users but one.
    /// - Throws: that there is no such user.
    public mutating func keepOnly(user: String) throws(LedgerFaults) {
      users.removeAll { $0.row.id != user }
      portfolios.removeAll { $0.row.userID != user }
      let own = Set(portfolios.map(\.row.id))
      holdings.removeAll { !own.contains($0.row.portfolioID) }
      transactions.removeAll { !own.contains($0.row.portfolioID) }
      takeRows()
      if !users.isEmpty { return }
      let fault = Diagnostic(
        .severalUsers, "no row belongs to the user \"\(user)\"",
        help: "Give the id of one of the users.", at: .none)
      throw LedgerFaults([fault], sources: [file])
    }

    private mutating func takeRows() {
      document.users = users.map(\.row)
      document.portfolios = portfolios.map(\.row)
      document.holdings = holdings.map(\.row)
      document.transactions = transactions.map(\.row)
    }

    private func check(_ reader: inout TableReader) {
      reader.refuseRepetitions(users, "user", "id", \.id)
      reader.refuseRepetitions(portfolios, "portfolio", "id", \.id)
      reader.refuseRepetitions(holdings, "holding", "id", \.id)
      reader.refuseRepetitions(transactions, "transaction", "id", \.id)
      // A coin is held once in a portfolio.
      reader.refuseRepetitions(holdings, "holding", "coin_id") { row in
        "\(row.coin.id)\" in the portfolio \"\(row.portfolioID)"
      }
      if !reader.faults.isEmpty { return }
      let userIDs = Set(users.map(\.row.id))
      let portfolioIDs = Set(portfolios.map(\.row.id))
      reader.refuseUnknown(portfolios, "portfolio", "user_id", userIDs, \.userID)
      reader.refuseUnknown(holdings, "holding", "portfolio_id", portfolioIDs, \.portfolioID)
      reader.refuseUnknown(
        transactions, "transaction", "portfolio_id", portfolioIDs, \.portfolioID)
    }
  }
}

extension CoinFlip.User {
  init?(_ row: inout RowReader) {
    let id = row.text("id")
    let authUserID = row.optionalText("auth_user_id")
    let username = row.text("username")
    let emoji = row.optionalText("avatar_emoji")
    let (created, updated) = (row.time("created_at"), row.time("updated_at"))
    guard let id, let username, let created, let updated else { return nil }
    self.init(
      id: id, authUserID: authUserID, username: username, avatarEmoji: emoji, createdAt: created,
      updatedAt: updated)
  }
}

extension CoinFlip.Portfolio {
  init?(_ row: inout RowReader) {
    let (id, user) = (row.text("id"), row.text("user_id"))
    let cash = row.number("cash_balance", .zeroOrAbove, .decimal20x8)
    let start = row.number("starting_balance", .zeroOrAbove, .decimal20x8)
    let (created, updated) = (row.time("created_at"), row.time("updated_at"))
    guard let id, let user, let cash, let start, let created, let updated else { return nil }
    self.init(
      id: id, userID: user, cashBalance: cash.inColumn, startingBalance: start.inColumn,
      createdAt: created, updatedAt: updated)
  }
}

extension CoinFlip.Coin {
  init?(_ row: inout RowReader) {
    let (id, symbol, name) = (row.text("coin_id"), row.text("coin_symbol"), row.text("coin_name"))
    guard let id, let symbol, let name else { return nil }
    self.init(id: id, symbol: symbol, name: name)
  }
}

extension CoinFlip.Holding {
  init?(_ row: inout RowReader) {
    let (id, portfolio) = (row.text("id"), row.text("portfolio_id"))
    let coin = CoinFlip.Coin(&row)
    let quantity = row.number("quantity", .zeroOrAbove, .decimal20x8)
    let price = row.number("average_buy_price", .zeroOrAbove, .decimal20x8)
    guard let id, let portfolio, let coin, let quantity, let price else { return nil }
    self.init(
      id: id, portfolioID: portfolio, coin: coin, quantity: quantity.inColumn,
      averageBuyPrice: price.inColumn)
  }
}

extension CoinFlip.Transaction {
  init?(_ row: inout RowReader) {
    let (id, portfolio) = (row.text("id"), row.text("portfolio_id"))
    let coin = CoinFlip.Coin(&row)
    let type: CoinFlip.TransactionType? = row.word("type", .badTradeType)
    let quantity = row.number("quantity", .aboveZero, .decimal20x8)
    let price = row.number("price_per_coin", .zeroOrAbove, .decimal20x8)
    let total = row.number("total_value", .zeroOrAbove, .decimal20x8)
    let time = row.time("timestamp")
    guard let id, let portfolio, let coin, let type, let quantity, let price, let total, let time
    else { return nil }
    self.init(
      id: id, portfolioID: portfolio, coin: coin, type, quantity: quantity.inColumn,
      pricePerCoin: price.inColumn, totalValue: total.inColumn, timestamp: time)
  }
}
