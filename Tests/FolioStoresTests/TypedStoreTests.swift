import FolioInterchange
import FolioModel
import FolioNumbers
import FolioStores
import Testing

@testable import TestSupport

/// Rows go into every store, and out of it, as values.
@Suite("Values in every store", .serialized)
struct TypedStoreTests {
  private static let usd: Currency = "USD"

  private static let master = LedgerContents(
    baseCurrency: usd,
    accounts: [
      LedgerAccount(id: "c-usd", name: "Broker \"A\"", currency: usd),
      LedgerAccount(id: "c-eur", name: "Savings", currency: "EUR"),
      LedgerAccount(id: "c-eur-2", currency: "EUR"),
      LedgerAccount(id: "c-gbp", currency: "GBP"),
    ],
    instruments: [
      LedgerInstrument(symbol: "AAPL", stockID: "s-aapl", name: "Apple Inc.", currency: usd),
      LedgerInstrument(symbol: "VOD", name: "Vodafone", currency: "GBX"), option("CALL"),
      option("PUT"), option("WRITTEN"), LedgerInstrument(symbol: "X", currency: usd),
    ] + ["NEW", "NEWER", "NEWEST"].map { LedgerInstrument(symbol: $0, currency: usd) },
    prices: [LedgerPrice(symbol: "AAPL", day: "2024-12-31", price: "250.42", currency: usd)],
    rates: [LedgerRate(day: "2024-12-31", from: "EUR", to: usd, rate: "1.0389")])

  private static func option(_ symbol: String) -> LedgerInstrument {
    var instrument = LedgerInstrument(symbol: symbol, currency: usd)
    (instrument.kind, instrument.multiplier) = ("option", 100)
    return instrument
  }

  /// One transaction of each builder, a day each.
  private static func entries() throws -> [GroupEntry] {
    var day: Day = "2024-01-01"
    func next() -> Day {
      day = day.adding(days: 1) ?? day
      return day
    }
    let (broker, other) = ("broker", "other")
    var entries: [GroupEntry] = []
    func add(_ entry: GroupEntry) { entries.append(entry) }
    try add(.deposit(200_000, on: next(), cash: "c-usd"))
    try add(.deposit("5000", on: next(), cash: "c-gbp"))
    try add(.buy("AAPL", 100, at: "180.25", fees: "1.00", on: next(), securities: broker))
    try add(
      .sell(
        "AAPL", 10, at: "190.333", fees: "1.00", taxes: "0.15", on: next(), securities: broker))
    try add(.buy("VOD", 1000, at: "72.50", fees: "5.00", on: next()))
    try add(.dividend("AAPL", "24.00", tax: "3.60", on: next(), securities: broker))
    try add(.shortSell("X", 5, at: 50, fees: 1, on: next()))
    try add(.cover("X", 5, at: 45, fees: 1, on: next()))
    try add(.withdrawal("100", on: next(), cash: "c-usd"))
    try add(.interest("1.23", on: next(), cash: "c-usd"))
    try add(.fee("3.00", for: "AAPL", on: next(), cash: "c-usd"))
    try add(.tax("7.00", on: next(), cash: "c-usd"))
    try add(
      .exchange(
        Money("1080", usd), for: Money("1000", "EUR"), fees: "1.50", on: next(), to: "c-eur"))
    try add(.transfer("250.00", from: "c-eur", to: "c-eur-2", on: next()))
    try add(.transfer("AAPL", 20, from: broker, to: other, on: next()))
    try add(.split("AAPL", 4, for: 1, on: next()))
    try add(.stockDividend("AAPL", 5, value: "160", on: next(), securities: broker))
    try add(.returnOfCapital("AAPL", "36.40", on: next(), securities: broker))
    try add(.costAdjustment("AAPL", .increase, by: "10.00", on: next(), securities: broker))
    try add(
      .spinOff(
        "AAPL", "NEW", 1, for: 4, basisFraction: "0.25", cashInLieu: "1.50", on: next()))
    try add(.merger("NEW", into: "NEWER", 2, for: 1, andCash: "10", on: next(), cash: "c-usd"))
    try add(.symbolChange("NEWER", to: "NEWEST", on: next()))
    try add(.gift("NEWEST", 1, value: "20", to: .spouse, on: next(), securities: broker))
    try add(.unitFee("NEWEST", 1, on: next(), securities: broker))
    try add(.buy("CALL", 1, at: "2.00", on: next(), securities: broker))
    try add(
      .exercise(
        "CALL", 1, into: .buy("AAPL", 100, at: "40", on: next(), securities: broker)))
    try add(.shortSell("WRITTEN", 1, at: "1.00", on: next(), securities: broker))
    try add(
      .assignment(
        "WRITTEN", 1, into: .sell("AAPL", 100, at: "50", on: next(), securities: broker)))
    try add(.buy("PUT", 2, at: "1.00", on: next(), securities: broker))
    try add(.expiry("PUT", 2, on: next(), securities: broker))
    try add(.deemedDisposition("AAPL", at: "48", on: next()))
    try add(.writeOff("NEWEST", on: next()))
    try add(.merger("VOD", forCash: "800", on: next(), cash: "c-gbp"))
    return entries
  }

  @Test("Each builder makes a group that the store takes", arguments: StoreCase.allCases)
  func builders(_ kind: StoreCase) async throws {
    let place = try kind.place()
    let store = try place.make()
    try await store.append(Self.master, at: Sample.time(1))
    let entries = try Self.entries()
    for entry in entries {
      do {
        let stored = try await store.append(entry, at: Sample.time(2))
        let expected = try await entry.group(in: store.masterData())
        #expect(try stored.group.id == entry.id)
        #expect(try stored.group.cashLegs.map(\.amount) == expected.cashLegs.map(\.amount))
      } catch StoreFailure.invalid(let faults) {
        Issue.record("\(entry.event): \(faults.text())")
      }
    }
    let page = try await store.page(.init(limit: 100))
    #expect(page.groups.map(\.id) == entries.reversed().map(\.id))
    #expect(page.names.instrument("AAPL") == "Apple Inc." && page.names.instrument("X") == "X")
    #expect(page.names.account("c-usd") == "Broker \"A\"")
    let ledger = try LedgerContents(reading: try await store.load())
    #expect(ledger.accounts == Self.master.accounts)
    #expect(ledger.instruments == Self.master.instruments)
    #expect(ledger.prices.map(\.price) == ["250.42"] && ledger.rates == Self.master.rates)
    // The store completes the row by the instrument that it names.
    #expect(ledger.prices.map(\.stockID) == ["s-aapl"])
  }

  @Test("A purchase is the group of the specification")
  func purchase() throws {
    let entry = try GroupEntry.buy(
      "AAPL", 10, at: "180.25", fees: "1.00", on: "2024-03-01", id: "g1")
    #expect(
      String(decoding: try entry.group(in: Self.master).row, as: UTF8.self)
        == #"{"id": "g1", "group_type": "stock_trade", "status": "settled", "#
        + #""occurred_at": "2024-03-01T00:00:00Z", "stock_transactions": [{"id": "g1-0", "#
        + #""symbol": "AAPL", "trade_type": "buy", "quantity": "10", "price_per_share": "180.25", "#
        + #""fees": "1.00", "currency": "USD"}], "cash_transactions": [{"id": "g1-1", "#
        + #""cash_account_id": "c-usd", "leg_type": "principal", "direction": "out", "#
        + #""amount": "1802.50", "currency": "USD"}, {"id": "g1-2", "cash_account_id": "c-usd", "#
        + #""leg_type": "fee", "direction": "out", "amount": "1.00", "currency": "USD"}]}"#)
  }

  @Test("An account that is not clear is asked for")
  func unclear() throws {
    func fault(_ entry: GroupEntry) -> EntryFault? {
      do { _ = try entry.group(in: Self.master) } catch { return error }
      return nil
    }
    let day: Day = "2024-03-01"
    #expect(try fault(.deposit(1, on: day)) == .severalAccounts(Self.master.accounts.map(\.id)))
    #expect(try fault(.deposit(1, on: day, cash: "c")) == .unknownAccount("c"))
    #expect(try fault(.buy("NONE", 1, at: 1, on: day)) == .unknownInstrument("NONE"))
    #expect(try fault(.buy("NONE", 1, at: 1, on: day, cash: "c-usd")) == nil)
    #expect(
      try fault(.transfer(1, from: "c-usd", to: "c-eur", on: day))
        == .otherCurrency(account: "c-eur", holds: "EUR", wanted: "USD"))
    #expect(
      try fault(.buy("VOD", 1, at: 70, on: day, cash: "c-usd"))
        == .otherCurrency(account: "c-usd", holds: "USD", wanted: "GBP"))
    let francs = Money(1, "CHF")
    #expect(
      try fault(.exchange(francs, for: Money(1, "USD"), on: day)) == .noAccount(in: "CHF"))
    #expect(throws: NumberFault.self) { try GroupEntry.deposit("1,000", on: day) }
  }

  @Test("Groups are found by what is asked for", arguments: StoreCase.allCases)
  func filters(_ kind: StoreCase) async throws {
    let place = try kind.place()
    let store = try place.make()
    try await store.append(Self.master, at: Sample.time(1))
    let groups = try Self.entries().map { try $0.group(in: Self.master) }
    try await store.append(LedgerContents(groups: groups), at: Sample.time(2))
    func count(_ filter: GroupFilter) async throws -> Int {
      let page = try await store.groups(.init(limit: 2, filter: filter))
      let all = try await store.page(.init(limit: 100)).groups
      let names = Self.master.names
      #expect(page.total == all.filter { filter.matches($0, names: names) }.count)
      return page.total
    }
    #expect(try await count(GroupFilter()) == 33)
    #expect(try await count(GroupFilter(symbols: ["VOD"])) == 2)
    #expect(try await count(GroupFilter(symbols: ["NEW"])) == 2)
    #expect(try await count(GroupFilter(symbols: ["VOD", "NEW", "none"])) == 4)
    #expect(try await count(GroupFilter(accounts: ["other"])) == 1)
    #expect(try await count(GroupFilter(accounts: ["c-eur"])) == 2)
    #expect(try await count(GroupFilter(types: [.deposit, .withdrawal])) == 3)
    #expect(try await count(GroupFilter(statuses: [.pending])) == 0)
    #expect(try await count(GroupFilter(from: "2024-01-03", through: "2024-01-05")) == 3)
    #expect(try await count(GroupFilter(text: "vodaFONE")) == 2)
    #expect(try await count(GroupFilter(text: "savings")) == 2)
    #expect(try await count(GroupFilter(types: [.deposit], text: "no such text")) == 0)
  }

  @Test("A text is found whatever its letters", arguments: StoreCase.allCases)
  func texts(_ kind: StoreCase) async throws {
    let place = try kind.place()
    let store = try place.make()
    try await store.append(Self.master, at: Sample.time(1))
    let notes = ["Überweisung \"A\"", "plain Note", "K\u{212A}elvin", "tab\tand \\ slash", ""]
    for (number, note) in notes.enumerated() {
      var entry = try GroupEntry.deposit(5, on: "2024-01-01", cash: "c-usd", id: "n\(number)")
      entry.notes = note
      try await store.append(entry, at: Sample.time(2))
    }
    let all = try await store.page().groups
    let texts = [
      "überweisung": 1, "\"a\"": 5, "NOTE": 1, "kkelvin": 1, "TAB\t": 1, "\\": 1, "n3": 1,
      "broker \"a": 5, "C-USD": 5, "nothing": 0, "occurred_at": 0,
    ]
    for (text, count) in texts {
      let filter = GroupFilter(text: text)
      let page = try await store.groups(.init(limit: 2, filter: filter))
      #expect(page.total == count, "\(text)")
      #expect(all.count { filter.matches($0, names: Self.master.names) } == count, "\(text)")
      #expect(page.groups.count == min(2, count), "\(text)")
    }
  }

  @Test("Groups are changed as values, deleted and restored", arguments: StoreCase.allCases)
  func changes(_ kind: StoreCase) async throws {
    let place = try kind.place()
    let store = try place.make()
    try await store.append(Self.master, at: Sample.time(1))
    for id in ["g1", "g2", "g3"] {
      try await store.append(
        .deposit(5, on: "2024-01-01", cash: "c-usd", id: id), at: Sample.time(2))
    }
    #expect(try await store.groups(ids: ["g3", "none", "g1"]).map(\.id) == ["g3", "g1"])
    var group = try await store.group("g1").group
    group.notes = "a \"note\"\nof two lines"
    group.cashLegs[0].amount = "7.50"
    group.otherColumns = [LedgerColumn("x_color", json: "{\"a\":[1.50,null]}")]
    let stored = try await store.replace(group, at: Sample.time(3))
    #expect(try stored.group == group)
    let gone = try await store.delete("g1", at: Sample.time(4))
    #expect(gone.deletedAt != nil)
    #expect(try gone.group.isDeleted)
    #expect(try await store.page().total == 2)
    let back = try await store.undelete("g1", at: Sample.time(5))
    #expect(back.deletedAt == nil)
    #expect(try back.group == group)
    await #expect(throws: StoreFailure.self) {
      try await store.undelete("none", at: Sample.time(6))
    }
  }
}
