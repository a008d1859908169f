import Folio

/// A store on a server, as an app writes it. Here the server is a store in memory, behind a network
/// that can fail, and rules of its own.
public actor ServerStore: LedgerStore {
  /// Why a call did not reach the server.
  public struct NoNetwork: Error, CustomStringConvertible {
    /// The reason.
    public let description = "The internet connection appears to be offline."
  }

  private let rows = RecordStore.inMemory()
  private var isReachable = true
  private var refusedIDs: Set<String> = []

  /// An empty server.
  public init() {}

  /// Cuts or restores the network.
  public func become(reachable: Bool) { isReachable = reachable }

  /// Refuses groups with an id, or accepts all.
  public func refuse(_ ids: Set<String>) { refusedIDs = ids }

  private func answer<Answer: Sendable>(
    _ body: @Sendable (RecordStore) async throws(StoreFailure) -> Answer
  ) async throws(StoreFailure) -> Answer {
    if !isReachable { throw .unreachable(NoNetwork()) }
    return try await body(rows)
  }

  /// The whole document.
  public func load(_ layout: DocumentLayout) async throws(StoreFailure) -> [UInt8] {
    try await answer { rows throws(StoreFailure) in try await rows.load(layout) }
  }

  /// Replaces the entire contents.
  public func save(
    _ document: StoreInput, at time: Timestamp, options: ChangeOptions
  ) async throws(StoreFailure) {
    try await answer { rows throws(StoreFailure) in
      try await rows.save(document, at: time, options: options)
    }
  }

  /// Removes the entire contents.
  public func clear(at time: Timestamp) async throws(StoreFailure) {
    try await answer { rows throws(StoreFailure) in try await rows.clear(at: time) }
  }

  /// Changes some groups, or adds rows.
  public func change(
    _ edit: StoreEdit, at time: Timestamp, options: ChangeOptions
  ) async throws(StoreFailure) -> [StoredGroup] {
    try await answer { rows throws(StoreFailure) in
      try await rows.change(edit, at: time, options: options)
    }
  }

  /// The group with an id.
  public func group(_ id: String) async throws(StoreFailure) -> StoredGroup {
    try await answer { rows throws(StoreFailure) in try await rows.group(id) }
  }

  /// A page of groups.
  public func groups(_ page: GroupPage.Request) async throws(StoreFailure) -> GroupPage {
    try await answer { rows throws(StoreFailure) in try await rows.groups(page) }
  }

  /// All changes after a sequence number.
  public func changes(
    since sequence: Int, limit: Int
  ) async throws(StoreFailure) -> StoreChanges {
    try await answer { rows throws(StoreFailure) in
      try await rows.changes(since: sequence, limit: limit)
    }
  }

  /// Takes versions of a device, unless the server refuses one of them.
  public func put(
    _ versions: StoreChanges, expecting last: Int?, options: ChangeOptions
  ) async throws(StoreFailure) -> Int {
    let refused = versions.groups.filter { refusedIDs.contains($0.id) && $0.deletedAt == nil }
    if let first = refused.first {
      throw .unauthorized("the server refuses the transaction '\(first.id)'")
    }
    return try await answer { rows throws(StoreFailure) in
      try await rows.put(versions, expecting: last, options: options)
    }
  }
}
