import Folio

/// What each child of a family has: a repository. It knows a backend that loads and saves one
/// document, and nothing of where that lies.
public struct PocketMoney: Sendable {
  private let backend: any SyncBackend
  private let now: @Sendable () -> Timestamp

  /// A repository over a backend.
  public init(_ backend: any SyncBackend, now: @escaping @Sendable () -> Timestamp) {
    self.backend = backend
    self.now = now
  }

  /// Begins anew, with an account for each child.
  public func begin(with children: [String]) async throws {
    let euro = try Currency("EUR")
    let accounts = children.map { LedgerAccount(id: $0, name: $0, currency: euro) }
    try await backend.save(StoreInput(LedgerContents(accounts: accounts)), at: now())
  }

  /// Gives a child an amount, such as `"2.50"`.
  public func give(
    _ amount: String, to child: String, on day: Day, id: String
  ) async throws {
    try await add(.deposit(amount, on: day, cash: child, id: id))
  }

  /// Takes down what a child has spent.
  public func spend(
    _ amount: String, by child: String, on day: Day, id: String
  ) async throws {
    try await add(.withdrawal(amount, on: day, cash: child, id: id))
  }

  private func add(_ entry: GroupEntry) async throws {
    let document = try await backend.load()
    let group = try entry.group(in: LedgerContents(reading: document))
    try await backend.save(StoreInput(document + group.row), at: now())
  }

  /// What each child has, as a table.
  public func table() async throws -> String {
    let ledger = try Ledger(reading: try await backend.load())
    return Report.cash(try BookedLedger(booking: ledger)).text(as: .table)
  }

  /// Forgets everything.
  public func forget() async throws(StoreFailure) { try await backend.clear(at: now()) }
}
