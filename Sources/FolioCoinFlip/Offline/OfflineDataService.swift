import Folio

extension CoinFlip {
  /// The data of a service that is not always in reach. What is read comes from a cache; what is
  /// changed is changed there, waits in a queue that is stored with it, and is sent by `sync`.
  ///
  /// Each change that was accepted here is sent once, in order. What the service refuses then is
  /// taken back and listed. The leaderboard is made of other people's rows, and needs the service.
  public actor OfflineDataService: DataService {
    let remote: any DataService
    private let store: any ByteStore
    private let owner: String
    private var cache: OfflineCache?
    /// The cache with the queue carried out on it; nil where that is to be done anew.
    private var view: LocalDataService?
    private let lock = AsyncLock()
    private let syncLock = AsyncLock()

    /// A service over another one.
    /// - Parameters:
    ///   - remote: the service to be sent to.
    ///   - store: where the cache and the queue are kept; it is read at the first operation.
    ///   - owner: the user who is signed in: their row is cached, and those of their first
    ///     portfolio.
    public init(_ remote: any DataService, cache store: any ByteStore, owner: String) {
      self.remote = remote
      self.store = store
      self.owner = owner
    }

    /// What was changed here and not sent yet, oldest first.
    public func waiting() async throws(DataFault) -> [Change] { try await loaded().queue }

    /// What the service refused when it was sent; it stays on the list until it is taken off.
    public func refused() async throws(DataFault) -> [RefusedChange] {
      try await loaded().refused
    }

    /// Takes off the list what was refused.
    public func forgetRefused() async throws(DataFault) {
      try await change { $0.refused = [] }
    }

    /// Sends what waits, and takes the rows of the service into the cache. One round runs at a
    /// time.
    /// - Throws: `unavailable` where the service is out of reach, and what else it says; what was
    ///   not sent waits for the next round.
    public func sync() async throws(DataFault) {
      await syncLock.lock(isolation: self)
      defer { syncLock.unlock() }
      while let next = try await loaded().queue.first { try await send(next) }
      let rows = try await fetched()
      try await change { $0.confirmed = rows }
    }

    private func send(_ next: Change) async throws(DataFault) {
      do throws(DataFault) {
        try await next.send(to: remote)
      } catch {
        switch error {
        case .unavailable, .corrupt: throw error
        case .notFound, .conflict, .refused, .invalid, .unauthorized:
          let refused = RefusedChange(change: next, reason: error.description)
          try await change { cache in
            cache.queue.removeFirst()
            cache.refused.append(refused)
          }
          return
        }
      }
      // Confirmed before it is off the queue: at no moment is it missing from what is shown.
      let local = LocalDataService(try await loaded().confirmed, owner: owner)
      try? await next.send(to: local)
      let rows = try await local.perform { document throws(DataFault) in document }
      try await change { cache in
        cache.confirmed = rows
        cache.queue.removeFirst()
      }
    }

    /// The owner's rows as the service has them.
    private func fetched() async throws(DataFault) -> Document {
      var document = Document()
      if let user = try await found({ () async throws(DataFault) in
        try await remote.user(id: owner)
      }) {
        document.users = [user]
      }
      if let portfolio = try await found({ () async throws(DataFault) in
        try await remote.portfolio(ofUser: owner)
      }) {
        document.portfolios = [portfolio]
        document.holdings = try await remote.holdings(ofPortfolio: portfolio.id)
        let rows = try await remote.transactions(ofPortfolio: portfolio.id, limit: nil)
        document.transactions = rows.reversed()
      }
      return document
    }

    private func found<Row>(
      _ row: () async throws(DataFault) -> Row
    ) async throws(DataFault) -> Row? {
      do throws(DataFault) {
        return try await row()
      } catch .notFound {
        return nil
      }
    }
  }
}

// The cache.
extension CoinFlip.OfflineDataService {
  private func loaded() async throws(CoinFlip.DataFault) -> OfflineCache {
    if let cache { return cache }
    let bytes: [UInt8]?
    do {
      bytes = try await store.load()
    } catch {
      throw .unavailable("\(error)")
    }
    // Somebody else may have read or changed it meanwhile.
    if let cache { return cache }
    do throws(LedgerFaults) {
      let read = try bytes.map { bytes throws(LedgerFaults) in try OfflineCache(reading: bytes) }
      cache = read
      return read ?? OfflineCache()
    } catch {
      throw .corrupt(error.text())
    }
  }

  /// Changes the cache and stores it; where it can't be stored, nothing has changed.
  private func change(
    _ body: @Sendable (inout OfflineCache) -> Void
  ) async throws(CoinFlip.DataFault) {
    await lock.lock(isolation: self)
    defer { lock.unlock() }
    try await keep(body)
  }

  private func keep(
    _ body: @Sendable (inout OfflineCache) -> Void
  ) async throws(CoinFlip.DataFault) {
    var changed = try await loaded()
    body(&changed)
    do {
      try await store.save(changed.json())
    } catch {
      throw .unavailable("\(error)")
    }
    cache = changed
    view = nil
  }

  /// What is shown: the rows that are confirmed, and on them all that waits.
  func shown() async throws(CoinFlip.DataFault) -> CoinFlip.LocalDataService {
    if let view { return view }
    let cache = try await loaded()
    let fresh = CoinFlip.LocalDataService(cache.confirmed, owner: owner)
    for change in cache.queue {
      // What can't be done any more, since the service's rows are others now, is refused there.
      try? await change.apply(to: fresh)
    }
    return fresh
  }

  /// Makes a change here, and puts it on the queue.
  func add(_ new: CoinFlip.Change) async throws(CoinFlip.DataFault) {
    try await add(new) { trial throws(CoinFlip.DataFault) in try await new.apply(to: trial) }
  }

  /// Makes a trade here, and puts the order on the queue.
  func add(
    _ order: CoinFlip.Order, inPortfolio id: String, at time: Timestamp, transactionID: String
  ) async throws(CoinFlip.DataFault) -> CoinFlip.Trade {
    let new = CoinFlip.Change.execute(order, portfolio: id, at: time, id: transactionID)
    return try await add(new) { trial throws(CoinFlip.DataFault) in
      try await trial.execute(order, inPortfolio: id, at: time, transactionID: transactionID)
    }
  }

  private func add<Answer: Sendable>(
    _ new: CoinFlip.Change,
    _ body: @Sendable (CoinFlip.LocalDataService) async throws(CoinFlip.DataFault) -> Answer
  ) async throws(CoinFlip.DataFault) -> Answer {
    await lock.lock(isolation: self)
    defer { lock.unlock() }
    let trial = try await copy()
    let answer = try await body(trial)
    try await keep { $0.queue.append(new) }
    view = trial
    return answer
  }

  /// What is shown, to be changed: what fails or can't be stored must not be seen.
  private func copy() async throws(CoinFlip.DataFault) -> CoinFlip.LocalDataService {
    let rows = try await shown().perform { document throws(CoinFlip.DataFault) in document }
    return CoinFlip.LocalDataService(rows, owner: owner)
  }
}
