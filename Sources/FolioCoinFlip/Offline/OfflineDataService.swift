extension CoinFlip {
  /// Gives access to the data of a service that may be unreachable. Reads use a cache. A change is
  /// applied to the cache and stored in a queue, which `sync` sends to the service.
  ///
  /// Changes are sent in order. Each takes effect once, even if it is sent again after a lost
  /// answer. A change that the service rejects is undone and added to `refused`. The leaderboard
  /// requires the service, because it includes the rows of other users.
  public actor OfflineDataService: DocumentBacked {
    private let remote: any DataService
    private let store: any ByteStore
    private let user: String
    private var cache: OfflineCache?
    /// The confirmed rows with the queued changes applied. `nil` if they must be recomputed.
    private var view: Document?
    private var signals = Signals()
    private let lock = AsyncLock()
    private let syncLock = AsyncLock()

    /// The signed-in user.
    public nonisolated var owner: String? { user }

    /// Creates a service.
    /// - Parameters:
    ///   - remote: The service that changes are sent to.
    ///   - store: The storage of the cache and the queue. It is first read on first use.
    ///   - owner: The id of the signed-in user. This user's row and the rows of their first
    ///     portfolio are cached.
    public init(_ remote: any DataService, cache store: any ByteStore, owner: String) {
      self.remote = remote
      self.store = store
      user = owner
    }

    /// Says that the rows, the queue or the rejected changes have changed, for one listener.
    /// Several changes may count as one.
    public var updates: AsyncStream<Void> {
      signals.add { [weak self] number in Task { [weak self] in await self?.forget(number) } }
    }

    private func forget(_ listener: Int) { signals.remove(listener) }

    /// The changes that have not been sent yet, oldest first.
    public func queuedChanges() async throws(DataFault) -> [Change] { try await loaded().queue }

    /// The changes that the service rejected. They are kept until `clearRejected()` is called.
    public func rejectedChanges() async throws(DataFault) -> [RefusedChange] {
      try await loaded().refused
    }

    /// Empties the list of rejected changes.
    public func clearRejected() async throws(DataFault) {
      try await update { $0.refused = [] }
    }

    /// Returns the leaderboard of the service.
    public func leaderboard(
      prices: [String: ExactDecimal]
    ) async throws(DataFault) -> [LeaderboardEntry] {
      try await remote.leaderboard(prices: prices)
    }

    /// Returns the confirmed rows with the queued changes applied, without contacting the service.
    public func rows() async throws(DataFault) -> Document {
      if let view { return view }
      let cache = try await loaded()
      var rows = cache.confirmed
      for change in cache.queue {
        // A change that no longer fits the rows of the service is skipped. The service will reject
        // it.
        _ = try? rows.apply(change, by: owner)
      }
      return rows
    }

    /// Applies a change to the cached rows and adds it to the queue.
    @discardableResult
    public func apply(_ change: Change) async throws(DataFault) -> Trade? {
      await lock.lock(isolation: self)
      defer { lock.unlock() }
      var rows = try await rows()
      let trade = try rows.apply(change, by: owner)
      try await save { $0.queue.append(change) }
      view = rows
      return trade
    }

    /// Sends the queue, then refreshes the cached rows from the service. Only one sync runs at a
    /// time.
    /// - Throws: `unavailable` if the service cannot be reached, and other errors of the service.
    ///   Changes that were not sent stay in the queue.
    public func sync() async throws(DataFault) {
      await syncLock.lock(isolation: self)
      defer { syncLock.unlock() }
      while let next = try await loaded().queue.first { try await send(next) }
      let rows = try await fetched()
      try await update { $0.confirmed = rows }
    }

    private func send(_ next: Change) async throws(DataFault) {
      do throws(DataFault) {
        try await next.send(to: remote)
      } catch {
        switch error {
        case .unavailable, .corrupt: throw error
        case .notFound, .conflict, .refused, .invalid, .unauthorized:
          let refused = RefusedChange(change: next, reason: error.description)
          return try await update { cache in
            cache.queue.removeFirst()
            cache.refused.append(refused)
          }
        }
      }
      // Move the change from the queue to the confirmed rows in one update, so that no reader
      // misses it.
      let owner = owner
      try await update { cache in
        _ = try? cache.confirmed.apply(next, by: owner)
        cache.queue.removeFirst()
      }
    }

    /// Fetches the owner's rows from the service.
    private func fetched() async throws(DataFault) -> Document {
      var document = Document()
      do throws(DataFault) {
        document.users = [try await remote.user(id: user)]
      } catch .notFound {}
      do throws(DataFault) {
        document.portfolios = [try await remote.portfolio(ofUser: user)]
      } catch .notFound {}
      if let portfolio = document.portfolios.first {
        document.holdings = try await remote.holdings(ofPortfolio: portfolio.id)
        let rows = try await remote.transactions(ofPortfolio: portfolio.id, limit: nil)
        document.transactions = rows.reversed()
      }
      return document
    }
  }
}

// The cache.
extension CoinFlip.OfflineDataService {
  private func loaded() async throws(CoinFlip.DataFault) -> OfflineCache {
    if let cache { return cache }
    let read = try await store.loaded { bytes throws(LedgerFaults) in
      try OfflineCache(reading: bytes)
    }
    // Another caller may have loaded or changed the cache during the suspension.
    if let cache { return cache }
    cache = read
    return read ?? OfflineCache()
  }

  /// Changes the cache and saves it. If saving fails, nothing changes.
  private func update(
    _ body: @Sendable (inout OfflineCache) -> Void
  ) async throws(CoinFlip.DataFault) {
    await lock.lock(isolation: self)
    defer { lock.unlock() }
    try await save(body)
  }

  private func save(
    _ body: @Sendable (inout OfflineCache) -> Void
  ) async throws(CoinFlip.DataFault) {
    var changed = try await loaded()
    body(&changed)
    try await store.saveBytes(changed.json())
    cache = changed
    view = nil
    signals.send()
  }
}
