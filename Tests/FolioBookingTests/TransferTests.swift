import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Units move between accounts, come in and go out")
struct TransferTests {
  private func books(_ scope: LotScope, _ method: CostBasisMethod = .fifo) -> LedgerBuilder {
    LedgerBuilder(base: "USD")
      .settings {
        $0.lotScope = scope
        $0.costBasisMethod = method
      }
      .account("usd", "USD").stock("A")
      .event("g1", "2024-01-01", .buy("A", 10, at: 10).inAccount("x"))
      .event("g2", "2024-01-02", .buy("A", 10, at: 20).inAccount("y"))
  }

  @Test("lots keep their days and costs, whichever leg stands first", arguments: [true, false])
  func moves(_ outFirst: Bool) throws {
    for scope in LotScope.allCases {
      let out = StockRow.transferOut("A", 4, from: "y")
      let into = StockRow.transferIn("A", 4, to: "z")
      let rows = outFirst ? [out, into] : [into, out]
      let booked = try Booked(books(scope).group("g3", "2024-02-01", stock: rows))
      #expect(
        booked.lots == [
          "A x 2024-01-01 10 100 100", "A y 2024-01-02 6 120 120", "A z 2024-01-02 4 80 80",
        ])
      #expect(booked.gains.isEmpty)
      expectSoundBooks(booked)
    }
  }

  /// Under average cost and `portfolio` it is the oldest one (Specs/decisions/accounts.md).
  @Test(
    "units leave the account that the leg names",
    arguments: CostBasisMethod.allCases, LotScope.allCases)
  func ownAccountFirst(_ method: CostBasisMethod, _ scope: LotScope) throws {
    if method == .average && scope == .portfolio { return }
    let booked = try Booked(
      books(scope, method).event(
        "g3", "2024-02-01", .transferOut("A", 10, from: "y"), .transferIn("A", 10, to: "z")))
    let accounts = booked.result.lots.map { booked.tables.securitiesAccount($0.account) }
    #expect(accounts == ["x", "z"])
    #expect(booked.result.lots.map(\.acquired) == ["2024-01-01", "2024-01-02"])
    #expect(booked.result.lots.map(\.cost).total() == 300)
    expectSoundBooks(booked)
  }

  @Test("one transfer may feed several accounts")
  func several() throws {
    let booked = try Booked(
      books(.account).event(
        "g3", "2024-02-01", .transferOut("A", 9, from: "x"), .transferIn("A", 3, to: "u"),
        .transferIn("A", 6, to: "v")))
    #expect(
      booked.lots == [
        "A u 2024-01-01 3 30 30", "A v 2024-01-01 6 60 60", "A x 2024-01-01 1 10 10",
        "A y 2024-01-02 10 200 200",
      ])
    expectSoundBooks(booked)
  }

  @Test("the two legs of a transfer move the same units", arguments: [2, 4])
  func unequal(units: Int) {
    let builder = books(.account).event(
      "g3", "2024-02-01", .transferOut("A", 3, from: "x"),
      .transferIn("A", ExactDecimal(units), to: "u"))
    #expect(builder.check().faults.map(\.code) == [.unbalancedGroup])
  }

  @Test("more going out than is held is F301")
  func tooMuchOut() throws {
    let builder = books(.account).event("g3", "2024-02-01", .transferOut("A", 11, from: "x"))
    #expect(try bookingFaults(builder) == [.soldMoreThanHeld])
  }

  @Test("what leaves for good leaves at its cost", arguments: LotScope.allCases)
  func leaves(_ scope: LotScope) throws {
    let booked = try Booked(
      books(scope).event("g3", "2024-02-01", .transferOut("A", 4, from: "x")))
    #expect(booked.balance("Equity:Contributions") == "40")
    #expect(booked.gains.isEmpty)
    expectSoundBooks(booked)
  }

  @Test("what comes from outside brings its own days and costs")
  func comes() throws {
    let row = StockRow.transferIn("A", 7, to: "x").lots(
      LotRow(acquired: "2019-05-01", quantity: 4, cost: 8),
      LotRow(acquired: "2020-05-01", quantity: 3, cost: 9, costBase: 11))
    let booked = try Booked(books(.account).event("g3", "2024-02-01", row))
    #expect(
      booked.lots.prefix(3) == [
        "A x 2019-05-01 4 8 8", "A x 2020-05-01 3 9 11", "A x 2024-01-01 10 100 100",
      ])
    #expect(booked.balance("Equity:Contributions") == "-17")
    expectSoundBooks(booked)
  }

  @Test("an opening balance comes from Equity:Opening")
  func opening() throws {
    let row = StockRow.transferIn("A", 4, to: "x").lots(
      LotRow(acquired: "2019-05-01", quantity: 4, cost: 8))
    let builder = books(.account)
    builder.event("g3", "2024-02-01", row, type: .openingBalance)
    let booked = try Booked(builder)
    #expect(booked.balance("Equity:Opening") == "-8")
    expectSoundBooks(booked)
  }

  @Test("what comes from outside and says nothing of its lots is F303; a wrong sum F304")
  func unknownLots() throws {
    let bare = books(.account).event("g3", "2024-02-01", .transferIn("A", 4, to: "x"))
    #expect(try bookingFaults(bare) == [.unmatchedLot])
    let noCost = books(.account).event(
      "g3", "2024-02-01",
      .transferIn("A", 4, to: "x").lots(LotRow(acquired: "2019-05-01", quantity: 4)))
    #expect(try bookingFaults(noCost) == [.unmatchedLot])
    let wrong = books(.account).event(
      "g3", "2024-02-01",
      .transferIn("A", 4, to: "x").lots(LotRow(acquired: "2019-05-01", quantity: 3, cost: 1)))
    #expect(try bookingFaults(wrong) == [.lotQuantities])
  }

  @Test("a lot from outside is relieved by the day it was acquired")
  func olderThanTheRest() throws {
    let row = StockRow.transferIn("A", 4, to: "x").lots(
      LotRow(acquired: "2019-05-01", quantity: 4, cost: 8))
    let booked = try Booked(
      books(.portfolio).event("g3", "2024-02-01", row)
        .event("g4", "2024-02-02", .sell("A", 5, at: 10)))
    #expect(booked.gains == ["A 2019-05-01 4 40 8", "A 2024-01-01 1 10 10"])
  }

  @Test("under average cost a pool of one account moves at its average")
  func average() throws {
    let builder = books(.account, .average)
      .event("g3", "2024-01-03", .buy("A", 10, at: 40).inAccount("x"))
      .event(
        "g4", "2024-02-01", .transferOut("A", 10, from: "x"), .transferIn("A", 10, to: "y"))
    let booked = try Booked(builder)
    #expect(
      booked.lots == [
        "A x 2024-01-03 10 250 250", "A y 2024-01-01 10 225 225", "A y 2024-01-02 10 225 225",
      ])
    expectSoundBooks(booked)
  }

  @Test("a transfer leg may choose its lots", arguments: LotScope.allCases)
  func chosen(_ scope: LotScope) throws {
    let builder = books(scope, .specific)
      .event("g3", "2024-01-03", .buy("A", 10, at: 40).inAccount("x"))
      .event(
        "g4", "2024-02-01",
        .transferOut("A", 5, from: "x").lots(LotRow(group: "g3", quantity: 5)),
        .transferIn("A", 5, to: "z"))
    let booked = try Booked(builder)
    #expect(booked.lots.last == "A z 2024-01-03 5 200 200")
    expectSoundBooks(booked)
  }
}
