import FolioModel
import FolioNumbers
import FolioStores

/// A store that can be out of reach, or changed by somebody else in the middle of a round.
actor PatchyStore: LedgerStore {
  private let store = RecordStore.inMemory()
  private var failure: StoreFailure?
  private var beforePut: (@Sendable () async throws(StoreFailure) -> Void)?
  private var afterPut: StoreFailure?
  private(set) var putCount = 0

  /// What waits in a call; nil if no call does.
  private var gate: CheckedContinuation<Void, Never>?
  private var isHanging = false

  /// Lets the next request for changes hang until `goOn`.
  func hang() { isHanging = true }

  /// Whether a request hangs.
  var isWaiting: Bool { gate != nil }

  /// Lets the request that hangs go on.
  func goOn() {
    gate?.resume()
    gate = nil
  }

  /// Lets every call of a sync fail, or none.
  func fail(with failure: StoreFailure?) { self.failure = failure }

  /// Does something once, when the next versions are about to be put.
  func once(_ body: @escaping @Sendable () async throws(StoreFailure) -> Void) {
    beforePut = body
  }

  /// Keeps the next versions that are put, and fails all the same.
  func failOnceAfterPut(with failure: StoreFailure) { afterPut = failure }

  func load(_ layout: DocumentLayout) async throws(StoreFailure) -> [UInt8] {
    try await store.load(layout)
  }

  func save(
    _ document: StoreInput, at time: Timestamp, options: ChangeOptions
  ) async throws(StoreFailure) {
    try await store.save(document, at: time, options: options)
  }

  func clear(at time: Timestamp) async throws(StoreFailure) { try await store.clear(at: time) }

  func change(
    _ edit: StoreEdit, at time: Timestamp, options: ChangeOptions
  ) async throws(StoreFailure) -> [StoredGroup] {
    try await store.change(edit, at: time, options: options)
  }

  func ties(at times: Set<Timestamp>) async throws(StoreFailure) -> [[String]] {
    if let failure { throw failure }
    return try await store.ties(at: times)
  }

  func group(_ id: String) async throws(StoreFailure) -> StoredGroup {
    if let failure { throw failure }
    return try await store.group(id)
  }

  func groups(_ page: GroupPage.Request) async throws(StoreFailure) -> GroupPage {
    try await store.groups(page)
  }

  func changes(since sequence: Int, limit: Int) async throws(StoreFailure) -> StoreChanges {
    if let failure { throw failure }
    if isHanging {
      isHanging = false
      await withCheckedContinuation { gate = $0 }
    }
    return try await store.changes(since: sequence, limit: limit)
  }

  @discardableResult
  func put(
    _ versions: StoreChanges, expecting last: Int?, options: ChangeOptions
  ) async throws(StoreFailure) -> Int {
    if let failure { throw failure }
    if let body = beforePut {
      beforePut = nil
      try await body()
    }
    putCount += 1
    let point = try await store.put(versions, expecting: last, options: options)
    guard let failure = afterPut else { return point }
    afterPut = nil
    throw failure
  }
}
