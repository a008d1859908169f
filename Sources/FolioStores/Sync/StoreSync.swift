/// Synchronizes the local store of a device with a store that several devices share
/// (Specs/sync.md).
///
/// Changes made while the remote store is unreachable are in the local store, which is durable.
/// There is no other queue.
public actor StoreSync {
  /// The default interval between two rounds.
  public static let defaultInterval = Duration.seconds(300)
  /// The number of attempts if a store changes during a round.
  private static let attempts = 5

  /// Opens the shared store.
  public typealias Opening = @Sendable () async throws(StoreFailure) -> any LedgerStore

  private let local: any LedgerStore
  private let open: Opening
  private let state: any SyncStateStorage
  private let registration: (device: SyncDevice, register: any DeviceRegister)?
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Timestamp

  private var running: Running?
  private var count = 0
  private var listeners: [Int: AsyncStream<SyncStatus>.Continuation] = [:]
  private var listenerCount = 0
  /// The state of the sync; nil before the first round.
  public private(set) var status: SyncStatus? {
    didSet {
      guard let status else { return }
      for listener in listeners.values { listener.yield(status) }
    }
  }

  /// Creates a sync of two open stores.
  public init(
    _ local: any LedgerStore, with remote: any LedgerStore, state: any SyncStateStorage,
    registration: (device: SyncDevice, register: any DeviceRegister)? = nil,
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Timestamp
  ) {
    self.init(
      local, opening: { remote }, state: state, registration: registration, clock: clock,
      now: now)
  }

  /// Creates a sync with a store that is open only during rounds, so that other programs can use it
  /// too.
  /// - Parameters:
  ///   - open: opens the remote store at the start of each sync.
  ///   - state: the storage of the sync state; each pair of stores needs its own.
  ///   - registration: this device, and the register it is added to at the start of each round.
  ///   - clock: the clock for the interval between rounds.
  ///   - now: the current time, for `status` and `lastSeen`. It does not affect conflict
  ///     resolution.
  public init(
    _ local: any LedgerStore, opening open: @escaping Opening, state: any SyncStateStorage,
    registration: (device: SyncDevice, register: any DeviceRegister)? = nil,
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Timestamp
  ) {
    self.local = local
    self.open = open
    self.state = state
    self.registration = registration
    self.clock = clock
    self.now = now
  }

  /// The current state, if any, and all later ones. A slow consumer misses older states.
  public func statuses() -> AsyncStream<SyncStatus> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SyncStatus.self, bufferingPolicy: .bufferingNewest(16))
    listenerCount += 1
    let number = listenerCount
    listeners[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { [weak self] in await self?.forget(number) }
    }
    if let status { continuation.yield(status) }
    return stream
  }

  private func forget(_ listener: Int) { listeners[listener] = nil }

  /// A round under way, and how many callers wait for it.
  private struct Running {
    let number: Int
    let task: Task<Result<SyncProgress, StoreFailure>, Never>
    var waiting = 0
  }

  /// Syncs now. Only one round runs at a time: a call during a round returns the result of that
  /// round. When the tasks of all callers are cancelled, the round ends before its next step, and
  /// the lock of the sync state is free.
  /// - Parameter options: what the changes of the stores may do. Unless they may alter figures of
  ///   closed books, the round fails with a fault (`F229`) for each altered figure.
  /// - Returns: the progress of the round.
  /// - Throws: the errors of the stores. Completed steps are kept, and the next round continues
  ///   from there.
  @discardableResult
  public func sync(options: ChangeOptions = []) async throws(StoreFailure) -> SyncProgress {
    if Task.isCancelled { throw .cancelled }
    // Nobody waits for a round that is being cancelled.
    while let running, running.waiting == 0 { _ = await running.task.value }
    count += running == nil ? 1 : 0
    var round = running ?? Running(number: count, task: Task { await self.tryRounds(options) })
    round.waiting += 1
    running = round
    let (number, task) = (round.number, round.task)
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      Task { await self.leave(number) }
    }
    return try result.get()
  }

  /// Takes a caller off a round whose task was cancelled.
  private func leave(_ number: Int) {
    guard running?.number == number else { return }
    running?.waiting -= 1
    if running?.waiting == 0 { running?.task.cancel() }
  }

  /// Syncs now and after every interval, until the task is cancelled. Failures are reported by
  /// `statuses()` and do not end the loop.
  public func run(every interval: Duration = StoreSync.defaultInterval) async {
    while !Task.isCancelled {
      _ = try? await sync()
      do { try await clock.sleep(for: interval) } catch { return }
    }
  }

  private func tryRounds(_ options: ChangeOptions) async -> Result<SyncProgress, StoreFailure> {
    status = .syncing(SyncProgress())
    defer { running = nil }
    do throws(StoreFailure) {
      let progress = try await rounds(options)
      status = .synced(at: now(), progress)
      return .success(progress)
    } catch {
      switch error {
      case .unavailable, .unreachable, .locked, .cancelled, .inUse, .notFound(.store):
        status = .offline(error.description)
      case .notFound(.group), .notFound(.account), .notFound(.instrument), .conflict,
        .corrupt, .unauthorized, .invalid, .unsupported, .unknownOutcome, .closed:
        status = .error(error)
      }
      return .failure(error)
    }
  }

  private func rounds(_ options: ChangeOptions) async throws(StoreFailure) -> SyncProgress {
    let lock = try await state.lock()
    defer { withExtendedLifetime(lock) {} }
    if let registration {
      var device = registration.device
      device.lastSeen = now()
      try await registration.register.register(device)
    }
    let remote = try await open()
    for _ in 0..<Self.attempts {
      do throws(StoreFailure) {
        return try await round(with: remote, options)
      } catch .conflict(.storeChanged) {
        continue
      }
    }
    throw .unavailable("the stores change faster than they can be compared")
  }

  private func round(
    with remote: any LedgerStore, _ options: ChangeOptions
  ) async throws(StoreFailure) -> SyncProgress {
    // Only Folio's own stores are known to move groups at little cost.
    let keepsOrder = (remote as? RecordStore)?.isInServer ?? true
    var round = SyncRound(try await state.load(), keepsOrder: keepsOrder)
    while let request = round.request {
      if Task.isCancelled { throw .cancelled }
      let store = request.side == .remote ? remote : local
      round.take(try await answer(request, store, options))
      status = .syncing(round.progress)
    }
    return round.progress
  }

  private func answer(
    _ request: SyncRound.Request, _ store: any LedgerStore, _ options: ChangeOptions
  ) async throws(StoreFailure) -> SyncRound.Answer {
    switch request {
    case .changes(_, let since, let limit):
      return .changes(try await store.changes(since: since, limit: limit))
    case .groups(_, let ids):
      return .groups(try await store.groups(ids: ids))
    case .ties(_, let times):
      return .ties(try await store.ties(at: times))
    case .save(let state):
      try await self.state.save(state)
      return .done
    case .put(_, let versions, let expected):
      return .stored(last: try await store.put(versions, expecting: expected, options: options))
    }
  }
}
