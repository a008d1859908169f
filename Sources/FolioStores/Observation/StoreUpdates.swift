/// What changed in a store since a listener looked last.
public struct StoreUpdate: Sendable, Hashable {
  /// The newest version of the head and of each group that changed.
  public var changes: StoreChanges
  /// The number of groups in the store, also deleted ones, after all its changes.
  ///
  /// `clear` and `save` remove groups for good, without a version of them. A listener that keeps
  /// the groups has more of them than this number then, and reads the store again.
  public var total: Int

  /// Creates an update.
  public init(changes: StoreChanges, total: Int) {
    self.changes = changes
    self.total = total
  }
}

/// The updates of a store, of this program and of others, for one listener.
///
///     for try await update in await store.updates { show(update.changes.groups) }
///
/// A listener keeps a sequence number and nothing else. Each update has all changes since the one
/// before, so that nothing is lost, however slow the listener is. While the store cannot be read,
/// as on a locked phone, there is no update. The sequence ends with its task, and when the store is
/// closed.
public struct StoreUpdates: AsyncSequence, Sendable {
  typealias News = (update: StoreUpdate, isNew: Bool)
  typealias Reading = @Sendable (Int?) async throws(StoreFailure) -> News

  private let start: Int?
  private let signals: AsyncStream<Void>
  private let read: Reading

  /// The updates after a sequence number; after the first look if it is nil.
  init(after start: Int?, on signals: AsyncStream<Void>, reading read: @escaping Reading) {
    self.start = start
    self.signals = signals
    self.read = read
  }

  /// The updates of any store, which is asked for its changes at an interval.
  /// - Parameter clock: The clock that times the interval.
  public init(
    asking store: any LedgerStore, after sequence: Int? = nil, every interval: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    let ticks = AsyncStream<Void>(unfolding: { try? await clock.sleep(for: interval) })
    self.init(after: sequence, on: ticks) { seen throws(StoreFailure) in
      try await store.update(after: seen)
    }
  }

  /// Creates the iterator of the one listener.
  public func makeAsyncIterator() -> Iterator {
    Iterator(seen: start, signals: signals.makeAsyncIterator(), read: read)
  }

  /// Waits for updates.
  public struct Iterator: AsyncIteratorProtocol {
    private var seen: Int?
    private var signals: AsyncStream<Void>.Iterator
    private let read: Reading

    init(seen: Int?, signals: AsyncStream<Void>.Iterator, read: @escaping Reading) {
      self.seen = seen
      self.signals = signals
      self.read = read
    }

    /// The next update; nil when the task is cancelled or the store is closed.
    /// - Throws: The failure of reading the store, unless it can be read again later. The next call
    ///   tries again.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(StoreFailure) -> StoreUpdate? {
      while !Task.isCancelled {
        do throws(StoreFailure) {
          let (update, isNew) = try await read(seen)
          seen = update.changes.last
          if isNew { return update }
        } catch {
          switch error {
          case .closed, .cancelled: return nil
          case .locked, .unavailable, .inUse, .unreachable: break
          case .notFound, .conflict, .corrupt, .unauthorized, .invalid, .unsupported,
            .unknownOutcome:
            throw error
          }
        }
        if await signals.next(isolation: actor) == nil { return nil }
      }
      return nil
    }
  }
}

extension LedgerStore {
  /// The updates from now on. This default asks the store every five seconds.
  public var updates: StoreUpdates {
    get async {
      let now = try? await lastSequence()
      return StoreUpdates(asking: self, after: now, every: .seconds(5))
    }
  }

  /// The sequence number of the last change. This default reads all changes.
  public func lastSequence() async throws(StoreFailure) -> Int {
    var changes = try await changes(since: 0, limit: 500)
    while changes.hasMore { changes = try await self.changes(since: changes.last, limit: 500) }
    return changes.last
  }

  /// What changed after a sequence number, and whether anything did. Without a number, it has no
  /// changes, and the number of the last one.
  func update(
    after sequence: Int?
  ) async throws(StoreFailure) -> (update: StoreUpdate, isNew: Bool) {
    let start = if let sequence { sequence } else { try await lastSequence() }
    let changes = try await changes(since: start, limit: 500)
    let total = try await groups(GroupPage.Request(limit: 0, includesDeleted: true)).total
    return (StoreUpdate(changes: changes, total: total), changes.isNews(after: sequence))
  }
}

extension StoreChanges {
  /// Whether they tell a listener anything. A lower number is that of another store in this place.
  func isNews(after sequence: Int?) -> Bool {
    guard let sequence else { return false }
    return last != sequence || head != nil || !groups.isEmpty
  }
}
