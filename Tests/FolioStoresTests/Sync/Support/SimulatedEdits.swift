import FolioNumbers
import FolioStores

@testable import TestSupport

/// Documents that people bring.
enum SimulatedEdits {
  static let accounts = """
    {"format": "folio/1", "settings": {"base_currency": "USD"}, \
    "portfolio_cash_accounts": [{"id": "c-usd", "name": "Broker", "currency": "USD"}], \
    "stocks_master": [{"id": "s-x", "symbol": "X", "name": "X Ltd", "currency": "USD"}]}

    """

  static func account(_ id: String) -> String {
    """
    {"format": "folio/1", "portfolio_cash_accounts": \
    [{"id": "\(id)", "name": "Account \(id)", "currency": "USD"}]}

    """
  }

  static func deposit(_ id: String, _ amount: Int, into account: String = "c-usd") -> String {
    """
    {"id": "\(id)", "group_type": "deposit", "status": "settled", \
    "occurred_at": "2024-01-02T00:00:00Z", \
    "cash_transactions": [{"id": "\(id)-1", "cash_account_id": "\(account)", \
    "leg_type": "deposit", "direction": "in", "amount": "\(amount)", "currency": "USD"}]}

    """
  }

  static func trade(_ id: String, _ type: String, _ units: Int) -> String {
    """
    {"id": "\(id)", "group_type": "stock_trade", "status": "settled", \
    "occurred_at": "2024-0\(type == "buy" ? 1 : 2)-03T00:00:00Z", \
    "stock_transactions": [{"id": "\(id)-1", "stock_id": "s-x", "symbol": "X", \
    "trade_type": "\(type)", "quantity": "\(units)", "price_per_share": "10", \
    "currency": "USD"}], "cash_transactions": [{"id": "\(id)-2", "cash_account_id": "c-usd", \
    "leg_type": "principal", "direction": "\(type == "buy" ? "out" : "in")", \
    "amount": "\(units * 10)", "currency": "USD"}]}

    """
  }
}

extension SyncSimulator {
  /// Somebody edits, on a device or now and then on the server itself.
  func edit() throws {
    let number = dice.below(devices.count)
    if dice.chance(8) { return try edit(&server, skew: 0) }
    try edit(&devices[number].book, skew: devices[number].skew)
  }

  /// One edit. What the store refuses was never there.
  private func edit(_ book: inout StoreOperations, skew: Int) throws {
    let now = time(skew)
    let ids = try book.contents().groups.map(\.id)
    do {
      switch ids.isEmpty ? 0 : dice.below(10) {
      case 0...2: try add(&book, now)
      case 3: try addAccount(&book, now)
      case 4: try rename(&book, now)
      default: try change(ids[dice.below(ids.count)], &book, now)
      }
      tally.edits += 1
    } catch StoreFailure.invalid {
      return
    }
  }

  private func add(_ book: inout StoreOperations, _ now: Timestamp) throws {
    let id = "g\(dice.next())"
    let row =
      switch dice.below(4) {
      case 0: SimulatedEdits.trade(id, "buy", 1 + dice.below(9))
      case 1: SimulatedEdits.trade(id, "sell", 1 + dice.below(9))
      default: SimulatedEdits.deposit(id, 1 + dice.below(999))
      }
    for group in try book.append(StoreInput(row), at: now) { history.note(group, replacing: nil) }
  }

  private func addAccount(_ book: inout StoreOperations, _ now: Timestamp) throws {
    let id = "c\(dice.next())"
    let document = SimulatedEdits.account(id) + SimulatedEdits.deposit("g-\(id)", 5, into: id)
    for group in try book.append(StoreInput(document), at: now) {
      history.note(group, replacing: nil)
    }
    history.note(account: id)
  }

  /// Gives an account another name: a change of the head.
  private func rename(_ book: inout StoreOperations, _ now: Timestamp) throws {
    let accounts = try book.contents().tables.cashAccounts.count
    guard accounts > 0 else { return }
    var text = String(decoding: try book.load(), as: UTF8.self)
    var rest = text.startIndex
    for _ in 0...dice.below(accounts) {
      guard let found = text[rest...].firstRange(of: Self.beforeName) else { return }
      rest = found.upperBound
    }
    let end = text[rest...].firstIndex(of: "\"") ?? rest
    guard let start = text[..<rest].lastIndex(of: "{") else { return }
    let old = String(text[start...end])
    text.replaceSubrange(rest..<end, with: "Name \(dice.next())")
    try book.save(StoreInput(text), at: now)
    guard let end = text[rest...].firstIndex(of: "\"") else { return }
    history.note(name: String(text[start...end]), replacing: old)
  }

  private static var beforeName: String { "\"name\": \"" }

  private func change(_ id: String, _ book: inout StoreOperations, _ now: Timestamp) throws {
    let old = try book.group(id)
    let new =
      switch old.deletedAt == nil ? dice.below(6) : 5 {
      case 0: try book.delete(id, at: now)
      case 1: try book.setStatus(of: id, to: .void, at: now)
      case 2: try book.setStatus(of: id, to: .pending, at: now)
      default:
        try book.replace(
          StoreInput(SimulatedEdits.deposit(id, 1 + dice.below(999))), at: now)
      }
    history.note(new, replacing: old)
  }
}
