import FolioModel
import FolioNumbers

/// A store over any keeper of rows, for many callers at once: one operation after the other.
public actor RecordStore: LedgerStore {
  private var book: StoreBook

  /// A store over a book that nobody else uses.
  package init(_ book: sending StoreBook) { self.book = book }

  /// A store in memory, for previews and tests.
  public static func inMemory() -> RecordStore { RecordStore(StoreBook(MemoryKeeper())) }

  /// The whole ledger as a document.
  public func load(_ layout: DocumentLayout) async throws(StoreFailure) -> [UInt8] {
    try book.load(layout)
  }

  /// Puts a document in the place of everything that is kept.
  public func save(_ document: StoreInput, at time: Timestamp) async throws(StoreFailure) {
    try book.save(document, at: time)
  }

  /// Forgets everything.
  public func clear(at time: Timestamp) async throws(StoreFailure) { try book.clear(at: time) }

  /// Adds groups, and what the document brings along.
  @discardableResult
  public func append(
    _ document: StoreInput, at time: Timestamp
  ) async throws(StoreFailure) -> [StoredGroup] {
    try book.append(document, at: time)
  }

  /// Puts a group in the place of the one with its id.
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

  /// Deletes a group softly.
  @discardableResult
  public func delete(_ id: String, at time: Timestamp) async throws(StoreFailure) -> StoredGroup {
    try book.delete(id, at: time)
  }

  /// The group with an id, deleted or not.
  public func group(_ id: String) async throws(StoreFailure) -> StoredGroup {
    try book.group(id)
  }

  /// Groups, the newest first.
  public func groups(_ page: GroupPage.Request) async throws(StoreFailure) -> GroupPage {
    try book.groups(page)
  }

  /// What changed after a point.
  public func changes(
    since sequence: Int, limit: Int
  ) async throws(StoreFailure) -> StoreChanges {
    try book.changes(since: sequence, limit: limit)
  }

  /// Takes over versions from another store as they stand.
  @discardableResult
  public func put(
    _ versions: StoreChanges, expecting last: Int?
  ) async throws(StoreFailure) -> Int {
    try book.put(versions, expecting: last)
  }
}
