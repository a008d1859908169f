extension CoinFlip {
  /// A parsed dump of CoinFlip's tables, with the source position of each row.
  public struct Source: Sendable {
    /// Warnings about unknown keys.
    public private(set) var warnings: [Diagnostic] = []
    /// The file, for showing the lines with faults.
    public let file: SourceFile
    private(set) var users: [PlacedRow<User>] = []
    private(set) var portfolios: [PlacedRow<Portfolio>] = []
    private(set) var holdings: [PlacedRow<Holding>] = []
    private(set) var transactions: [PlacedRow<Transaction>] = []

    /// Parses the tables, which are one JSON object.
    /// - Throws: All faults together, each with its source position.
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
    }

    /// The rows.
    public var document: Document {
      var document = Document()
      document.users = users.map(\.row)
      document.portfolios = portfolios.map(\.row)
      document.holdings = holdings.map(\.row)
      document.transactions = transactions.map(\.row)
      return document
    }

    /// Removes the rows of all other users.
    /// - Throws: A fault if the user does not exist.
    public mutating func keepOnly(user: String) throws(LedgerFaults) {
      users.removeAll { $0.row.id != user }
      portfolios.removeAll { $0.row.userID != user }
      let own = Set(portfolios.map(\.row.id))
      holdings.removeAll { !own.contains($0.row.portfolioID) }
      transactions.removeAll { !own.contains($0.row.portfolioID) }
      if !users.isEmpty { return }
      let fault = Diagnostic(
        .severalUsers, "no row belongs to the user \"\(user)\"",
        help: "Give the id of one of the users.", at: .none)
      throw LedgerFaults([fault], sources: [file])
    }

    private func check(_ reader: inout TableReader) {
      reader.refuseRepetitions(users, "user", "id", \.id)
      reader.refuseRepetitions(portfolios, "portfolio", "id", \.id)
      reader.refuseRepetitions(holdings, "holding", "id", \.id)
      reader.refuseRepetitions(transactions, "transaction", "id", \.id)
      // A portfolio has at most one holding per coin.
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
