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
  public func begin(with children: [String]) async throws(StoreFailure) {
    let accounts = children.map { #"{"id": "\#($0)", "name": "\#($0)", "currency": "EUR"}"# }
    let document = #"{"portfolio_cash_accounts": [\#(accounts.joined(separator: ", "))]}"#
    try await backend.save(StoreInput(document), at: now())
  }

  /// Gives a child an amount, such as `"2.50"`.
  public func give(
    _ amount: String, to child: String, on day: Day, id: String
  ) async throws(StoreFailure) {
    try await add("deposit", "in", amount, child, day, id)
  }

  /// Takes down what a child has spent.
  public func spend(
    _ amount: String, by child: String, on day: Day, id: String
  ) async throws(StoreFailure) {
    try await add("withdrawal", "out", amount, child, day, id)
  }

  private func add(
    _ type: String, _ direction: String, _ amount: String, _ child: String, _ day: Day,
    _ id: String
  ) async throws(StoreFailure) {
    let group = """
      {"id": "\(id)", "group_type": "\(type)", "occurred_at": "\(day)", "cash_transactions": \
      [{"id": "\(id)-1", "cash_account_id": "\(child)", "leg_type": "\(type)", \
      "direction": "\(direction)", "amount": "\(amount)"}]}
      """
    let document = try await backend.load() + Array(group.utf8)
    try await backend.save(StoreInput(document), at: now())
  }

  /// What each child has, as a table.
  public func table() async throws -> String {
    let ledger = try Ledger(reading: try await backend.load())
    return Report.cash(try BookedLedger(booking: ledger)).text(as: .table)
  }

  /// Forgets everything.
  public func forget() async throws(StoreFailure) { try await backend.clear(at: now()) }
}
