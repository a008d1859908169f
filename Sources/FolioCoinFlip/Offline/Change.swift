import Folio

extension CoinFlip {
  /// A change that a data service is asked for, as a value: what waits in a queue while the service
  /// is out of reach.
  public enum Change: Sendable, Hashable {
    /// `createUser`.
    case createUser(User)
    /// `updateUser`.
    case updateUser(User)
    /// `createPortfolio`.
    case createPortfolio(Portfolio)
    /// `updateCashBalance`.
    case updateCashBalance(ExactDecimal, portfolio: String, at: Timestamp)
    /// `createHolding`.
    case createHolding(Holding)
    /// `updateHolding`.
    case updateHolding(Holding)
    /// `deleteHolding`.
    case deleteHolding(id: String)
    /// `createTransaction`.
    case createTransaction(Transaction)
    /// `execute`.
    case execute(Order, portfolio: String, at: Timestamp, id: String)

    /// Asks a service for the change.
    func apply(to service: any DataService) async throws(DataFault) {
      switch self {
      case .createUser(let user): try await service.createUser(user)
      case .updateUser(let user): try await service.updateUser(user)
      case .createPortfolio(let portfolio): try await service.createPortfolio(portfolio)
      case .updateCashBalance(let cash, let portfolio, let time):
        try await service.updateCashBalance(cash, ofPortfolio: portfolio, at: time)
      case .createHolding(let holding): try await service.createHolding(holding)
      case .updateHolding(let holding): try await service.updateHolding(holding)
      case .deleteHolding(let id): try await service.deleteHolding(id: id)
      case .createTransaction(let row): try await service.createTransaction(row)
      case .execute(let order, let portfolio, let time, let id):
        _ = try await service.execute(
          order, inPortfolio: portfolio, at: time, transactionID: id)
      }
    }

    /// Asks a service for a change that it may have made already, when the answer was lost.
    func send(to service: any DataService) async throws(DataFault) {
      do throws(DataFault) {
        try await apply(to: service)
      } catch {
        switch (error, self) {
        // The ids are of this device: a row that has one is the row that was sent.
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

  /// A change that the service refused when it was sent, and why. It is no part of the rows.
  public struct RefusedChange: Sendable, Hashable {
    /// What was asked for.
    public var change: Change
    /// Why it was not done, in words.
    public var reason: String
  }
}
