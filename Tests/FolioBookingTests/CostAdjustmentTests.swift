import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Cost adjustments")
struct CostAdjustmentTests {
  /// Lots of 10 at 100 and of 5 at 60.
  private func books(_ method: CostBasisMethod = .fifo) -> LedgerBuilder {
    LedgerBuilder(base: "USD").settings { $0.costBasisMethod = method }
      .account("usd", "USD").stock("A").stock("B")
      .event("g1", "2024-01-01", .buy("A", 10, at: 10))
      .event("g2", "2024-02-01", .buy("A", 5, at: 12))
  }

  private let income = "Income:CostAdjustments:A"

  @Test("an increase is shared by units, and counts as income")
  func increase() throws {
    let booked = try Booked(
      books().event("g3", "2024-03-01", .costAdjustment("A", .increase, by: 30)))
    #expect(booked.lots == ["A - 2024-01-01 10 120 120", "A - 2024-02-01 5 70 70"])
    #expect(booked.balance(income) == "-30")
    #expect(booked.result.income.map(\.kind) == [.costAdjustment])
    expectSoundBooks(booked)
  }

  @Test("a decrease stops at a cost of zero, and the rest is a gain")
  func decrease() throws {
    let booked = try Booked(
      books().event("g3", "2024-03-01", .costAdjustment("A", .decrease, by: 165)))
    #expect(booked.lots == ["A - 2024-01-01 10 0 0", "A - 2024-02-01 5 5 5"])
    #expect(booked.gains == ["A 2024-01-01 0 10 0"])
    #expect(booked.result.disposals.map(\.cause) == [.costAdjustment])
    #expect(booked.balance(income) == "165")
    expectSoundBooks(booked)
  }

  @Test("named lots share the amount by the units that are named")
  func named() throws {
    let row = StockRow.costAdjustment("A", .increase, by: 30)
    let one = try Booked(
      books().event("g3", "2024-03-01", row.lots(LotRow(group: "g2", quantity: 5))))
    #expect(one.lots == ["A - 2024-01-01 10 100 100", "A - 2024-02-01 5 90 90"])
    let both = try Booked(
      books().event(
        "g3", "2024-03-01",
        row.lots(LotRow(group: "g1", quantity: 1), LotRow(group: "g2", quantity: 5))))
    #expect(both.lots == ["A - 2024-01-01 10 105 105", "A - 2024-02-01 5 85 85"])
    expectSoundBooks(both)
  }

  @Test("lots that are not there, or do not add up, are faults")
  func badLots() throws {
    let row = StockRow.costAdjustment("A", .increase, by: 30)
    func faults(_ row: StockRow) throws -> [DiagnosticCode] {
      try bookingFaults(books().event("g3", "2024-03-01", row))
    }
    #expect(try faults(row.lots(LotRow(group: "g3", quantity: 5))) == [.unmatchedLot])
    #expect(try faults(row.lots(LotRow(group: "g2", quantity: 6))) == [.lotTooSmall])
    #expect(
      try faults(row.units(6).lots(LotRow(group: "g2", quantity: 5))) == [.lotQuantities])
  }

  @Test("a pool takes the whole amount")
  func pool() throws {
    let booked = try Booked(
      books(.average).event("g3", "2024-03-01", .costAdjustment("A", .increase, by: 20))
        .event("g4", "2024-04-01", .sell("A", 6, at: 20)))
    #expect(booked.gains == ["A 2024-01-01 6 120 72"])
    expectSoundBooks(booked)
  }

  @Test("units × the amount of a unit is the amount")
  func product() throws {
    let row = StockRow(.costAdjustment, "A").with {
      ($0.quantity, $0.price, $0.detail.costDirection) = (15, 2, .increase)
    }
    let booked = try Booked(books().event("g3", "2024-03-01", row))
    #expect(booked.balance("Assets:Securities:A") == "190")
  }

  @Test("an amount in another currency is converted, or refused without a rate")
  func otherCurrency() throws {
    let row = StockRow.costAdjustment("A", .increase, by: 24).inCurrency("EUR")
    let known = try Booked(
      books().rate("2024-01-01", "EUR", "USD", "1.25").event("g3", "2024-03-01", row))
    #expect(known.lots == ["A - 2024-01-01 10 120 120", "A - 2024-02-01 5 70 70"])
    expectSoundBooks(known)
    #expect(try bookingFaults(books().event("g3", "2024-03-01", row)) == [.mixedCurrencies])
  }

  @Test("nothing held, or only owed, is a fault", arguments: CostDirection.allCases)
  func nothingHeld(_ direction: CostDirection) throws {
    let row = StockRow.costAdjustment("B", direction, by: 1)
    #expect(try bookingFaults(books().event("g3", "2024-03-01", row)) == [.nothingHeld])
    let owed = books().event("g3", "2024-02-01", .shortSell("B", 1, at: 5))
    #expect(try bookingFaults(owed.event("g4", "2024-03-01", row)) == [.nothingHeld])
  }

  @Test("in the scope of accounts, only the account that the leg names")
  func account() throws {
    let books = LedgerBuilder(base: "USD").settings { $0.lotScope = .account }
      .account("usd", "USD").stock("A")
      .event("g1", "2024-01-01", .buy("A", 10, at: 10).inAccount("x"))
      .event("g2", "2024-01-01", .buy("A", 10, at: 10).inAccount("y"))
    let row = StockRow.costAdjustment("A", .increase, by: 30)
    let one = try Booked(books.event("g3", "2024-03-01", row.inAccount("y")))
    #expect(one.lots == ["A x 2024-01-01 10 100 100", "A y 2024-01-01 10 130 130"])
  }

  @Test("no tax rule takes it for a purchase", arguments: [TaxRules.us, .uk, .ca])
  func isNoPurchase(_ rules: TaxRules) throws {
    let books = books().settings { $0.taxRules = rules }
      .event("g3", "2024-06-03", .sell("A", 5, at: 1))
      .event("g4", "2024-06-10", .costAdjustment("A", .increase, by: 30))
    let booked = try Booked(books)
    #expect(booked.result.deferredLosses.isEmpty)
    #expect(booked.result.disposals.allSatisfy { $0.matching != .thirtyDays })
    expectSoundBooks(booked)
  }
}
