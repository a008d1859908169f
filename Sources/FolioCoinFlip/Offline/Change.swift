extension CoinFlip {
  /// A change of the tables as a value. A service applies it, or a queue stores it while the
  /// service is unreachable. New minor versions may add cases.
  public enum Change: Sendable, Hashable {
    /// Adds a user.
    case createUser(User)
    /// Replaces a user's row.
    case updateUser(User)
    /// Adds a portfolio for an existing user.
    case createPortfolio(Portfolio)
    /// Sets the cash of a portfolio, zero or above.
    case updateCashBalance(ExactDecimal, portfolio: String, at: Timestamp)
    /// Adds a holding of a coin that the portfolio does not hold yet.
    case createHolding(Holding)
    /// Replaces a holding's row.
    case updateHolding(Holding)
    /// Removes a holding.
    case deleteHolding(id: String)
    /// Adds a transaction.
    case createTransaction(Transaction)
    /// Carries out an order: cash, holding and transaction change together.
    case execute(Order, portfolio: String, at: Timestamp, id: String)

    /// Sends the change to a service. The service may have applied it already, if an earlier
    /// response was lost.
    func send(to service: any DataService) async throws(DataFault) {
      do throws(DataFault) {
        try await service.apply(self)
      } catch {
        switch (error, self) {
        // This device created the ids, so a row with the same id is the row that was sent.
        case (.conflict, .createUser), (.conflict, .createPortfolio),
          (.conflict, .createTransaction), (.conflict, .execute), (.notFound, .deleteHolding):
          return
        case (.conflict, .createHolding(let row)):
          let there = try await service.holdings(ofPortfolio: row.portfolioID)
          if !there.contains(where: { $0.id == row.id }) { throw error }
        default: throw error
        }
      }
    }
  }

  /// A change that the service rejected, and the reason. It has no effect on the rows.
  public struct RefusedChange: Sendable, Hashable {
    /// The change.
    public var change: Change
    /// The reason, as text.
    public var reason: String
  }
}
