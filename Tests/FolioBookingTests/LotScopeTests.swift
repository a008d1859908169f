import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Lots across accounts")
struct LotScopeTests {
  /// 10 at 100 in one, then 10 at 200 in two.
  private func books(
    _ scope: LotScope? = .portfolio, _ method: CostBasisMethod = .fifo
  ) -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
      .settings {
        $0.costBasisMethod = method
        $0.lotScope = scope
      }
      .event("g1", "2024-01-01", .buy("A", 10, at: 100).inAccount("one"))
      .event("g2", "2024-01-02", .buy("A", 10, at: 200).inAccount("two"))
  }

  @Test("a lot that is sold for another account changes places with as many units there")
  func changesPlaces() throws {
    let booked = try Booked(
      books().event("g3", "2024-01-03", .sell("A", 6, at: 300).inAccount("two")))
    #expect(booked.gains == ["A 2024-01-01 6 1800 600"])
    #expect(
      booked.lots == [
        "A one 2024-01-01 4 400 400", "A one 2024-01-02 6 1200 1200",
        "A two 2024-01-02 4 800 800",
      ])
    expectSoundBooks(booked)
  }

  @Test("of several lots of the account, those change places that the method relieves next")
  func order() throws {
    let builder = books(.portfolio, .lifo)
      .event("g3", "2024-01-03", .buy("A", 5, at: 50).inAccount("one"))
      .event("g4", "2024-01-04", .buy("A", 5, at: 60).inAccount("two"))
      .event("g5", "2024-01-05", .sell("A", 7, at: 300).inAccount("one"))
    #expect(
      try Booked(builder).lots == [
        "A one 2024-01-01 8 800 800", "A two 2024-01-01 2 200 200",
        "A two 2024-01-02 10 2000 2000", "A two 2024-01-03 3 150 150",
      ])
  }

  @Test("a pool belongs to its accounts by their units", arguments: [TaxRules.uk, .ca, .none])
  func pool(_ rules: TaxRules) throws {
    let booked = try Booked(
      books(.portfolio, .average).event("g3", "2024-03-03", .sell("A", 6, at: 300).inAccount("two"))
    ) { $0.taxRules = rules }
    let units = Dictionary(grouping: booked.result.lots) {
      booked.tables.securitiesAccount($0.account)
    }
    #expect(units["one"]?.map(\.quantity).total() == 10)
    #expect(units["one"]?.map(\.cost).total() == 1500)
    #expect(units["two"]?.map(\.quantity).total() == 4)
    #expect(units["two"]?.map(\.cost).total() == 600)
    #expect(booked.result.disposals.map { booked.tables.securitiesAccount($0.account) } == ["two"])
  }

  @Test("an event of one account changes the units of that account", arguments: LotScope.allCases)
  func event(_ scope: LotScope) throws {
    let booked = try Booked(
      books(scope).event("g3", "2024-02-01", .split("A", 2, for: 1).inAccount("one"))
        .event(
          "g4", "2024-02-02", .spinOff("A", into: "B", 1, for: 1, basis: "0.5").inAccount("two")
        )
        .event("g5", "2024-02-03", .returnOfCapital("A", 200).inAccount("one")))
    #expect(
      booked.lots == [
        "A one 2024-01-01 20 800 800", "A two 2024-01-02 10 1000 1000",
        "B two 2024-01-02 10 1000 1000",
      ])
  }

  @Test("each account is paid for its own fraction", arguments: LotScope.allCases)
  func fractions(_ scope: LotScope) throws {
    let row = StockRow.split("A", 3, for: 4).with { $0.detail.cashInLieu = 40 }
    let booked = try Booked(books(scope).event("g3", "2024-02-01", row))
    #expect(booked.result.disposals.map(\.quantity) == ["0.5", "0.5"])
    #expect(booked.result.disposals.map(\.proceeds) == [20, 20])
    let accounts = booked.result.disposals.map { booked.tables.securitiesAccount($0.account) }
    #expect(accounts == ["one", "two"])
    #expect(booked.result.lots.map(\.quantity) == [7, 7])
  }

  @Test("the account of an entry, or of the leg, decides between the parts of a lot")
  func parts() throws {
    let builder = books()
      .event(
        "g3", "2024-02-01", .transferIn("A", 4, to: "two"), .transferOut("A", 4, from: "one"))
    var lot = LotRow(group: "g1", quantity: 3)
    let own = try Booked(
      builder.event("g4", "2024-02-02", .sell("A", 3, at: 300).inAccount("two").lots(lot)))
    #expect(own.lots.contains("A two 2024-01-01 1 100 100"))
    lot.account = "one"
    let other = try Booked(
      builder.event("g5", "2024-02-03", .sell("A", 3, at: 300).inAccount("two").lots(lot)))
    // Three units of one leave, and three of two take their place.
    #expect(
      other.lots == [
        "A one 2024-01-01 3 300 300", "A one 2024-01-01 1 100 100",
        "A one 2024-01-02 2 400 400", "A two 2024-01-02 8 1600 1600",
      ])
  }

  @Test("a ledger without the scope gets one warning if a disposal depends on it")
  func warning() throws {
    let builder = books(nil).event("g3", "2024-02-01", .sell("A", 1, at: 300).inAccount("one"))
    #expect(try Booked(builder).codes.isEmpty)
    builder.event("g4", "2024-02-02", .sell("A", 1, at: 300).inAccount("two"))
      .event("g5", "2024-02-03", .sell("A", 1, at: 300).inAccount("two"))
    #expect(try Booked(builder).codes == [.lotScopeNotSet])
    #expect(try Booked(builder) { $0.lotScope = .account }.codes.isEmpty)
    #expect(try !Booked(builder) { $0.taxRules = .uk }.codes.contains(.lotScopeNotSet))
  }

  @Test("the order of acquisition within a day survives every event", arguments: ["A", "B"])
  func orderOfDay(_ symbol: String) throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
      .settings { $0.costBasisMethod = .lifo }
      .event("g1", "2024-01-01", .buy("A", 1, at: 100).inAccount("x"))
      .event("g2", "2024-01-01", .buy("A", 1, at: 900).inAccount("x"))
      .event("g3", "2024-02-01", .transferIn("A", 2, to: "y"), .transferOut("A", 2, from: "x"))
    if symbol == "B" { builder.event("g4", "2024-02-02", .symbolChange("A", to: "B")) }
    builder.event("g5", "2024-03-01", .sell(symbol, 1, at: 500).inAccount("y"))
    #expect(try Booked(builder).result.disposals.map(\.cost) == [900])
  }

  @Test(
    "unit costs that differ only by rounding are equal", arguments: [CostBasisMethod.hifo, .lofo])
  func ties(_ method: CostBasisMethod) throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .settings { $0.costBasisMethod = method }
      .event("g1", "2024-01-01", .buy("A", 3, at: 10))
      .event("g2", "2024-01-02", .buy("A", 7, at: 10))
      .event("g3", "2024-02-01", .split("A", 1, for: 3))
      .event("g4", "2024-03-01", .sell("A", 1, at: 50))
    #expect(try Booked(builder).result.disposals.map(\.acquired) == ["2024-01-01"])
  }
}
