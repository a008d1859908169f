import Folio

// The operations: what reads asks the cache, what changes goes on the queue.
extension CoinFlip.OfflineDataService {
  /// Adds a user.
  public func createUser(_ user: CoinFlip.User) async throws(CoinFlip.DataFault) {
    try await add(.createUser(user))
  }

  /// The user with this id.
  public func user(id: String) async throws(CoinFlip.DataFault) -> CoinFlip.User {
    try await shown().user(id: id)
  }

  /// The user who signs in with this id.
  public func user(authUserID: String) async throws(CoinFlip.DataFault) -> CoinFlip.User {
    try await shown().user(authUserID: authUserID)
  }

  /// Replaces a user's row.
  public func updateUser(_ user: CoinFlip.User) async throws(CoinFlip.DataFault) {
    try await add(.updateUser(user))
  }

  /// Adds a portfolio.
  public func createPortfolio(_ portfolio: CoinFlip.Portfolio) async throws(CoinFlip.DataFault) {
    try await add(.createPortfolio(portfolio))
  }

  /// The user's first portfolio.
  public func portfolio(
    ofUser userID: String
  ) async throws(CoinFlip.DataFault) -> CoinFlip.Portfolio {
    try await shown().portfolio(ofUser: userID)
  }

  /// Sets the cash of a portfolio.
  public func updateCashBalance(
    _ cash: ExactDecimal, ofPortfolio id: String, at time: Timestamp
  ) async throws(CoinFlip.DataFault) {
    try await add(.updateCashBalance(cash, portfolio: id, at: time))
  }

  /// What a portfolio holds.
  public func holdings(
    ofPortfolio id: String
  ) async throws(CoinFlip.DataFault) -> [CoinFlip.Holding] {
    try await shown().holdings(ofPortfolio: id)
  }

  /// Adds a holding.
  public func createHolding(_ holding: CoinFlip.Holding) async throws(CoinFlip.DataFault) {
    try await add(.createHolding(holding))
  }

  /// Replaces a holding's row.
  public func updateHolding(_ holding: CoinFlip.Holding) async throws(CoinFlip.DataFault) {
    try await add(.updateHolding(holding))
  }

  /// Removes a holding.
  public func deleteHolding(id: String) async throws(CoinFlip.DataFault) {
    try await add(.deleteHolding(id: id))
  }

  /// The transactions of a portfolio, newest first.
  public func transactions(
    ofPortfolio id: String, limit: Int?
  ) async throws(CoinFlip.DataFault) -> [CoinFlip.Transaction] {
    try await shown().transactions(ofPortfolio: id, limit: limit)
  }

  /// Adds a transaction.
  public func createTransaction(
    _ transaction: CoinFlip.Transaction
  ) async throws(CoinFlip.DataFault) {
    try await add(.createTransaction(transaction))
  }

  /// Buys or sells, all of it or nothing; what comes back is how it stands here.
  public func execute(
    _ order: CoinFlip.Order, inPortfolio id: String, at time: Timestamp, transactionID: String
  ) async throws(CoinFlip.DataFault) -> CoinFlip.Trade {
    try await add(order, inPortfolio: id, at: time, transactionID: transactionID)
  }

  /// All users by what they are worth, as the service has them.
  public func leaderboard(
    prices: [String: ExactDecimal]
  ) async throws(CoinFlip.DataFault) -> [CoinFlip.Standing] {
    try await remote.leaderboard(prices: prices)
  }
}
