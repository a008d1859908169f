import FolioNumbers
import FolioStores

/// Keeps two stores alike: the one of this device, and one that devices share (Specs/sync.md).
///
/// What is changed while the other store can't be reached waits in the local store, which has it
/// on its disk; nothing else is queued.
public actor StoreSync {
  /// How often a round begins by itself.
  public static let usualInterval = Duration.seconds(300)
  /// How often a round begins anew because a store changed while it ran.
  private static let attempts = 5

  /// Opens the store that devices share.
  public typealias Opening = @Sendable () async throws(StoreFailure) -> any LedgerStore

  private let local: any LedgerStore
  private let open: Opening
  private let memory: any SyncMemoryKeeper
  private let registration: (device: SyncDevice, register: any DeviceRegister)?
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Timestamp

  private var running: Task<Result<SyncProgress, StoreFailure>, Never>?
  private var listeners: [Int: AsyncStream<SyncStatus>.Continuation] = [:]
  private var listenerCount = 0
  /// How the sync stands; nil before the first round.
  public private(set) var status: SyncStatus? {
    didSet {
      guard let status else { return }
      for listener in listeners.values { listener.yield(status) }
    }
  }

  /// A sync of two stores, both open.
  public init(
    _ local: any LedgerStore, with remote: any LedgerStore, memory: any SyncMemoryKeeper,
    registration: (device: SyncDevice, register: any DeviceRegister)? = nil,
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Timestamp
  ) {
    self.init(
      local, opening: { remote }, memory: memory, registration: registration, clock: clock,
      now: now)
  }

  /// A sync with a store that is open only during a round, so that others get at it too.
  /// - Parameters:
  ///   - open: opens the other store, each time a sync begins.
  ///   - memory: where the points are kept; each pair of stores has its own.
  ///   - registration: this device, and where it registers at the start of each round.
  ///   - clock: what waits between two rounds.
  ///   - now: the time that is shown, and written as `lastSeen`. It decides nothing.
  public init(
    _ local: any LedgerStore, opening open: @escaping Opening, memory: any SyncMemoryKeeper,
    registration: (device: SyncDevice, register: any DeviceRegister)? = nil,
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Timestamp
  ) {
    self.local = local
    self.open = open
    self.memory = memory
    self.registration = registration
    self.clock = clock
    self.now = now
  }

  /// The states from now on, the present one first. A view that is slow gets the newest.
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

  /// Syncs now. There is one round at a time: who asks during one gets what comes of that one.
  /// - Returns: what was done.
  /// - Throws: as the stores do; what was done until then stays, and the next round goes on.
  @discardableResult
  public func sync() async throws(StoreFailure) -> SyncProgress {
    if let running { return try await running.value.get() }
    let task = Task { await self.tryRounds() }
    running = task
    return try await task.value.get()
  }

  /// Syncs at once and then at every interval, until the task is cancelled. A round that fails is
  /// told by `statuses`, and the next one comes all the same.
  public func run(every interval: Duration = StoreSync.usualInterval) async {
    while !Task.isCancelled {
      _ = try? await sync()
      do { try await clock.sleep(for: interval) } catch { return }
    }
  }

  private func tryRounds() async -> Result<SyncProgress, StoreFailure> {
    status = .syncing(SyncProgress())
    let result = await rounds()
    running = nil
    switch result {
    case .success(let progress): status = .synced(at: now(), progress)
    case .failure(let failure):
      switch failure {
      case .unavailable, .inUse, .notFound(.store): status = .offline(failure.description)
      case .notFound(.group), .conflict, .corrupt, .unauthorized, .invalid, .unsupported,
        .unknownOutcome:
        status = .error(failure)
      }
    }
    return result
  }

  private func rounds() async -> Result<SyncProgress, StoreFailure> {
    do throws(StoreFailure) {
      let lock = try await memory.lock()
      defer { withExtendedLifetime(lock) {} }
      if let registration {
        var device = registration.device
        device.lastSeen = now()
        try await registration.register.register(device)
      }
      let remote = try await open()
      for _ in 0..<Self.attempts {
        do throws(StoreFailure) {
          return .success(try await round(with: remote))
        } catch .conflict(.storeChanged) {
          continue
        }
      }
      throw .unavailable("the stores change faster than they can be compared")
    } catch {
      return .failure(error)
    }
  }

  private func round(
    with remote: any LedgerStore
  ) async throws(StoreFailure) -> SyncProgress {
    var round = SyncRound(try await memory.load())
    while let request = round.request {
      round.take(try await answer(request, request.side == .remote ? remote : local))
      status = .syncing(round.progress)
    }
    return round.progress
  }

  private func answer(
    _ request: SyncRound.Request, _ store: any LedgerStore
  ) async throws(StoreFailure) -> SyncRound.Answer {
    switch request {
    case .changes(_, let since, let limit):
      return .changes(try await store.changes(since: since, limit: limit))
    case .groups(_, let ids):
      var groups: [StoredGroup] = []
      for id in ids {
        do throws(StoreFailure) {
          groups.append(try await store.group(id))
        } catch .notFound(.group) {
          continue
        }
      }
      return .groups(groups)
    case .keep(let memory):
      try await self.memory.keep(memory)
      return .done
    case .put(_, let versions, let expected):
      return .stored(last: try await store.put(versions, expecting: expected))
    }
  }
}
