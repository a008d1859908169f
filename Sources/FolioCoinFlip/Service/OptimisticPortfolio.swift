extension CoinFlip {
  /// A portfolio as shown on screen. Trades are shown immediately, and undone if the store rejects
  /// them.
  public actor OptimisticPortfolio {
    private let service: any DataService
    private let show: @Sendable (Document) -> Void
    private let lock = AsyncLock()
    /// The rows on the screen: one portfolio, its holdings and its transactions.
    public private(set) var shown: Document
    /// Trades that are shown but not confirmed yet, oldest first.
    private var pending: [Change] = []
    /// The rows that the store has confirmed.
    private var confirmed: Document

    /// Creates a portfolio.
    /// - Parameters:
    ///   - service: The service that trades are sent to.
    ///   - document: The rows of the portfolio in the service.
    ///   - show: Receives the rows to display after every change.
    public init(
      _ service: any DataService, _ document: Document,
      show: @escaping @Sendable (Document) -> Void = { _ in }
    ) {
      self.service = service
      self.show = show
      shown = document
      confirmed = document
    }

    /// Shows a trade and sends it to the service, after all earlier trades.
    /// - Throws: The reason why the service rejected the trade, which is no longer shown then.
    public func trade(
      _ order: Order, inPortfolio id: String, at time: Timestamp, transactionID: String
    ) async throws(DataFault) {
      let change = Change.execute(order, portfolio: id, at: time, id: transactionID)
      try shown.apply(change, by: nil)
      pending.append(change)
      show(shown)
      // Trades are sent one at a time. A late response to an earlier trade would restore older
      // rows.
      await lock.lock(isolation: self)
      defer { lock.unlock() }
      do throws(DataFault) {
        settle(change, try await service.apply(change))
      } catch {
        settle(change, nil)
        throw error
      }
    }

    /// Completes a trade that was confirmed or rejected. The screen then shows the confirmed rows
    /// with the pending trades applied.
    private func settle(_ change: Change, _ trade: Trade?) {
      pending.removeAll { $0 == change }
      if let trade { try? confirmed.apply(trade) }
      redraw()
    }

    /// Takes over the rows of the service. After a sync, trades that the service rejected are no
    /// longer shown then. Trades without an answer stay on the screen.
    /// - Throws: The failure of reading the service. The screen stays as it is then.
    public func refresh() async throws(DataFault) {
      guard let portfolio = confirmed.portfolios.first else { return }
      await lock.lock(isolation: self)
      defer { lock.unlock() }
      var rows = confirmed
      rows.portfolios = [try await service.portfolio(ofUser: portfolio.userID)]
      rows.holdings = try await service.holdings(ofPortfolio: portfolio.id)
      let transactions = try await service.transactions(ofPortfolio: portfolio.id, limit: nil)
      rows.transactions = transactions.reversed()
      confirmed = rows
      redraw()
    }

    private func redraw() {
      shown = confirmed
      for waiting in pending {
        // A trade that has become impossible is skipped. The service will reject it.
        _ = try? shown.apply(waiting, by: nil)
      }
      show(shown)
    }
  }
}
