/// A store with any kind of storage. As an actor it serializes concurrent operations.
///
/// A cancelled task writes nothing more: its change throws `cancelled`, or is complete. Letting the
/// last reference go closes the store, too.
public actor RecordStore: LedgerStore {
  private var operations: StoreOperations
  /// The thread of a store that waits for a server.
  private nonisolated let thread: StoreThread?
  private nonisolated let turn = StoreTurn()
  /// Whether other programs write the store, too. A change is repeated if one of them was faster.
  private let isShared: Bool
  private var isClosed = false
  /// The rows of the last version of the head that was asked for.
  private var master: (sequence: Int, rows: LedgerContents)?

  private var signals = Signals()
  /// The sequence number that listeners know of.
  private var announced: Int?
  private var watch: Task<Void, Never>?
  /// The time between two looks for changes by others; nil for the usual one.
  private var watchInterval: Duration?
  private var watcher: (any StorageWatch)?

  /// Creates a store from operations that no other code uses.
  package init(_ operations: sending StoreOperations, isShared: Bool = false) {
    thread = operations.storage.waitsForServer ? StoreThread() : nil
    self.operations = operations
    self.isShared = isShared
    // It stays open, and a screen may wait for any of its changes.
    self.operations.storage.spreadWork()
    self.operations.live.staysOpen = true
  }

  /// Whether the store is in a server.
  package nonisolated var isInServer: Bool { thread != nil }

  /// Where the calls run. A store in a server waits on a thread of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread?.asUnownedSerialExecutor() ?? turn.unownedExecutor
  }

  deinit {
    watch?.cancel()
    signals.finish()
  }

  /// Creates a store in memory, for previews and tests.
  public static func inMemory() -> RecordStore { RecordStore(StoreOperations(MemoryStorage())) }

  /// Closes the store, and releases its file and its lock. Every later call throws `closed`, and
  /// sequences of updates end. Closing twice does nothing.
  public func close() {
    isClosed = true
    operations = StoreOperations(MemoryStorage(), name: operations.name)
    signals.finish()
    watch?.cancel()
    watcher = nil
  }

  // MARK: Access

  /// Runs a question on the newest state.
  func read<Answer>(
    _ body: (inout StoreOperations) throws(StoreFailure) -> Answer
  ) throws(StoreFailure) -> Answer {
    if isClosed { throw .closed(operations.name) }
    try operations.refresh()
    return try body(&operations)
  }

  /// Changes what is kept beside the store.
  func change<Answer>(_ body: (inout StoreOperations) -> Answer) -> Answer { body(&operations) }

  /// Runs a change.
  /// - Parameters:
  ///   - options: what it may do.
  ///   - isRepeatable: whether it does not depend on what the caller has read.
  private func change<Answer>(
    _ options: ChangeOptions = [], isRepeatable: Bool = true,
    _ body: (inout StoreOperations) throws(StoreFailure) -> Answer
  ) async throws(StoreFailure) -> Answer {
    if isClosed { throw .closed(operations.name) }
    defer { announce() }
    for _ in 0..<(isShared ? Self.attempts : 0) {
      do throws(StoreFailure) {
        return try once(options, body)
      } catch .conflict(.storeChanged) where isRepeatable {
        continue
      } catch .inUse {
        // Other programs hold the lock only while they write a change.
        do { try await Task.sleep(for: .milliseconds(20)) } catch { throw .cancelled }
        if isClosed { throw .closed(operations.name) }
      }
    }
    return try once(options, body)
  }

  /// About two seconds of waiting for the lock.
  private static let attempts = 100

  private func once<Answer>(
    _ options: ChangeOptions,
    _ body: (inout StoreOperations) throws(StoreFailure) -> Answer
  ) throws(StoreFailure) -> Answer {
    try operations.refresh()
    operations.altersClosedBooks = options.contains(.altersClosedBooks)
    defer { operations.altersClosedBooks = false }
    return try body(&operations)
  }

  // MARK: Updates

  /// Whether anybody holds a sequence of updates.
  var hasListeners: Bool { !signals.isEmpty }

  /// The updates from now on, also those by other programs, which are looked for every second. In a
  /// server they are looked for every five seconds, and when the server says that there are some.
  public var updates: StoreUpdates {
    let stream = signals.add { [weak self] number in
      Task { [weak self] in await self?.forget(number) }
    }
    if isClosed {
      signals.finish()
    } else {
      lookForChanges()
      watchOthers()
    }
    return StoreUpdates(after: announced, on: stream) { [weak self] seen throws(StoreFailure) in
      guard let self else { throw .closed("the store") }
      return try await self.news(after: seen)
    }
  }

  /// Looks for changes by other programs, and tells listeners. Call it when the app comes to the
  /// front, or is told by the system that a file has changed; otherwise it is called every second
  /// while there are listeners.
  public func lookForChanges() {
    if isClosed || !hasListeners { return }
    let last = try? read { store throws(StoreFailure) in try store.lastSequence() }
    guard let last, last != announced else { return }
    announced = last
    signals.send()
  }

  /// Sets the time between two looks for changes by other programs.
  public func lookForChanges(every interval: Duration) {
    watchInterval = interval
    watch?.cancel()
    watch = nil
    watchOthers()
  }

  private func news(
    after sequence: Int?
  ) throws(StoreFailure) -> (update: StoreUpdate, isNew: Bool) {
    try read { store throws(StoreFailure) in try store.update(after: sequence) }
  }

  private func announce() {
    if hasListeners { lookForChanges() }
  }

  private func forget(_ listener: Int) {
    signals.remove(listener)
    if hasListeners { return }
    watch?.cancel()
    watch = nil
    watcher = nil
  }

  private func watchOthers() {
    guard watch == nil, hasListeners, operations.canChangeElsewhere else { return }
    let interval = watchInterval ?? operations.storage.lookInterval
    watch = Task { [weak self] in
      while (try? await Task.sleep(for: interval)) != nil { await self?.lookForChanges() }
    }
    watcher =
      watcher
      ?? operations.storage.watch { [weak self] in
        Task { [weak self] in await self?.lookForChanges() }
      }
  }

  // MARK: The whole ledger

  /// The whole ledger as a document.
  public func load(_ layout: DocumentLayout) async throws(StoreFailure) -> [UInt8] {
    try read { store throws(StoreFailure) in try store.load(layout) }
  }

  /// Replaces the entire contents with a document.
  public func save(
    _ document: StoreInput, at time: Timestamp, options: ChangeOptions
  ) async throws(StoreFailure) {
    try await change(options) { store throws(StoreFailure) in try store.save(document, at: time) }
  }

  /// Removes the entire contents.
  public func clear(at time: Timestamp) async throws(StoreFailure) {
    try await change { store throws(StoreFailure) in try store.clear(at: time) }
  }

  // MARK: Changes

  /// Changes some groups, or adds rows.
  @discardableResult
  public func change(
    _ edit: StoreEdit, at time: Timestamp, options: ChangeOptions
  ) async throws(StoreFailure) -> [StoredGroup] {
    try await change(options) { store throws(StoreFailure) in try store.change(edit, at: time) }
  }

  /// Stores versions from another store unchanged.
  @discardableResult
  public func put(
    _ versions: StoreChanges, expecting last: Int?, options: ChangeOptions
  ) async throws(StoreFailure) -> Int {
    try await change(options, isRepeatable: last == nil) { store throws(StoreFailure) in
      try store.put(versions, expecting: last)
    }
  }

  // MARK: Reading

  /// The group with an id, even if deleted.
  public func group(_ id: String) async throws(StoreFailure) -> StoredGroup {
    try read { store throws(StoreFailure) in try store.group(id) }
  }

  /// The groups with these ids, in their order.
  public func groups(ids: [String]) async throws(StoreFailure) -> [StoredGroup] {
    try read { store throws(StoreFailure) in try store.groups(ids: ids) }
  }

  /// The accounts, instruments, prices, rates and balances. They are read again only after they
  /// change.
  public func masterData() async throws(StoreFailure) -> LedgerContents {
    let head = try read { store throws(StoreFailure) in try store.head() }
    guard let head else { return LedgerContents() }
    if let master, master.sequence == head.sequence { return master.rows }
    let rows = try head.contents
    master = (head.sequence, rows)
    return rows
  }

  /// A page of groups, newest first.
  public func groups(_ page: GroupPage.Request) async throws(StoreFailure) -> GroupPage {
    try read { store throws(StoreFailure) in try store.groups(page) }
  }

  /// The sequence number of the last change.
  public func lastSequence() async throws(StoreFailure) -> Int {
    try read { store throws(StoreFailure) in try store.lastSequence() }
  }

  /// All changes after a sequence number.
  public func changes(
    since sequence: Int, limit: Int
  ) async throws(StoreFailure) -> StoreChanges {
    try read { store throws(StoreFailure) in try store.changes(since: sequence, limit: limit) }
  }

  /// The order of groups of one instant.
  public func ties(at times: Set<Timestamp>) async throws(StoreFailure) -> [[String]] {
    try read { store throws(StoreFailure) in try store.ties(at: times) }
  }
}
