import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Corporate actions")
struct CorporateActionTests {
  /// Lots of 10 at 100 and of 5 at 60.
  private func books(_ method: CostBasisMethod = .fifo) -> LedgerBuilder {
    LedgerBuilder(base: "USD").settings { $0.costBasisMethod = method }
      .account("usd", "USD").stock("A").stock("B")
      .event("g1", "2024-01-01", .buy("A", 10, at: 10))
      .event("g2", "2024-02-01", .buy("A", 5, at: 12))
  }

  @Test("a split multiplies units and keeps cost and days")
  func split() throws {
    let booked = try Booked(books().event("g3", "2024-03-01", .split("A", 3, for: 2)))
    #expect(booked.lots == ["A - 2024-01-01 15 100 100", "A - 2024-02-01 7.5 60 60"])
    expectSoundBooks(booked)
  }

  @Test("a reverse split that does not come out even rounds the sum once")
  func reverseSplit() throws {
    let booked = try Booked(books().event("g3", "2024-03-01", .split("A", 1, for: 7)))
    #expect(
      booked.lots == [
        "A - 2024-01-01 1.428571428571428571 100 100",
        "A - 2024-02-01 0.714285714285714286 60 60",
      ])
  }

  @Test("cash in lieu sells the fraction that the split leaves")
  func cashInLieu() throws {
    let booked = try Booked(
      books().event("g3", "2024-03-01", .split("A", 1, for: 2).cashInLieu(11)))
    #expect(booked.gains == ["A 2024-01-01 0.5 11 10"])
    #expect(booked.lots == ["A - 2024-01-01 4.5 90 90", "A - 2024-02-01 2.5 60 60"])
    #expect(booked.result.disposals.map(\.cause) == [.cashInLieu])
    expectSoundBooks(booked)
  }

  @Test("cash in lieu where no fraction is left is F309")
  func noFraction() throws {
    let builder = books().event("g3", "2024-03-01", .split("A", 2, for: 1).cashInLieu(5))
    #expect(try bookingFaults(builder) == [.fractionNotHeld])
  }

  @Test("an event of what is not held is F308", arguments: CostBasisMethod.allCases)
  func nothingHeld(_ method: CostBasisMethod) throws {
    let rows: [StockRow] = [
      .split("B", 2, for: 1), .stockDividend("B", 1), .returnOfCapital("B", 1),
      .spinOff("B", into: "C", 1, for: 1, basis: "0.5"), .merger("B", into: "C", 1, for: 1),
      .cashMerger("B", 1), .symbolChange("B", to: "C"), .writeOff("B"),
      .cashMerger("B", 1).units(2), .writeOff("B").units(2),
    ]
    for row in rows {
      let found = try bookingFaults(books(method).event("g3", "2024-03-01", row))
      #expect(found == [.nothingHeld], "\(row.type)")
    }
  }

  @Test("an untaxed stock dividend spreads over the lots", arguments: [false, true])
  func stockDividend(_ byRatio: Bool) throws {
    let row: StockRow = byRatio ? .stockDividend("A", 1, for: 5) : .stockDividend("A", 3)
    let booked = try Booked(books().event("g3", "2024-03-01", row))
    #expect(booked.lots == ["A - 2024-01-01 12 100 100", "A - 2024-02-01 6 60 60"])
    expectSoundBooks(booked)
  }

  @Test("a stock dividend adds the units that it names, over all accounts together")
  func stockDividendOverAccounts() throws {
    let builder = LedgerBuilder(base: "USD").settings { $0.lotScope = .account }
      .account("usd", "USD").stock("A")
      .event("g1", "2024-01-01", .buy("A", 1, at: 10).inAccount("x"))
      .event("g2", "2024-01-02", .buy("A", 1, at: 10).inAccount("y"))
      .event("g3", "2024-01-03", .buy("A", 1, at: 10).inAccount("z"))
      .event("g4", "2024-02-01", .stockDividend("A", 1))
    #expect(try Booked(builder).result.lots.map(\.quantity).total() == 4)
  }

  @Test("a taxed stock dividend is income and a lot of its own")
  func taxedStockDividend() throws {
    let booked = try Booked(
      books().event("g3", "2024-03-01", .stockDividend("A", 3).gross(36)))
    #expect(booked.lots.last == "A - 2024-03-01 3 36 36")
    #expect(booked.balance("Income:Dividends:A") == "-36")
    expectSoundBooks(booked)
  }

  @Test("a return of capital lowers the cost by units")
  func returnOfCapital() throws {
    let booked = try Booked(books().event("g3", "2024-03-01", .returnOfCapital("A", 30)))
    #expect(booked.lots == ["A - 2024-01-01 10 80 80", "A - 2024-02-01 5 50 50"])
    #expect(booked.gains.isEmpty)
    expectSoundBooks(booked)
  }

  @Test("what a return of capital pays beyond a lot's cost is a gain")
  func excess() throws {
    let booked = try Booked(books().event("g3", "2024-03-01", .returnOfCapital("A", 165)))
    #expect(booked.gains == ["A 2024-01-01 0 10 0"])
    #expect(booked.lots == ["A - 2024-01-01 10 0 0", "A - 2024-02-01 5 5 5"])
    #expect(booked.result.disposals.map(\.cause) == [.returnOfCapital])
    expectSoundBooks(booked)
  }

  @Test("a return of capital in another currency is converted, or refused without a rate")
  func returnInOtherCurrency() throws {
    let row = StockRow.returnOfCapital("A", 24).inCurrency("EUR")
    let known = try Booked(
      books().account("eur", "EUR").rate("2024-01-01", "EUR", "USD", "1.25")
        .event("g3", "2024-03-01", row))
    #expect(known.lots == ["A - 2024-01-01 10 80 80", "A - 2024-02-01 5 50 50"])
    expectSoundBooks(known)
    let unknown = books().account("eur", "EUR").event("g3", "2024-03-01", row)
    #expect(try bookingFaults(unknown) == [.mixedCurrencies])
  }

  @Test("a spin-off moves a share of each lot's cost and keeps its day")
  func spinOff() throws {
    let booked = try Booked(
      books().event("g3", "2024-03-01", .spinOff("A", into: "B", 1, for: 2, basis: "0.2")))
    #expect(
      booked.lots == [
        "A - 2024-01-01 10 80 80", "A - 2024-02-01 5 48 48",
        "B - 2024-01-01 5 20 20", "B - 2024-02-01 2.5 12 12",
      ])
    expectSoundBooks(booked)
  }

  @Test("a spin-off with cash in lieu sells the fraction of the new instrument")
  func spinOffWithCash() throws {
    let row = StockRow.spinOff("A", into: "B", 1, for: 2, basis: "0.2").cashInLieu(4)
    let booked = try Booked(books().event("g3", "2024-03-01", row))
    #expect(booked.gains == ["B 2024-01-01 0.5 4 2"])
    expectSoundBooks(booked)
  }

  @Test("a merger for shares carries cost and days over")
  func merger() throws {
    let booked = try Booked(
      books().event("g3", "2024-03-01", .merger("A", into: "B", 2, for: 5)))
    #expect(booked.lots == ["B - 2024-01-01 4 100 100", "B - 2024-02-01 2 60 60"])
    #expect(booked.gains.isEmpty)
    expectSoundBooks(booked)
  }

  @Test("cash in lieu sells the fraction of the new units, not of units held before")
  func fractionOfNewUnits() throws {
    let builder = books().event("g3", "2024-02-15", .buy("B", "10.3", at: 10))
      .event("g4", "2024-03-01", .merger("A", into: "B", 1, for: 2).cashInLieu(5))
    let booked = try Booked(builder)
    #expect(booked.gains == ["B 2024-01-01 0.5 5 10"])
    expectSoundBooks(booked)
  }

  @Test("a merger for cash sells everything")
  func cashMerger() throws {
    let booked = try Booked(
      books().event("g3", "2024-03-01", .cashMerger("A", 300).fees(15)))
    #expect(booked.gains == ["A 2024-01-01 10 190 100", "A 2024-02-01 5 95 60"])
    #expect(booked.lots.isEmpty)
    expectSoundBooks(booked)
  }

  @Test("a merger for cash and cash in lieu books all of the cash")
  func cashMergerWithLieu() throws {
    let booked = try Booked(
      books().event("g3", "2024-03-01", .cashMerger("A", 300).cashInLieu(3)))
    expectSoundBooks(booked)
  }

  @Test("a merger for both is a return of capital first")
  func mixedMerger() throws {
    let row = StockRow.merger("A", into: "B", 1, for: 1).gross(15)
    let booked = try Booked(books().event("g3", "2024-03-01", row))
    #expect(booked.lots == ["B - 2024-01-01 10 90 90", "B - 2024-02-01 5 55 55"])
    expectSoundBooks(booked)
  }

  @Test("a merger with a fraction paid out in cash", arguments: CostBasisMethod.allCases)
  func mergerWithFraction(_ method: CostBasisMethod) throws {
    let row = StockRow.merger("A", into: "B", 1, for: 2).cashInLieu(30)
    let booked = try Booked(books(method).event("g3", "2024-03-01", row))
    #expect(booked.result.lots.map(\.quantity).total() == 7)
    #expect(booked.result.disposals.map(\.quantity).total() == "0.5")
    #expect(
      booked.result.lots.map(\.cost).total() + booked.result.disposals.map(\.cost).total()
        == 160)
    expectSoundBooks(booked)
  }

  @Test("a change of symbol carries everything over, and the old symbol holds nothing")
  func symbolChange() throws {
    let builder = books().event("g3", "2024-03-01", .symbolChange("A", to: "NEW"))
    let booked = try Booked(builder)
    #expect(booked.lots == ["NEW - 2024-01-01 10 100 100", "NEW - 2024-02-01 5 60 60"])
    builder.event("g4", "2024-03-02", .sell("A", 1, at: 1))
    #expect(try bookingFaults(builder) == [.soldMoreThanHeld])
  }

  @Test("in account scope an event of one account leaves the others alone")
  func oneAccount() throws {
    let builder = LedgerBuilder(base: "USD").settings { $0.lotScope = .account }
      .account("usd", "USD").stock("A")
      .event("g1", "2024-01-01", .buy("A", 10, at: 10).inAccount("x"))
      .event("g2", "2024-01-02", .buy("A", 10, at: 10).inAccount("y"))
      .event("g3", "2024-02-01", .split("A", 2, for: 1).inAccount("x"))
    #expect(
      try Booked(builder).lots == ["A x 2024-01-01 20 100 100", "A y 2024-01-02 10 100 100"])
    builder.event("g4", "2024-02-02", .split("A", 2, for: 1))
    #expect(
      try Booked(builder).lots == ["A x 2024-01-01 40 100 100", "A y 2024-01-02 20 100 100"])
  }

  @Test("HIFO goes by the unit cost after a return of capital and a split")
  func orderAfterEvents() throws {
    let builder = books(.hifo)
      .event("g3", "2024-03-01", .buy("B", 1, at: 1))
      .event("g4", "2024-03-01", .returnOfCapital("A", 15))
      .event("g5", "2024-03-02", .split("A", 2, for: 1))
      .event("g6", "2024-03-03", .buy("A", 2, at: 5))
      .event("g7", "2024-03-04", .sell("A", 11, at: 6))
    #expect(try Booked(builder).gains == ["A 2024-02-01 10 60 55", "A 2024-03-03 1 6 5"])
  }

  @Test("units too small for a ratio are refused, for they would leave their cost behind")
  func dust() throws {
    let dust: ExactDecimal = "0.000000000000000001"
    let events: [StockRow] = [
      .split("B", 1, for: 10), .merger("B", into: "C", 1, for: 10),
      .spinOff("B", into: "C", 1, for: 10, basis: "0.5"),
    ]
    for event in events {
      let builder = books().event("g3", "2024-03-01", .buy("B", dust, at: 0).gross(1))
        .event("g4", "2024-03-02", event)
      #expect(try bookingFaults(builder) == [.bookingArithmetic])
    }
  }

  @Test("fees of an event that neither buys nor sells are expenses")
  func charges() throws {
    let rows: [StockRow] = [
      .split("A", 2, for: 1), .stockDividend("A", 1), .returnOfCapital("A", 5),
      .spinOff("A", into: "B", 1, for: 1, basis: "0.5"), .merger("A", into: "B", 1, for: 1),
      .symbolChange("A", to: "B"), .transferOut("A", 3, from: "x").inAccount(nil),
      .transferIn("A", 3, to: "x").lots(LotRow(acquired: "2020-01-01", quantity: 3, cost: 9)),
    ]
    for row in rows {
      let booked = try Booked(books().event("g3", "2024-03-01", row.fees(2, taxes: 1)))
      #expect(booked.balance("Expenses:Fees") == "2", "\(row.type)")
      #expect(booked.balance("Expenses:Taxes:Transaction") == "1", "\(row.type)")
      expectSoundBooks(booked)
    }
  }
}
