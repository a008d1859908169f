/// A store of a ledger: groups can be added, changed and read, and invalid data is rejected.
///
/// Each change is checked like a whole ledger by `folio check`, and is atomic. Once a call returns,
/// its change is durable; if it throws, nothing has changed, except after `unknownOutcome`. The
/// caller supplies the clock: `time` becomes the `updated_at` of changed groups.
///
/// If the settings have `closed_until`, changes that alter a figure up to that day throw `invalid`
/// with a fault (`F229`) for each altered figure, unless their options allow it.
public protocol LedgerStore: SyncBackend {
  /// Changes some groups, or adds rows.
  /// - Returns: the groups as stored: those that an addition added, or the one that changed.
  /// - Throws: what the functions say that make these edits.
  @discardableResult
  func change(
    _ edit: StoreEdit, at time: Timestamp, options: ChangeOptions
  ) async throws(StoreFailure) -> [StoredGroup]

  /// The group with an id, even if deleted.
  /// - Throws: `notFound`.
  func group(_ id: String) async throws(StoreFailure) -> StoredGroup

  /// The groups with these ids, even if deleted, in their order. Ids without a group are left out.
  func groups(ids: [String]) async throws(StoreFailure) -> [StoredGroup]

  /// The accounts, instruments, prices, rates and balances, and the base currency.
  func masterData() async throws(StoreFailure) -> LedgerContents

  /// The groups sorted by `occurred_at`, newest first. Groups with equal times are in reverse order
  /// of addition.
  func groups(_ page: GroupPage.Request) async throws(StoreFailure) -> GroupPage

  /// All changes after a sequence number.
  /// - Parameters:
  ///   - sequence: the `last` of the previous result; 0 returns everything.
  ///   - limit: the maximum number of groups in the result.
  func changes(
    since sequence: Int, limit: Int
  ) async throws(StoreFailure) -> StoreChanges

  /// The ids of the groups of each of these instants that several groups have, in their order,
  /// also of deleted groups. A store without an answer keeps its own order when it is synced.
  func ties(at times: Set<Timestamp>) async throws(StoreFailure) -> [[String]]

  /// The sequence number of the last change. Pass it to `changes` to get what changes later.
  func lastSequence() async throws(StoreFailure) -> Int

  /// The changes of the store from now on, also those by other programs, for one listener.
  var updates: StoreUpdates { get async }

  /// Stores versions from another store unchanged, including their times.
  ///
  /// The caller has already resolved conflicts. The rows must be readable, refer to existing rows
  /// and balance. Booking errors are accepted, since two valid ledgers can be invalid together.
  /// Afterwards, the groups of `ties` have that order.
  /// - Parameter last: the `last` of the changes on which the versions are based; nil stores them
  ///   even if the store has changed since.
  /// - Returns: the `last` of the store including these versions.
  /// - Throws: `conflict` if the store has changed since; `invalid`.
  @discardableResult
  func put(
    _ versions: StoreChanges, expecting last: Int?, options: ChangeOptions
  ) async throws(StoreFailure) -> Int
}

/// A change of a store. New minor versions may add cases.
public enum StoreEdit: Sendable {
  /// Adds the rows of a document.
  case append(StoreInput)
  /// Replaces the group with the id of that in the document, if its `updated_at` is as expected.
  case replace(StoreInput, expecting: Timestamp?)
  /// Changes the status of a group, and the time of settlement unless that is nil.
  case setStatus(of: String, to: GroupStatus, settledAt: Timestamp?)
  /// Marks the group with an id as deleted.
  case delete(String)
  /// Restores the group with an id.
  case undelete(String)
}

// Each change by its name.
extension LedgerStore {
  /// Adds the groups, accounts, instruments, prices, rates and balances of a document.
  /// - Returns: the groups as stored.
  /// - Throws: `conflict` if an id already exists; `invalid` if the resulting ledger is invalid.
  @discardableResult
  public func append(
    _ document: StoreInput, at time: Timestamp, options: ChangeOptions = []
  ) async throws(StoreFailure) -> [StoredGroup] {
    try await change(.append(document), at: time, options: options)
  }

  /// Replaces the group with the same id.
  /// - Parameter expecting: the `updated_at` of the version to replace; nil replaces any version.
  /// - Throws: `notFound`; `conflict` if the current version is another one; `invalid`.
  @discardableResult
  public func replace(
    _ document: StoreInput, expecting: Timestamp? = nil, at time: Timestamp,
    options: ChangeOptions = []
  ) async throws(StoreFailure) -> StoredGroup {
    try await changeOne(.replace(document, expecting: expecting), at: time, options)
  }

  /// Changes the status of a group.
  /// - Parameter settledAt: the time of settlement; nil leaves the recorded time unchanged.
  /// - Returns: the group as stored, unchanged if it has this status already.
  /// - Throws: `notFound`; `conflict` if it is deleted; `invalid` if the resulting ledger is
  ///   invalid.
  @discardableResult
  public func setStatus(
    of id: String, to status: GroupStatus, settledAt: Timestamp? = nil, at time: Timestamp,
    options: ChangeOptions = []
  ) async throws(StoreFailure) -> StoredGroup {
    try await changeOne(.setStatus(of: id, to: status, settledAt: settledAt), at: time, options)
  }

  /// Marks a group as deleted. It stays on record but has no effect on the ledger.
  /// - Returns: the group as stored, unchanged if it is deleted already.
  /// - Throws: `notFound`; `invalid` if the resulting ledger is invalid.
  @discardableResult
  public func delete(
    _ id: String, at time: Timestamp, options: ChangeOptions = []
  ) async throws(StoreFailure) -> StoredGroup {
    try await changeOne(.delete(id), at: time, options)
  }

  /// Restores a deleted group.
  /// - Throws: `notFound`; `invalid` if the resulting ledger is invalid.
  @discardableResult
  public func undelete(
    _ id: String, at time: Timestamp, options: ChangeOptions = []
  ) async throws(StoreFailure) -> StoredGroup {
    try await changeOne(.undelete(id), at: time, options)
  }

  private func changeOne(
    _ edit: StoreEdit, at time: Timestamp, _ options: ChangeOptions
  ) async throws(StoreFailure) -> StoredGroup {
    let stored = try await change(edit, at: time, options: options)
    guard let group = stored.first else {
      throw .unsupported("the store did not say which group it has changed")
    }
    return group
  }

  /// Stores versions from another store.
  /// - Parameter last: the `last` of the changes on which the versions are based; nil stores them
  ///   even if the store has changed since.
  @discardableResult
  public func put(
    _ versions: StoreChanges, expecting last: Int? = nil
  ) async throws(StoreFailure) -> Int {
    try await put(versions, expecting: last, options: [])
  }
}
