import Folio

extension CoinFlip {
  /// What the screen shows of a portfolio: a trade is shown at once, and taken back when the store
  /// refuses it.
  public actor OptimisticPortfolio {
    private typealias Waiting = (id: String, portfolio: String, order: Order, time: Timestamp)

    private let service: any DataService
    private let show: @Sendable (Document) -> Void
    private let lock = AsyncLock()
    /// What is shown: one portfolio with its rows.
    public private(set) var shown: Document
    /// Trades that are shown and not confirmed yet, oldest first.
    private var pending: [Waiting] = []
    /// What the store has confirmed.
    private var confirmed: Document

    /// A portfolio over a service.
    /// - Parameters:
    ///   - document: the portfolio as the service has it.
    ///   - show: called with what is to be shown, at every change.
    public init(
      _ service: any DataService, _ document: Document,
      show: @escaping @Sendable (Document) -> Void = { _ in }
    ) {
      self.service = service
      self.show = show
      shown = document
      confirmed = document
    }

    /// Shows a trade and has the service carry it out, after those that were asked for before.
    /// - Throws: why it was not done; what is shown is then as if it had never been asked for.
    public func trade(
      _ order: Order, inPortfolio id: String, at time: Timestamp, transactionID: String
    ) async throws(DataFault) {
      if shown.transactions.contains(where: { $0.id == transactionID }) { throw .conflict }
      do throws(Refusal) {
        try shown.execute(order, inPortfolio: id, at: time, id: transactionID)
      } catch {
        throw DataFault(error)
      }
      pending.append((transactionID, id, order, time))
      show(shown)
      // One at a time: an answer has the rows as they were when it was given, and of two that
      // overtake each other the older rows would stay.
      await lock.lock(isolation: self)
      defer { lock.unlock() }
      do throws(DataFault) {
        let trade = try await service.execute(
          order, inPortfolio: id, at: time, transactionID: transactionID)
        settle(transactionID, trade)
      } catch {
        settle(transactionID, nil)
        throw error
      }
    }

    /// A trade is confirmed, or refused: what is shown is what is confirmed and then what still
    /// waits.
    private func settle(_ id: String, _ trade: Trade?) {
      pending.removeAll { $0.id == id }
      if let trade { try? confirmed.apply(trade) }
      var next = confirmed
      for waiting in pending {
        // What can't be done any more will be refused when its turn comes.
        _ = try? next.execute(
          waiting.order, inPortfolio: waiting.portfolio, at: waiting.time, id: waiting.id)
      }
      shown = next
      show(shown)
    }
  }
}
