extension CoinFlip {
  /// The reason why an operation of a service failed. A failed operation changes nothing.
  /// New minor versions may add cases.
  public enum DataFault: Error, Sendable, Hashable {
    /// The row does not exist.
    case notFound
    /// A row with this id already exists, or the portfolio already holds this coin.
    case conflict
    /// The order can't be carried out.
    case refused(Refusal)
    /// A number does not fit its column, cash or units would be negative, or a required text is
    /// empty.
    case invalid
    /// The row would belong to a user other than the signed-in one.
    case unauthorized
    /// The stored data cannot be parsed. The value lists the faults.
    case corrupt(String)
    /// The store cannot be reached or written. The value is its error message.
    case unavailable(String)
  }

  /// Access to the data of the app, independent of where it is stored.
  public protocol DataService: Sendable {
    /// Returns the user with this id.
    func user(id: String) async throws(DataFault) -> User
    /// Returns the user who signs in with this id.
    func user(authUserID: String) async throws(DataFault) -> User
    /// Returns the first portfolio of a user.
    func portfolio(ofUser userID: String) async throws(DataFault) -> Portfolio
    /// Returns the holdings of a portfolio.
    func holdings(ofPortfolio id: String) async throws(DataFault) -> [Holding]
    /// Returns the transactions of a portfolio, newest first, up to `limit`.
    func transactions(
      ofPortfolio id: String, limit: Int?
    ) async throws(DataFault) -> [Transaction]
    /// Returns all users ranked by net worth.
    func leaderboard(prices: [String: ExactDecimal]) async throws(DataFault) -> [LeaderboardEntry]
    /// Applies a change, completely or not at all.
    /// - Returns: The trade, if the change is an order.
    @discardableResult
    func apply(_ change: Change) async throws(DataFault) -> Trade?
  }

  /// Storage for a document that is saved as a whole, such as a file.
  public protocol ByteStore: Sendable {
    /// Returns the saved bytes, or `nil` if nothing was saved.
    func load() async throws -> [UInt8]?
    /// Replaces the saved bytes, completely or not at all.
    func save(_ bytes: [UInt8]) async throws
  }

  /// The implementation that the app uses. All of them behave alike.
  public enum Mode: Sendable {
    /// Keeps the rows in memory, starting with these.
    case local(Document)
    /// Saves the rows in a store.
    case stored(any ByteStore)
    /// Uses a service that may be unreachable, with a cache and a queue.
    case offline(OfflineDataService)

    /// Creates the service of this mode.
    /// - Parameter user: The id of the signed-in user. Rows of other users are then visible only on
    ///   the leaderboard. `nil` makes all rows visible. Ignored by `offline`, which already has a
    ///   user.
    public func service(for user: String? = nil) -> any DataService {
      switch self {
      case .local(let document): LocalDataService(document, owner: user)
      case .stored(let store): LocalDataService(store, owner: user)
      case .offline(let service): service
      }
    }
  }
}

extension CoinFlip.DataService {
  /// Carries out an order: cash, holding and transaction change together, or not at all.
  public func execute(
    _ order: CoinFlip.Order, inPortfolio id: String, at time: Timestamp, transactionID: String
  ) async throws(CoinFlip.DataFault) -> CoinFlip.Trade {
    let change = CoinFlip.Change.execute(order, portfolio: id, at: time, id: transactionID)
    guard let trade = try await apply(change) else {
      throw .unavailable("the service did not return the trade")
    }
    return trade
  }
}
