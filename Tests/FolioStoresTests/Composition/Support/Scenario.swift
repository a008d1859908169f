import FolioModel
import FolioNumbers
import FolioStores

/// What an app does in a day, and every answer that it sees, as lines of text.
struct Scenario {
  private(set) var seen: [String] = []
  private let parts: AppParts
  private let now: @Sendable () -> Timestamp

  init(_ parts: AppParts, now: @escaping @Sendable () -> Timestamp) {
    self.parts = parts
    self.now = now
  }

  private mutating func note(_ name: String, _ answer: () async throws -> String) async {
    do {
      seen.append("\(name): \(try await answer())")
    } catch {
      seen.append("\(name) failed: \(error)")
    }
  }

  private mutating func noteDocument() async {
    let store = parts.store
    for layout in DocumentLayout.allCases {
      await note("load \(layout)") { String(decoding: try await store.load(layout), as: UTF8.self) }
    }
  }

  mutating func run() async {
    let (store, now) = (parts.store, now)
    await noteDocument()
    await note("save") { "\(try await store.save(StoreInput(Documents.start), at: now()))" }
    await note("save, faulty") {
      "\(try await store.save(StoreInput(Documents.faulty), at: now()))"
    }
    await note("append") {
      "\(try await store.append(StoreInput(Documents.deposit("g3", 7)), at: now()))"
    }
    await note("append, taken") {
      "\(try await store.append(StoreInput(Documents.deposit("g3", 8)), at: now()))"
    }
    await note("append, oversold") {
      "\(try await store.append(StoreInput(Documents.trade("g4", "sell", 99)), at: now()))"
    }
    await note("replace") {
      "\(try await store.replace(StoreInput(Documents.deposit("g3", 9)), at: now()))"
    }
    await note("pending") { "\(try await store.setStatus(of: "g3", to: .pending, at: now()))" }
    await note("delete") { "\(try await store.delete("g3", at: now()))" }
    await note("delete, not there") { "\(try await store.delete("g9", at: now()))" }
    await note("group") { "\(try await store.group("g1"))" }
    await note("page") { "\(try await store.groups(.init(limit: 2, includesDeleted: true)))" }
    await note("changes") { "\(try await store.changes(since: 0, limit: 10))" }
    await noteDocument()
    await noteSync()
    await note("clear") { "\(try await store.clear(at: now()))" }
    await noteDocument()
    await noteAuth()
  }

  private mutating func noteSync() async {
    guard let shared = parts.shared else { return }
    await note("sync") { "\(try await shared.sync.sync())" }
    await note("shared") {
      String(decoding: try await shared.open().load(), as: UTF8.self)
    }
    await note("sync again") { "\(try await shared.sync.sync())" }
    await note("status") { "\(await shared.sync.status?.word ?? "none")" }
    await note("devices") { "\(try await shared.devices.devices())" }
  }

  private mutating func noteAuth() async {
    let auth = parts.auth
    await note("user") { "\(await auth.currentUser.map(\.id) ?? "none")" }
    await note("sign in") {
      "\(try await auth.signIn(AuthCredentials(account: "a", secret: "b")))"
    }
    seen.append("device: \(parts.device)")
  }
}

enum Documents {
  static let start =
    """
    {"format": "folio/1", "settings": {"base_currency": "USD"}, \
    "portfolio_cash_accounts": [{"id": "c-usd", "name": "Broker", "currency": "USD"}], \
    "stocks_master": [{"symbol": "X", "name": "X Ltd", "currency": "USD"}]}

    """ + deposit("g1", 1000) + trade("g2", "buy", 10)

  static let faulty = start + deposit("g5", 1).replacing("c-usd", with: "c-none")

  static func deposit(_ id: String, _ amount: Int) -> String {
    """
    {"id": "\(id)", "group_type": "deposit", "occurred_at": "2024-01-02T00:00:00Z", \
    "cash_transactions": [{"id": "\(id)-1", "cash_account_id": "c-usd", \
    "leg_type": "deposit", "direction": "in", "amount": "\(amount)"}]}

    """
  }

  static func trade(_ id: String, _ type: String, _ units: Int) -> String {
    """
    {"id": "\(id)", "group_type": "stock_trade", "occurred_at": "2024-01-03T00:00:00Z", \
    "stock_transactions": [{"id": "\(id)-1", "symbol": "X", "trade_type": "\(type)", \
    "quantity": "\(units)", "price_per_share": "10"}], \
    "cash_transactions": [{"id": "\(id)-2", "cash_account_id": "c-usd", \
    "leg_type": "principal", "direction": "\(type == "buy" ? "out" : "in")", \
    "amount": "\(units * 10)"}]}

    """
  }
}
