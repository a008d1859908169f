import Folio

/// The simple stock app on its way to the full model: it shows and stores its own flat rows, and
/// the store holds groups.
public struct StockApp: Sendable {
  private let store: any LedgerStore
  private let now: @Sendable () -> Timestamp

  /// An app on a store.
  public init(_ store: any LedgerStore, now: @escaping @Sendable () -> Timestamp) {
    self.store = store
    self.now = now
  }

  /// First it only reads: the ledger as flat rows, and what they cannot say.
  public func read() async throws -> (document: FlatApp.Document, unsupported: [UnsupportedPart]) {
    let ledger = try Ledger(reading: try await store.load())
    return try FlatApp.Document.flattened(BookedLedger(booking: ledger))
  }

  /// Then it writes: a simple transaction becomes a group with its stock leg and its cash leg.
  public func add(_ transaction: FlatApp.Transaction, in currency: Currency) async throws {
    try await store.append(transaction.expanded(in: currency), at: now())
  }

  /// Then all local data goes up, once. What is there already is not sent again, so that a call
  /// that was interrupted can be repeated.
  /// - Returns: the number of groups that were sent.
  public func upload(_ local: [UInt8]) async throws -> Int {
    let source = try FlatApp.Source(reading: local)
    var contents = LedgerContents(try LedgerCheck(of: source.draft()).ledger())
    let sent = Set(try await store.groups(ids: contents.groups.map(\.id)).map(\.id))
    contents.groups.removeAll { sent.contains($0.id) }
    if sent.isEmpty {
      // The settings but the base currency go in as JSON.
      let settings = StoreInput("{\"settings\": {\"cost_basis_method\": \"average\"}}")
      try await store.append(settings, at: now())
    }
    try await store.append(contents, at: now())
    return contents.groups.count
  }
}
