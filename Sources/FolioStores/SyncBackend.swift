/// Storage for the single document of an app: a file, a database or a server.
///
/// Every `LedgerStore` is a `SyncBackend`. Code that only loads, saves and clears should depend on
/// this protocol only, so that it works with any storage.
public protocol SyncBackend: Sendable {
  /// The whole document.
  ///
  /// A document written by Folio is returned byte for byte if the layout is its original one. Any
  /// other document is returned as Folio's writer formats it (Specs/stores.md).
  func load(_ layout: DocumentLayout) async throws(StoreFailure) -> [UInt8]

  /// Replaces the entire contents with a document. Groups with unchanged rows keep their times.
  /// - Throws: `invalid` with all errors of the document.
  func save(
    _ document: StoreInput, at time: Timestamp, options: ChangeOptions
  ) async throws(StoreFailure)

  /// Removes the entire contents. Synchronization does not propagate this; to remove groups from
  /// other stores, delete them.
  func clear(at time: Timestamp) async throws(StoreFailure)
}

extension SyncBackend {
  /// The whole document as NDJSON, one group per line.
  public func load() async throws(StoreFailure) -> [UInt8] { try await load(.lines) }

  /// Replaces the entire contents with a document.
  public func save(_ document: StoreInput, at time: Timestamp) async throws(StoreFailure) {
    try await save(document, at: time, options: [])
  }
}

/// What a change may do, besides what every change may.
public struct ChangeOptions: OptionSet, Sendable, Hashable {
  /// The change may alter figures of closed books.
  public static let altersClosedBooks = ChangeOptions(rawValue: 1)

  /// The options as bits.
  public let rawValue: Int

  /// Creates options from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
}
