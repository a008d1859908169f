extension CoinFlip {
  /// A data service that keeps its rows in one document.
  public protocol DocumentBacked: DataService {
    /// The id of the signed-in user, who sees rows of other users only on the leaderboard. `nil`
    /// makes all rows visible.
    nonisolated var owner: String? { get }

    /// Returns all rows.
    func rows() async throws(DataFault) -> Document
  }
}

extension CoinFlip.DocumentBacked {
  /// Returns the user with this id.
  public func user(id: String) async throws(CoinFlip.DataFault) -> CoinFlip.User {
    try await rows().user(of: owner) { $0.id == id }
  }

  /// Returns the user who signs in with this id.
  public func user(authUserID: String) async throws(CoinFlip.DataFault) -> CoinFlip.User {
    try await rows().user(of: owner) { $0.authUserID == authUserID }
  }

  /// Returns the first portfolio of a user.
  public func portfolio(
    ofUser userID: String
  ) async throws(CoinFlip.DataFault) -> CoinFlip.Portfolio {
    try await rows().portfolio(of: owner) { $0.userID == userID }
  }

  /// Returns the holdings of a portfolio.
  public func holdings(
    ofPortfolio id: String
  ) async throws(CoinFlip.DataFault) -> [CoinFlip.Holding] {
    let document = try await rows()
    guard document.isOwn(portfolio: id, of: owner) else { return [] }
    return document.holdings.filter { $0.portfolioID == id }
  }

  /// Returns the transactions of a portfolio, newest first, up to `limit`.
  public func transactions(
    ofPortfolio id: String, limit: Int?
  ) async throws(CoinFlip.DataFault) -> [CoinFlip.Transaction] {
    let document = try await rows()
    guard document.isOwn(portfolio: id, of: owner) else { return [] }
    let rows = document.transactions.filter { $0.portfolioID == id }
    return Array(rows.stablySorted(by: \.timestamp).reversed().prefix(max(0, limit ?? .max)))
  }

  /// Returns all users ranked by net worth.
  public func leaderboard(
    prices: [String: ExactDecimal]
  ) async throws(CoinFlip.DataFault) -> [CoinFlip.LeaderboardEntry] {
    let document = try await rows()
    do throws(ArithmeticFault) {
      return try document.leaderboard(prices: prices)
    } catch {
      throw .invalid
    }
  }
}
