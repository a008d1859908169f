import Folio

extension CoinFlip {
  /// Why a store could not do what was asked; nothing has changed then.
  public enum DataFault: Error, Sendable, Hashable {
    /// There is no such row.
    case notFound
    /// A row with this id, or of this coin in the portfolio, is there already.
    case conflict
    /// The order can't be carried out.
    case refused(Refusal)
    /// A number has no room in its column, cash or units would be below zero, or a text that a row
    /// needs is empty.
    case invalid
    /// The row would be another user's than the one who is signed in.
    case unauthorized
    /// What is stored can't be read; the faults as text.
    case corrupt(String)
    /// The store can't be reached, or refuses to write; its own words.
    case unavailable(String)
  }

  /// What the app asks of its data, wherever they are kept.
  public protocol DataService: Sendable {
    /// Adds a user.
    func createUser(_ user: User) async throws(DataFault)
    /// The user with this id.
    func user(id: String) async throws(DataFault) -> User
    /// The user who signs in with this id.
    func user(authUserID: String) async throws(DataFault) -> User
    /// Replaces a user's row.
    func updateUser(_ user: User) async throws(DataFault)

    /// Adds a portfolio.
    func createPortfolio(_ portfolio: Portfolio) async throws(DataFault)
    /// The user's first portfolio.
    func portfolio(ofUser userID: String) async throws(DataFault) -> Portfolio
    /// Sets the cash of a portfolio, zero or above.
    func updateCashBalance(
      _ cash: ExactDecimal, ofPortfolio id: String, at time: Timestamp
    ) async throws(DataFault)

    /// What a portfolio holds.
    func holdings(ofPortfolio id: String) async throws(DataFault) -> [Holding]
    /// Adds a holding.
    func createHolding(_ holding: Holding) async throws(DataFault)
    /// Replaces a holding's row.
    func updateHolding(_ holding: Holding) async throws(DataFault)
    /// Removes a holding.
    func deleteHolding(id: String) async throws(DataFault)

    /// The transactions of a portfolio, newest first, and not more than the limit.
    func transactions(
      ofPortfolio id: String, limit: Int?
    ) async throws(DataFault) -> [Transaction]
    /// Adds a transaction.
    func createTransaction(_ transaction: Transaction) async throws(DataFault)

    /// Buys or sells: cash, holding and transaction change together, or nothing does.
    func execute(
      _ order: Order, inPortfolio id: String, at time: Timestamp, transactionID: String
    ) async throws(DataFault) -> Trade
    /// All users by what they are worth.
    func leaderboard(
      prices: [String: ExactDecimal]
    ) async throws(DataFault) -> [Standing]
  }

  /// Where a document is kept as a whole: a file, a row of a store.
  public protocol ByteStore: Sendable {
    /// What was saved last; nil where nothing was.
    func load() async throws -> [UInt8]?
    /// Replaces what was saved, all of it or nothing.
    func save(_ bytes: [UInt8]) async throws
  }

  /// Which implementation the app uses; callers see no difference.
  public enum Mode: Sendable {
    /// In memory, beginning with these rows.
    case local(Document)
    /// In a store.
    case stored(any ByteStore)
    /// In a service that is not always in reach, with a cache and a queue.
    case offline(OfflineDataService)

    /// The data of this mode.
    /// - Parameter user: the id of the user who is signed in. The rows of others are not there for
    ///   them then, except on the leaderboard. With nil all rows are to be had. A service with a
    ///   cache has been given its user.
    public func service(for user: String? = nil) -> any DataService {
      switch self {
      case .local(let document): LocalDataService(document, owner: user)
      case .stored(let store): StoredDataService(store, owner: user)
      case .offline(let service): service
      }
    }
  }
}
