import Folio

/// One device of a log app without accounts: it registers itself, keeps records, and syncs them.
public struct LogDevice: Sendable {
  private let parts: AppParts
  private let now: @Sendable () -> Timestamp

  /// A device with a store of its own, and the server of all devices of one owner.
  public init(
    id: String, _ store: any LedgerStore, server: any LedgerStore,
    devices: any DeviceRegister, now: @escaping @Sendable () -> Timestamp
  ) {
    let root = CompositionRoot(platform: "example", appVersion: "1.0", now: now, newID: { id })
    parts = root.parts(for: store, sharedWith: server, deviceID: id, devices: devices)
    self.now = now
  }

  /// Writes records down, all or none.
  public func record(_ entries: [GroupEntry]) async throws {
    let master = try await parts.store.masterData()
    let groups = try entries.map { try $0.group(in: master) }
    try await parts.store.append(LedgerContents(groups: groups), at: now())
  }

  /// Corrects the notes of a record.
  public func note(_ text: String, on id: String) async throws {
    var record = try await parts.store.group(id).group
    record.notes = text
    try await parts.store.replace(record, at: now())
  }

  /// Deletes a record softly.
  public func remove(_ id: String) async throws { try await parts.store.delete(id, at: now()) }

  /// A page of records, newest first.
  public func page(_ number: Int, size: Int) async throws -> LedgerPage {
    try await parts.store.page(GroupPage.Request(limit: size, offset: number * size))
  }

  /// Uploads, then downloads. Two calls at once are one sync.
  @discardableResult
  public func sync() async throws -> SyncProgress? {
    try await parts.shared?.sync.sync()
  }

  /// Syncs every five minutes, until the task is cancelled.
  public func run() async { await parts.shared?.sync.run() }
}
