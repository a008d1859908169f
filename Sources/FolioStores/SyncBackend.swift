import FolioNumbers

/// Where an app keeps its one document: what a repository depends on, whatever lies behind it.
///
/// Every `LedgerStore` is one. Who only loads, saves and clears asks for no more than this, and is
/// not touched when a file becomes a database or a server.
public protocol SyncBackend: Sendable {
  /// The whole document.
  ///
  /// What Folio's own writer wrote comes back byte for byte in the layout that it had; any other
  /// document comes back as that writer has it (Specs/stores.md).
  func load(_ layout: DocumentLayout) async throws(StoreFailure) -> [UInt8]

  /// Puts a document in the place of everything that is kept. A group that stood here with the
  /// same row keeps its times.
  /// - Throws: `invalid` with every fault where the document does not check.
  func save(_ document: StoreInput, at time: Timestamp) async throws(StoreFailure)

  /// Forgets everything. It does not travel: groups that others should lose are deleted.
  func clear(at time: Timestamp) async throws(StoreFailure)
}

extension SyncBackend {
  /// The whole document as NDJSON, a group a line.
  public func load() async throws(StoreFailure) -> [UInt8] { try await load(.lines) }
}
