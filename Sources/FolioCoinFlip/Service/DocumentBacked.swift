import Folio

extension CoinFlip {
  /// A data service whose rows are one document: each operation is a change of it.
  public protocol DocumentBacked: DataService {
    /// The user who is signed in: other users' rows are not there for them, but on the
    /// leaderboard. With nil all rows are to be had.
    nonisolated var owner: String? { get }

    /// Makes a change; where it throws, or the document can't be kept, nothing has changed.
    func perform<Answer: Sendable>(
      _ change: @Sendable (inout Document) throws(DataFault) -> Answer
    ) async throws(DataFault) -> Answer
  }
}

extension CoinFlip.DocumentBacked {
  /// Adds a user.
  public func createUser(_ user: CoinFlip.User) async throws(CoinFlip.DataFault) {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      guard user.isValid else { throw .invalid }
      if let owner, owner != user.id { throw .unauthorized }
      try document.users.insert(new: user, \.id)
    }
  }

  /// The user with this id.
  public func user(id: String) async throws(CoinFlip.DataFault) -> CoinFlip.User {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      try document.user(of: owner) { $0.id == id }
    }
  }

  /// The user who signs in with this id.
  public func user(authUserID: String) async throws(CoinFlip.DataFault) -> CoinFlip.User {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      try document.user(of: owner) { $0.authUserID == authUserID }
    }
  }

  /// Replaces a user's row.
  public func updateUser(_ user: CoinFlip.User) async throws(CoinFlip.DataFault) {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      _ = try document.user(of: owner) { $0.id == user.id }
      guard user.isValid else { throw .invalid }
      try document.users.replace(with: user, \.id)
    }
  }

  /// Adds a portfolio of a user that is there.
  public func createPortfolio(_ portfolio: CoinFlip.Portfolio) async throws(CoinFlip.DataFault) {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      if let owner, owner != portfolio.userID { throw .unauthorized }
      _ = try document.user(of: owner) { $0.id == portfolio.userID }
      guard portfolio.isValid else { throw .invalid }
      try document.portfolios.insert(new: portfolio, \.id)
    }
  }

  /// The user's first portfolio.
  public func portfolio(
    ofUser userID: String
  ) async throws(CoinFlip.DataFault) -> CoinFlip.Portfolio {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      try document.portfolio(of: owner) { $0.userID == userID }
    }
  }

  /// Sets the cash of a portfolio.
  public func updateCashBalance(
    _ cash: ExactDecimal, ofPortfolio id: String, at time: Timestamp
  ) async throws(CoinFlip.DataFault) {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      var row = try document.portfolio(of: owner) { $0.id == id }
      guard cash.isAmount else { throw .invalid }
      row.cashBalance = cash.inColumn
      row.updatedAt = time
      try document.portfolios.replace(with: row, \.id)
    }
  }

  /// What a portfolio holds.
  public func holdings(
    ofPortfolio id: String
  ) async throws(CoinFlip.DataFault) -> [CoinFlip.Holding] {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      if !document.isOwn(portfolio: id, of: owner) { return [] }
      return document.holdings.filter { $0.portfolioID == id }
    }
  }

  /// Adds a holding of a coin that the portfolio has none of.
  public func createHolding(_ holding: CoinFlip.Holding) async throws(CoinFlip.DataFault) {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      _ = try document.portfolio(of: owner) { $0.id == holding.portfolioID }
      guard holding.isValid else { throw .invalid }
      let isHeld = document.holdings.contains {
        $0.portfolioID == holding.portfolioID && $0.coin.id == holding.coin.id
      }
      if isHeld { throw .conflict }
      try document.holdings.insert(new: holding, \.id)
    }
  }

  /// Replaces a holding's row.
  public func updateHolding(_ holding: CoinFlip.Holding) async throws(CoinFlip.DataFault) {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      let before = try document.holding(holding.id, of: owner)
      guard holding.isValid else { throw .invalid }
      if before.portfolioID != holding.portfolioID || before.coin.id != holding.coin.id {
        throw .conflict
      }
      try document.holdings.replace(with: holding, \.id)
    }
  }

  /// Removes a holding.
  public func deleteHolding(id: String) async throws(CoinFlip.DataFault) {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      _ = try document.holding(id, of: owner)
      document.holdings.removeAll { $0.id == id }
    }
  }

  /// The transactions of a portfolio, newest first.
  public func transactions(
    ofPortfolio id: String, limit: Int?
  ) async throws(CoinFlip.DataFault) -> [CoinFlip.Transaction] {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      if !document.isOwn(portfolio: id, of: owner) { return [] }
      let rows = document.transactions.enumerated().filter { $0.element.portfolioID == id }
      let sorted = rows.sorted {
        ($0.element.timestamp, $0.offset) > ($1.element.timestamp, $1.offset)
      }
      return sorted.prefix(max(0, limit ?? .max)).map(\.element)
    }
  }

  /// Adds a transaction.
  public func createTransaction(
    _ transaction: CoinFlip.Transaction
  ) async throws(CoinFlip.DataFault) {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      _ = try document.portfolio(of: owner) { $0.id == transaction.portfolioID }
      guard transaction.isValid else { throw .invalid }
      try document.transactions.insert(new: transaction, \.id)
    }
  }

  /// Buys or sells, all of it or nothing.
  public func execute(
    _ order: CoinFlip.Order, inPortfolio id: String, at time: Timestamp, transactionID: String
  ) async throws(CoinFlip.DataFault) -> CoinFlip.Trade {
    try await perform { [owner] document throws(CoinFlip.DataFault) in
      _ = try document.portfolio(of: owner) { $0.id == id }
      if document.transactions.contains(where: { $0.id == transactionID }) { throw .conflict }
      do throws(CoinFlip.Refusal) {
        return try document.execute(order, inPortfolio: id, at: time, id: transactionID)
      } catch {
        throw CoinFlip.DataFault(error)
      }
    }
  }

  /// All users by what they are worth.
  public func leaderboard(
    prices: [String: ExactDecimal]
  ) async throws(CoinFlip.DataFault) -> [CoinFlip.Standing] {
    try await perform { document throws(CoinFlip.DataFault) in
      do throws(ArithmeticFault) {
        return try document.leaderboard(prices: prices)
      } catch {
        throw .invalid
      }
    }
  }
}
