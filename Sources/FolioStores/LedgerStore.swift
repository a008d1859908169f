import FolioModel
import FolioNumbers

/// Keeps a ledger: groups are added, changed and read back, and nothing that does not check gets
/// in.
///
/// Every change is checked as `folio check` checks the whole ledger, and is kept wholly or not at
/// all: when a call returns, what it did is there to stay; when it throws, nothing has changed.
/// The clock is the caller's: `time` becomes the `updated_at` of what changes.
public protocol LedgerStore: SyncBackend {
  /// Adds groups, and the accounts, instruments, prices and rates that the document brings along.
  /// - Returns: the groups as they are kept.
  /// - Throws: `conflict` where an id is taken, `invalid` where the whole would not check.
  @discardableResult
  func append(
    _ document: StoreInput, at time: Timestamp
  ) async throws(StoreFailure) -> [StoredGroup]

  /// Puts a group in the place of the one with its id.
  /// - Parameter expecting: the `updated_at` of the version that the caller has seen; nil replaces
  ///   whatever is there.
  /// - Throws: `notFound`, `conflict` where another version is there, `invalid`.
  @discardableResult
  func replace(
    _ document: StoreInput, expecting: Timestamp?, at time: Timestamp
  ) async throws(StoreFailure) -> StoredGroup

  /// Changes the status of a group.
  /// - Parameter settledAt: when its cash and units changed hands, where that is to be written.
  /// - Throws: `notFound`, `invalid` where the ledger would not check any more.
  @discardableResult
  func setStatus(
    of id: String, to status: GroupStatus, settledAt: Timestamp?, at time: Timestamp
  ) async throws(StoreFailure) -> StoredGroup

  /// Deletes a group softly: it stays on record and moves nothing.
  /// - Throws: `notFound`, `invalid` where the ledger would not check any more.
  @discardableResult
  func delete(_ id: String, at time: Timestamp) async throws(StoreFailure) -> StoredGroup

  /// The group with an id, deleted or not.
  /// - Throws: `notFound`.
  func group(_ id: String) async throws(StoreFailure) -> StoredGroup

  /// Groups by `occurred_at`, the newest first; of the same instant, the one added last.
  func groups(_ page: GroupPage.Request) async throws(StoreFailure) -> GroupPage

  /// What changed after a point: nothing before it is told again, and everything after it is.
  /// - Parameters:
  ///   - sequence: the `last` of the answer before; 0 for everything.
  ///   - limit: the most groups of one answer.
  func changes(
    since sequence: Int, limit: Int
  ) async throws(StoreFailure) -> StoreChanges

  /// Takes over versions from another store as they stand, with their times.
  ///
  /// Which version wins has been decided before. The rows have to read, refer and balance; what
  /// only booking would find is let in, since two sound ledgers may not be one together.
  /// - Parameter last: the `last` of the changes from which it was decided; nil takes the versions
  ///   over whatever has come since.
  /// - Returns: the `last` of the store with these versions in it.
  /// - Throws: `conflict` where the store has changed since, `invalid`.
  @discardableResult
  func put(_ versions: StoreChanges, expecting last: Int?) async throws(StoreFailure) -> Int
}

extension LedgerStore {
  /// Puts a group in the place of the one with its id, whatever version that is.
  @discardableResult
  public func replace(
    _ document: StoreInput, at time: Timestamp
  ) async throws(StoreFailure) -> StoredGroup {
    try await replace(document, expecting: nil, at: time)
  }

  /// Takes over versions from another store, whatever has come since they were chosen.
  @discardableResult
  public func put(_ versions: StoreChanges) async throws(StoreFailure) -> Int {
    try await put(versions, expecting: nil)
  }

  /// Changes the status of a group.
  @discardableResult
  public func setStatus(
    of id: String, to status: GroupStatus, at time: Timestamp
  ) async throws(StoreFailure) -> StoredGroup {
    try await setStatus(of: id, to: status, settledAt: nil, at: time)
  }
}
