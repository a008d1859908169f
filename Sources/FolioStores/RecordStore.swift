import FolioModel
import FolioNumbers

/// A store with any kind of storage. As an actor it serializes concurrent operations.
public actor RecordStore: LedgerStore {
  private var operations: StoreOperations
  /// The rows of the last version of the head that was asked for.
  private var master: (sequence: Int, rows: LedgerContents)?

  /// Creates a store from a operations that no other code uses.
  package init(_ operations: sending StoreOperations) { self.operations = operations }

  /// Creates a store in memory, for previews and tests.
  public static func inMemory() -> RecordStore { RecordStore(StoreOperations(MemoryStorage())) }

  /// The whole ledger as a document.
  public func load(_ layout: DocumentLayout) async throws(StoreFailure) -> [UInt8] {
    try operations.load(layout)
  }

  /// Replaces the entire contents with a document.
  public func save(_ document: StoreInput, at time: Timestamp) async throws(StoreFailure) {
    try operations.save(document, at: time)
  }

  /// Removes the entire contents.
  public func clear(at time: Timestamp) async throws(StoreFailure) {
    try operations.clear(at: time)
  }

  /// Adds the groups and other data of a document.
  @discardableResult
  public func append(
    _ document: StoreInput, at time: Timestamp
  ) async throws(StoreFailure) -> [StoredGroup] {
    try operations.append(document, at: time)
  }

  /// Replaces the group with the same id.
  @discardableResult
  public func replace(
    _ document: StoreInput, expecting: Timestamp?, at time: Timestamp
  ) async throws(StoreFailure) -> StoredGroup {
    try operations.replace(document, expecting: expecting, at: time)
  }

  /// Changes the status of a group.
  @discardableResult
  public func setStatus(
    of id: String, to status: GroupStatus, settledAt: Timestamp?, at time: Timestamp
  ) async throws(StoreFailure) -> StoredGroup {
    try operations.setStatus(of: id, to: status, settledAt: settledAt, at: time)
  }

  /// Marks a group as deleted.
  @discardableResult
  public func delete(_ id: String, at time: Timestamp) async throws(StoreFailure) -> StoredGroup {
    try operations.delete(id, at: time)
  }

  /// The group with an id, even if deleted.
  public func group(_ id: String) async throws(StoreFailure) -> StoredGroup {
    try operations.group(id)
  }

  /// The groups with these ids, in their order.
  public func groups(ids: [String]) async throws(StoreFailure) -> [StoredGroup] {
    try operations.groups(ids: ids)
  }

  /// The accounts, instruments, prices, rates and balances. They are read again only after they
  /// change.
  public func masterData() async throws(StoreFailure) -> LedgerContents {
    guard let head = try operations.head() else { return LedgerContents() }
    if let master, master.sequence == head.sequence { return master.rows }
    let rows = try head.contents
    master = (head.sequence, rows)
    return rows
  }

  /// A page of groups, newest first.
  public func groups(_ page: GroupPage.Request) async throws(StoreFailure) -> GroupPage {
    try operations.groups(page)
  }

  // MARK: Closed books

  /// Runs a change that may alter figures of closed books.
  private func alteringClosedBooks<Result>(
    _ isAllowed: Bool, _ change: (inout StoreOperations) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    operations.altersClosedBooks = isAllowed
    defer { operations.altersClosedBooks = false }
    return try change(&operations)
  }

  /// Replaces the entire contents. With `force`, figures of closed books may change.
  public func save(
    _ document: StoreInput, at time: Timestamp, force: Bool
  ) async throws(StoreFailure) {
    try alteringClosedBooks(force) { store throws(StoreFailure) in
      try store.save(document, at: time)
    }
  }

  /// Adds a document. With `force`, figures of closed books may change.
  @discardableResult
  public func append(
    _ document: StoreInput, at time: Timestamp, force: Bool
  ) async throws(StoreFailure) -> [StoredGroup] {
    try alteringClosedBooks(force) { store throws(StoreFailure) in
      try store.append(document, at: time)
    }
  }

  /// Replaces a group. With `force`, figures of closed books may change.
  @discardableResult
  public func replace(
    _ document: StoreInput, expecting: Timestamp?, at time: Timestamp, force: Bool
  ) async throws(StoreFailure) -> StoredGroup {
    try alteringClosedBooks(force) { store throws(StoreFailure) in
      try store.replace(document, expecting: expecting, at: time)
    }
  }

  /// Changes the status of a group. With `force`, figures of closed books may change.
  @discardableResult
  public func setStatus(
    of id: String, to status: GroupStatus, settledAt: Timestamp?, at time: Timestamp, force: Bool
  ) async throws(StoreFailure) -> StoredGroup {
    try alteringClosedBooks(force) { store throws(StoreFailure) in
      try store.setStatus(of: id, to: status, settledAt: settledAt, at: time)
    }
  }

  /// Marks a group as deleted. With `force`, figures of closed books may change.
  @discardableResult
  public func delete(
    _ id: String, at time: Timestamp, force: Bool
  ) async throws(StoreFailure) -> StoredGroup {
    try alteringClosedBooks(force) { store throws(StoreFailure) in
      try store.delete(id, at: time)
    }
  }

  /// Restores a deleted group. With `force`, figures of closed books may change.
  @discardableResult
  public func undelete(
    _ id: String, at time: Timestamp, force: Bool
  ) async throws(StoreFailure) -> StoredGroup {
    try alteringClosedBooks(force) { store throws(StoreFailure) in
      try store.undelete(id, at: time)
    }
  }

  /// Stores versions from another store. With `force`, figures of closed books may change.
  @discardableResult
  public func put(
    _ versions: StoreChanges, expecting last: Int?, force: Bool
  ) async throws(StoreFailure) -> Int {
    try alteringClosedBooks(force) { store throws(StoreFailure) in
      try store.put(versions, expecting: last)
    }
  }

  // MARK: Reading

  /// All changes after a sequence number.
  public func changes(
    since sequence: Int, limit: Int
  ) async throws(StoreFailure) -> StoreChanges {
    try operations.changes(since: sequence, limit: limit)
  }

  /// Stores versions from another store unchanged.
  @discardableResult
  public func put(
    _ versions: StoreChanges, expecting last: Int?
  ) async throws(StoreFailure) -> Int {
    try operations.put(versions, expecting: last)
  }
}
