import FolioBooking
import FolioDiagnostics
import FolioModel
import FolioNumbers
import FolioStores
import Testing

/// A store whose books are closed until the end of 2024.
struct ClosedBooksTests {
  private static func head(_ settings: String) -> String {
    #"{"settings": {"base_currency": "USD", \#(settings)}, "#
      + #""portfolio_cash_accounts": [{"id": "usd", "currency": "USD"}, "#
      + #"{"id": "eur", "currency": "EUR"}], "#
      + #""stocks_master": [{"symbol": "A", "currency": "USD"}, "#
      + #"{"symbol": "E", "currency": "EUR"}], "#
  }

  private static func cash(
    _ id: String, _ day: String, _ type: String, _ amount: String, _ account: String = "usd",
    notes: String = ""
  ) -> String {
    let direction = type == "deposit" || type == "interest" ? "in" : "out"
    return #"{"id": "\#(id)", "group_type": "\#(type)", "occurred_at": "\#(day)T10:00:00Z", "#
      + #""notes": "\#(notes)", "cash_transactions": [{"cash_account_id": "\#(account)", "#
      + #""leg_type": "\#(type)", "direction": "\#(direction)", "amount": "\#(amount)"}]}"#
  }

  private static func trade(
    _ id: String, _ day: String, _ type: String, _ units: String, at price: Int,
    _ symbol: String = "A"
  ) -> String {
    let amount = price * (Int(units) ?? 0)
    return #"{"id": "\#(id)", "group_type": "stock_trade", "occurred_at": "\#(day)T10:00:00Z", "#
      + #""stock_transactions": [{"symbol": "\#(symbol)", "trade_type": "\#(type)", "#
      + #""quantity": "\#(units)", "price_per_share": "\#(price)"}], "#
      + #""cash_transactions": [{"cash_account_id": "\#(symbol == "A" ? "usd" : "eur")", "#
      + #""leg_type": "principal", "direction": "\#(type == "buy" ? "out" : "in")", "#
      + #""amount": "\#(amount)"}]}"#
  }

  private static func groups(_ rows: String...) -> String {
    #""transaction_groups": [\#(rows.joined(separator: ", "))]}"#
  }

  private let time: Timestamp = "2025-02-01T00:00:00Z"

  private func store(_ settings: String = "") async throws -> RecordStore {
    let store = RecordStore.inMemory()
    let document =
      Self.head(#""closed_until": "2024-12-31""# + settings)
      + #""fx_rates": [{"date": "2024-01-01", "from": "EUR", "to": "USD", "rate": "1.1"}], "#
      + Self.groups(
        Self.cash("d", "2024-01-02", "deposit", "5000"),
        Self.cash("e", "2024-01-02", "deposit", "5000", "eur"),
        Self.trade("b", "2024-02-01", "buy", "10", at: 50),
        Self.trade("be", "2024-02-01", "buy", "10", at: 50, "E"),
        Self.cash("f", "2024-03-01", "fee", "7"),
        Self.trade("s", "2024-12-16", "sell", "4", at: 40))
    try await store.save(StoreInput(document), at: time)
    return store
  }

  /// The figures that a change would alter.
  private func altered(
    _ change: () async throws(StoreFailure) -> Void
  ) async -> [String] {
    do throws(StoreFailure) {
      try await change()
      return []
    } catch {
      guard case .invalid(let faults) = error else { return ["\(error)"] }
      #expect(faults.errors.allSatisfy { $0.code == .closedBooks })
      return faults.errors.map {
        $0.message.replacing("the books are closed until 2024-12-31; ", with: "")
      }
    }
  }

  private func adding(_ rows: String, to store: RecordStore) async -> [String] {
    await altered { () throws(StoreFailure) in
      try await store.append(StoreInput("{" + Self.groups(rows)), at: time)
    }
  }

  @Test func anEntryAfterTheDayIsFree() async throws {
    let store = try await store()
    let rows = [
      Self.cash("x", "2025-01-02", "fee", "3"), Self.trade("y", "2025-01-02", "buy", "1", at: 9),
    ]
    #expect(await adding(rows.joined(separator: ", "), to: store) == [])
  }

  @Test func anEntryBeforeItIsListedByItsFigures() async throws {
    let store = try await store()
    let fee = Self.cash("x", "2024-12-31", "fee", "3")
    #expect(
      await adding(fee, to: store) == [
        "cash in usd on 2024-12-31: 4653.00 USD, would be 4650.00 USD",
        "fees on 2024-12-31: none, would be 3.00 USD",
      ])
    try await store.append(
      StoreInput("{" + Self.groups(fee)), at: time, options: .altersClosedBooks)
    #expect(try await store.group("x").id == "x")
  }

  @Test func anotherDayOfTheSameAmountIsAnAlterationToo() async throws {
    let store = try await store()
    let found = await altered { () throws(StoreFailure) in
      try await store.replace(
        StoreInput("{" + Self.groups(Self.cash("f", "2024-04-01", "fee", "7"))), at: time)
    }
    #expect(
      found == [
        "cash moved in usd on 2024-03-01: -7.00 USD, would be none",
        "fees on 2024-03-01: 7.00 USD, would be none",
        "cash moved in usd on 2024-04-01: none, would be -7.00 USD",
        "fees on 2024-04-01: none, would be 7.00 USD",
      ])
  }

  @Test func notesAndTheDayItselfMayChange() async throws {
    let store = try await store()
    try await store.replace(
      StoreInput("{" + Self.groups(Self.cash("f", "2024-03-01", "fee", "7", notes: "custody"))),
      at: time)
    try await store.append(
      StoreInput(#"{"settings": {"closed_until": "2024-01-31"}}"#), at: time)
    #expect(await adding(Self.cash("x", "2024-06-01", "fee", "3"), to: store) == [])
    #expect(await adding(Self.cash("y", "2024-01-31", "fee", "3"), to: store).count == 2)
  }

  @Test func aSaleThatIsVoidedAltersGainUnitsCostAndCash() async throws {
    let store = try await store()
    let found = await altered { () throws(StoreFailure) in
      try await store.setStatus(of: "s", to: .void, at: time)
    }
    #expect(
      found == [
        "gain on A on 2024-12-16: -40.00 USD, would be none",
        "proceeds of A on 2024-12-16: 160.00 USD, would be none",
        "units of A disposed of on 2024-12-16: 4, would be none",
        "cash in usd on 2024-12-31: 4653.00 USD, would be 4493.00 USD",
        "cost of A on 2024-12-31: 300.00 USD, would be 500.00 USD",
        "units of A on 2024-12-31: 6, would be 10",
      ])
    let deleted = await altered { () throws(StoreFailure) in
      try await store.delete("s", at: time)
    }
    #expect(deleted == found)
    try await store.delete("s", at: time, options: .altersClosedBooks)
  }

  @Test func aPurchaseThatATaxRuleMatchesAltersAnEarlierGain() async throws {
    let store = try await store(#", "tax_rules": "us""#)
    let found = await adding(Self.trade("x", "2025-01-02", "buy", "4", at: 40), to: store)
    #expect(
      found == ["taxable loss on A that is disallowed on 2024-12-16: none, would be 40.00 USD"])
    let late = await adding(Self.trade("x", "2025-01-30", "buy", "4", at: 40), to: store)
    #expect(late == [])
  }

  @Test func aRateOfAClosedDayAltersWhatIsInBase() async throws {
    let store = try await store()
    let rates =
      #"{"fx_rates": [{"date": "2024-02-01", "from": "EUR", "to": "USD", "rate": "1.2"}]}"#
    let found = await altered { () throws(StoreFailure) in
      try await store.append(StoreInput(rates), at: time)
    }
    #expect(found == ["cost of E in base on 2024-12-31: 550.00 USD, would be 600.00 USD"])
    let prices = #"{"prices": [{"symbol": "A", "date": "2024-12-31", "close": "44"}]}"#
    try await store.append(StoreInput(prices), at: time)
  }

  @Test func versionsFromAnotherStoreAreCompared() async throws {
    let (store, other) = (try await store(), try await store())
    try await other.append(
      StoreInput("{" + Self.groups(Self.cash("x", "2024-12-31", "fee", "3"))), at: time,
      options: .altersClosedBooks)
    let versions = try await other.changes(since: 0, limit: 100)
    #expect(
      await altered { () throws(StoreFailure) in try await store.put(versions) }.count == 2)
    try await store.put(versions, expecting: nil, options: .altersClosedBooks)
    #expect(try await store.group("x").id == "x")
  }

  @Test func savingIsComparedAndClearingIsNot() async throws {
    let store = try await store()
    let document = try await store.load()
    try await store.save(StoreInput(document), at: time)
    let empty = StoreInput("{}")
    #expect(
      await altered { () throws(StoreFailure) in try await store.save(empty, at: time) }.count > 5)
    try await store.clear(at: time)
  }
}
