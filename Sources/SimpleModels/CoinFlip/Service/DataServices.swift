import ExactNumbers
import LedgerModel

extension CoinFlip {
  /// The data in memory: for previews, for tests, and for playing without a store.
  public actor LocalDataService: DocumentBacked {
    private var document: Document

    /// A service that begins with these rows.
    public init(_ document: Document = Document()) { self.document = document }

    /// Makes a change; where it throws, or can't be kept, nothing has changed.
    public func perform<Answer: Sendable>(
      _ change: @Sendable (inout Document) throws(DataFault) -> Answer
    ) async throws(DataFault) -> Answer {
      var changed = document
      let answer = try change(&changed)
      document = changed
      return answer
    }
  }

  /// The data in a store, written after every change. A change that the store refuses is undone.
  public actor StoredDataService: DocumentBacked {
    private let store: any ByteStore
    /// What is stored; nil until it was loaded.
    private var document: Document?
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// A service over a store; it is read at the first operation.
    public init(_ store: any ByteStore) { self.store = store }

    /// Makes a change; where it throws, or can't be kept, nothing has changed.
    public func perform<Answer: Sendable>(
      _ change: @Sendable (inout Document) throws(DataFault) -> Answer
    ) async throws(DataFault) -> Answer {
      // One change at a time: another that began while the store writes would not see it.
      await enter()
      defer { leave() }
      let before = try await loaded()
      var changed = before
      let answer = try change(&changed)
      if changed != before {
        do {
          try await store.save(changed.json())
        } catch {
          throw .unavailable("\(error)")
        }
      }
      document = changed
      return answer
    }

    private func loaded() async throws(DataFault) -> Document {
      if let document { return document }
      let bytes: [UInt8]?
      do {
        bytes = try await store.load()
      } catch {
        throw .unavailable("\(error)")
      }
      guard let bytes else { return Document() }
      do throws(LedgerFaults) {
        return try Source(reading: bytes, name: "store").document
      } catch {
        throw .corrupt(error.text())
      }
    }

    private func enter() async {
      if !isBusy {
        isBusy = true
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
      if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
    }
  }

  /// What the screen shows of a portfolio: a trade is shown at once, and taken back when the store
  /// refuses it.
  public actor Desk {
    private let service: any DataService
    private let show: @Sendable (Document) -> Void
    /// What is shown: one portfolio with its rows.
    public private(set) var shown: Document
    /// Trades that are shown and not confirmed yet, oldest first.
    private var pending: [(id: String, order: Order, time: Timestamp)] = []
    /// What the store has confirmed.
    private var confirmed: Document

    /// A desk over a service.
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

    /// Shows a trade and has the service carry it out.
    /// - Throws: why it was not done; what is shown is then as if it had never been asked for.
    public func trade(
      _ order: Order, inPortfolio id: String, at time: Timestamp, transactionID: String
    ) async throws(DataFault) {
      do throws(Refusal) {
        try shown.execute(order, inPortfolio: id, at: time, id: transactionID)
      } catch {
        throw error == .notFound ? .notFound : .refused(error)
      }
      pending.append((transactionID, order, time))
      show(shown)
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
      for trade in pending {
        let portfolio = shown.transactions.first { $0.id == trade.id }?.portfolioID ?? ""
        _ = try? next.execute(
          trade.order, inPortfolio: portfolio, at: trade.time, id: trade.id)
      }
      shown = next
      show(shown)
    }
  }
}
