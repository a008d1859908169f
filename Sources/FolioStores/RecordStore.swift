import FolioModel
import FolioNumbers

/// A store with any kind of storage. As an actor it serializes concurrent operations.
public actor RecordStore: LedgerStore {
  private var book: StoreBook

  /// Creates a store from a book that no other code uses.
  package init(_ book: sending StoreBook) { self.book = book }

  /// Creates a store in memory, for previews and tests.
  public static func inMemory() -> RecordStore { RecordStore(StoreBook(MemoryKeeper())) }

  /// The whole ledger as a document.
  public func load(_ layout: DocumentLayout) async throws(StoreFailure) -> [UInt8] {
    try book.load(layout)
  }

  /// Replaces the entire contents with a document.
  public func save(_ document: StoreInput, at time: Timestamp) async throws(StoreFailure) {
    try book.save(document, at: time)
  }

  /// Removes the entire contents.
  public func clear(at time: Timestamp) async throws(StoreFailure) { try book.clear(at: time) }

  /// Adds the groups and other data of a document.
  @discardableResult
  public func append(
    _ document: StoreInput, at time: Timestamp
  ) async throws(StoreFailure) -> [StoredGroup] {
    try book.append(document, at: time)
  }

  /// Replaces the group with the same id.
  @discardableResult
  public func replace(
    _ document: StoreInput, expecting: Timestamp?, at time: Timestamp
  ) async throws(StoreFailure) -> StoredGroup {
    try book.replace(document, expecting: expecting, at: time)
  }

  /// Changes the status of a group.
  @discardableResult
  public func setStatus(
    of id: String, to status: GroupStatus, settledAt: Timestamp?, at time: Timestamp
  ) async throws(StoreFailure) -> StoredGroup {
    try book.setStatus(of: id, to: status, settledAt: settledAt, at: time)
  }

  /// Marks a group as deleted.
  @discardableResult
  public func delete(_ id: String, at time: Timestamp) async throws(StoreFailure) -> StoredGroup {
    try book.delete(id, at: time)
  }

  /// The group with an id, even if deleted.
  public func group(_ id: String) async throws(StoreFailure) -> StoredGroup {
    try book.group(id)
  }

  /// A page of groups, newest first.
  public func groups(_ page: GroupPage.Request) async throws(StoreFailure) -> GroupPage {
    try book.groups(page)
  }

  /// All changes after a sequence number.
  public func changes(
    since sequence: Int, limit: Int
  ) async throws(StoreFailure) -> StoreChanges {
    try book.changes(since: sequence, limit: limit)
  }

  /// Stores versions from another store unchanged.
  @discardableResult
  public func put(
    _ versions: StoreChanges, expecting last: Int?
  ) async throws(StoreFailure) -> Int {
    try book.put(versions, expecting: last)
  }
}
