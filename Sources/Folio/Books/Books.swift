/// The books of a store: holdings, lots, cash and gains that follow every change, whoever makes it.
///
///     let books = try await Books(of: store)
///     try await books.append(.buy("AAPL", 10, at: "180.25", on: day), at: now)
///     for try await change in await books.changes { show(change.holdings) }
///
/// Changes may be made here, directly in the store, by a sync, or by another program.
public actor Books {
  /// The store.
  public nonisolated let store: any LedgerStore
  private let options: BookingOptions
  private var engine: any BooksEngine
  private var refreshing: Task<Result<Void, StoreFailure>, Never>?

  private var signals = Signals()
  /// What each listener has not heard yet.
  private var unheard: [Int: BookChange] = [:]
  private var listenerCount = 0
  private var follower: Task<Void, Never>?
  private var failure: StoreFailure?

  /// Books the ledger of a store.
  /// - Throws: the failures of reading the store. Booking faults are in `state`.
  public init(
    of store: any LedgerStore, _ options: BookingOptions = .init()
  ) async throws(StoreFailure) {
    (self.store, self.options) = (store, options)
    if let store = store as? RecordStore, options == BookingOptions() {
      engine = try await LiveStoreBooks(store, options)
    } else {
      engine = try await WholeBooks(store, options)
    }
  }

  deinit {
    engine.end()
    follower?.cancel()
    signals.finish()
  }

  /// The newest books that are known. `refresh` looks for newer ones.
  public var state: BookState { engine.state }

  /// The open lots of a symbol, or of all symbols, by symbol. They are at least as new as `state`.
  /// - Throws: the failures of reading the store.
  public func lots(of symbol: String? = nil) async throws(StoreFailure) -> [OpenLot] {
    try await engine.lots(of: symbol)
  }

  /// The realized gains, in order of booking. They are at least as new as `state`.
  /// - Throws: the failures of reading the store.
  public func gains() async throws(StoreFailure) -> [RealizedGain] { try await engine.gains() }

  /// The books of the sound part of the whole ledger, for reports, and the faults of the rest. It
  /// books everything.
  /// - Throws: the failures of reading the store.
  public func soundBooks() async throws(StoreFailure) -> SoundBooks {
    try await WholeBooks.books(of: store, options)
  }

  // MARK: Changes

  /// Makes a change in the store.
  /// - Returns: what the change did, with the changes of others that the books took over meanwhile.
  @discardableResult
  public func change(
    _ body: @Sendable (any LedgerStore) async throws -> Void
  ) async throws -> BookChange {
    listenerCount += 1
    let number = listenerCount
    unheard[number] = BookChange(revision: state.revision)
    defer { unheard[number] = nil }
    try await body(store)
    try await refresh()
    return unheard[number] ?? BookChange(revision: state.revision)
  }

  /// Adds a transaction.
  /// - Throws: `EntryFault` if a cash account is not clear; otherwise `StoreFailure`.
  @discardableResult
  public func append(_ entry: GroupEntry, at time: Timestamp) async throws -> BookChange {
    try await change { try await $0.append(entry, at: time) }
  }

  /// Adds groups and other rows.
  @discardableResult
  public func append(_ contents: LedgerContents, at time: Timestamp) async throws -> BookChange {
    try await change { try await $0.append(contents, at: time) }
  }

  /// Replaces the group with the same id.
  /// - Parameter expecting: the `updatedAt` of the version to replace; nil replaces any version.
  @discardableResult
  public func replace(
    _ group: LedgerGroup, expecting: Timestamp? = nil, at time: Timestamp
  ) async throws -> BookChange {
    try await change { try await $0.replace(group, expecting: expecting, at: time) }
  }

  /// Settles a pending group.
  /// - Parameter settledAt: the time of settlement; nil leaves the recorded time unchanged.
  @discardableResult
  public func settle(
    _ id: String, settledAt: Timestamp? = nil, at time: Timestamp
  ) async throws -> BookChange {
    try await change {
      try await $0.setStatus(of: id, to: .settled, settledAt: settledAt, at: time)
    }
  }

  /// Makes a group void: it stays on record and moves nothing.
  @discardableResult
  public func void(_ id: String, at time: Timestamp) async throws -> BookChange {
    try await change { try await $0.setStatus(of: id, to: .void, at: time) }
  }

  /// Marks a group as deleted.
  @discardableResult
  public func delete(_ id: String, at time: Timestamp) async throws -> BookChange {
    try await change { try await $0.delete(id, at: time) }
  }

  /// Restores a deleted group.
  @discardableResult
  public func undelete(_ id: String, at time: Timestamp) async throws -> BookChange {
    try await change { try await $0.undelete(id, at: time) }
  }

  /// Takes over all changes of the store.
  public func refresh() async throws(StoreFailure) {
    // A refresh under way may have read the store before the change that the caller knows of.
    while let refreshing { _ = await refreshing.value }
    let task = Task { await self.takeOver() }
    refreshing = task
    try await task.value.get()
  }

  private func takeOver() async -> Result<Void, StoreFailure> {
    defer { refreshing = nil }
    do throws(StoreFailure) {
      while true {
        // The books stay readable meanwhile.
        var engine = engine
        guard let change = try await engine.update() else { return .success(()) }
        self.engine = engine
        publish(change)
      }
    } catch {
      return .failure(error)
    }
  }

  // MARK: Listeners

  /// Whether anything is kept for listeners, or for changes under way.
  var hasListeners: Bool { !unheard.isEmpty || follower != nil }

  /// What changes from now on, for one listener. `state` is at least as new as each change.
  public var changes: BookChanges {
    listenerCount += 1
    let number = listenerCount
    let stream = signals.add { [weak self] signal in
      Task { [weak self] in await self?.forget(number, signal) }
    }
    unheard[number] = BookChange(revision: state.revision)
    if follower == nil { follow() }
    return BookChanges(on: stream) { [weak self] () throws(StoreFailure) in
      try await self?.take(number)
    }
  }

  private func publish(_ change: BookChange) {
    for number in unheard.keys { unheard[number]?.merge(change) }
    signals.send()
  }

  /// What a listener has not heard yet; nil if there is nothing.
  private func take(_ number: Int) throws(StoreFailure) -> BookChange? {
    if let failure { throw failure }
    guard let change = unheard[number], change.isNews else { return nil }
    unheard[number] = BookChange(revision: change.revision)
    return change
  }

  private func forget(_ listener: Int, _ signal: Int) {
    signals.remove(signal)
    unheard[listener] = nil
    if !signals.isEmpty { return }
    follower?.cancel()
    follower = nil
  }

  /// Follows the store as long as there are listeners.
  private func follow() {
    failure = nil
    follower = Task { [weak self, store] in
      var updates = await store.updates.makeAsyncIterator()
      do throws(StoreFailure) {
        repeat { try await self?.refreshWhenPossible() } while try await updates.next() != nil
        await self?.end(nil)
      } catch .closed {
        // The store was closed while its last change was read.
        await self?.end(nil)
      } catch {
        await self?.end(error)
      }
    }
  }

  /// Takes over all changes, if the store can be read; tries again later if it cannot.
  private func refreshWhenPossible() async throws(StoreFailure) {
    while !Task.isCancelled {
      do throws(StoreFailure) {
        return try await refresh()
      } catch .locked, .unavailable, .inUse, .unreachable {
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }

  private func end(_ failure: StoreFailure?) {
    if Task.isCancelled { return }
    self.failure = failure
    signals.send()
    if failure == nil { signals.finish() }
    follower = nil
  }
}
