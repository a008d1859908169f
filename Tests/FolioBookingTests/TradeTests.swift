import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Purchases, sales, short sales and dividends")
struct TradeTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
  }

  @Test("fees and taxes go into cost and out of proceeds")
  func capitalized() throws {
    let booked = try Booked(
      books()
        .event("g1", "2024-01-01", .buy("A", 10, at: 10).fees(3, taxes: 1))
        .event("g2", "2024-02-01", .sell("A", 5, at: 20).fees(2, taxes: "0.5")))
    #expect(booked.gains == ["A 2024-01-01 5 97.5 52"])
    #expect(booked.lots == ["A - 2024-01-01 5 52 52"])
    #expect(booked.balance("Expenses:Fees") == "0")
    #expect(booked.balance("Income:Gains:A") == "-45.5")
    expectSoundBooks(booked)
  }

  @Test("fees and taxes are expenses where the setting says so")
  func expensed() throws {
    let booked = try Booked(
      books().settings { $0.feeTreatment = .expense }
        .event("g1", "2024-01-01", .buy("A", 10, at: 10).fees(3, taxes: 1))
        .event("g2", "2024-02-01", .sell("A", 5, at: 20).fees(2, taxes: "0.5")))
    #expect(booked.gains == ["A 2024-01-01 5 100 50"])
    #expect(booked.lots == ["A - 2024-01-01 5 50 50"])
    #expect(booked.balance("Expenses:Fees") == "5")
    #expect(booked.balance("Expenses:Taxes:Transaction") == "1.5")
    expectSoundBooks(booked)
  }

  @Test("an option overrides the setting")
  func optionsWin() throws {
    let builder = books().settings {
      $0.feeTreatment = .expense
      $0.costBasisMethod = .lifo
    }
    builder.event("g1", "2024-01-01", .buy("A", 10, at: 10).fees(3))
      .event("g2", "2024-01-02", .buy("A", 10, at: 20))
      .event("g3", "2024-02-01", .sell("A", 10, at: 30))
    #expect(try Booked(builder).gains == ["A 2024-01-02 10 300 200"])
    let overridden = try Booked(builder) {
      $0.feeTreatment = .capitalize
      $0.method = .fifo
    }
    #expect(overridden.gains == ["A 2024-01-01 10 300 103"])
    #expect(overridden.result.options.method == .fifo)
  }

  @Test("a third of a lot costs a third, and the rest keeps what rounding leaves")
  func thirds() throws {
    let booked = try Booked(
      books()
        .event("g1", "2024-01-01", .buy("A", 3, at: 0).gross(100))
        .event("g2", "2024-02-01", .sell("A", 1, at: 40))
        .event("g3", "2024-02-02", .sell("A", 1, at: 40)))
    #expect(
      booked.gains == [
        "A 2024-01-01 1 40 33.333333333333333333",
        "A 2024-01-01 1 40 33.333333333333333334",
      ])
    #expect(booked.lots == ["A - 2024-01-01 1 33.333333333333333333 33.333333333333333333"])
    expectSoundBooks(booked)
  }

  @Test("selling more than is held is F301 and says what is held")
  func oversold() throws {
    let builder = books().event("g1", "2024-01-01", .buy("A", 10, at: 10))
      .event("g2", "2024-02-01", .sell("A", "10.5", at: 20))
      .event("g3", "2024-02-02", .sell("B", 1, at: 20))
    let found = try bookingDiagnostics(builder)
    #expect(found.map(\.code) == [.soldMoreThanHeld, .soldMoreThanHeld])
    #expect(found.first?.message.contains("10.5 A ") == true)
    #expect(found.first?.message.contains(" 10 ") == true)
    #expect(found.last?.message.contains("none") == true)
  }

  @Test("what may only be a consequence of a fault is not told again")
  func consequences() throws {
    let builder = books().account("eur", "EUR").settings { $0.costBasisMethod = .average }
      .event("g1", "2024-01-01", .buy("A", 1, at: 10))
      .event("g2", "2024-02-01", .buy("A", 1, at: 10).inCurrency("EUR"))
      .event("g3", "2024-02-02", .sell("A", 2, at: 20))
    #expect(try bookingFaults(builder) == [.mixedCurrencies])
  }

  @Test("in account scope only the account's own lots can be sold")
  func accountScope() throws {
    let builder = books().settings { $0.lotScope = .account }
    builder.event("g1", "2024-01-01", .buy("A", 10, at: 10).inAccount("x"))
      .event("g2", "2024-01-02", .buy("A", 10, at: 20).inAccount("y"))
    builder.event("g3", "2024-02-01", .sell("A", 10, at: 30).inAccount("y"))
    let booked = try Booked(builder)
    #expect(booked.gains == ["A 2024-01-02 10 300 200"])
    #expect(booked.lots == ["A x 2024-01-01 10 100 100"])
    builder.event("g4", "2024-02-02", .sell("A", 1, at: 30).inAccount("y"))
    let found = try bookingDiagnostics(builder)
    #expect(found.map(\.code) == [.soldMoreThanHeld])
    #expect(found.first?.message.contains("none") == true)
    #expect(found.first?.message.contains("account y") == true)
    // A match across accounts moves no units.
    let across = try bookingDiagnostics(builder) { $0.lotScope = .portfolio }
    #expect(across.map(\.code) == [.soldMoreThanHeld])
  }

  @Test("a short sale is a lot that is owed, and its cover realizes the gain")
  func short() throws {
    let booked = try Booked(
      books()
        .event("g1", "2024-01-01", .shortSell("A", 10, at: 50).fees(5))
        .event("g2", "2024-02-01", .cover("A", 4, at: 40).fees(2)))
    #expect(booked.gains == ["A 2024-01-01 4 198 162"])
    #expect(booked.result.disposals.map(\.cause) == [.cover])
    #expect(booked.lots == ["-A - 2024-01-01 6 297 297"])
    #expect(booked.balance("Assets:Securities:A") == "-297")
    expectSoundBooks(booked)
  }

  @Test("with fees expensed a short sale and its cover are at gross")
  func shortExpensed() throws {
    let booked = try Booked(
      books()
        .event("g1", "2024-01-01", .shortSell("A", 10, at: 50).fees(5))
        .event("g2", "2024-02-01", .cover("A", 10, at: 60).fees(2, taxes: 1))
    ) { $0.feeTreatment = .expense }
    #expect(booked.gains == ["A 2024-01-01 10 500 600"])
    #expect(booked.balance("Expenses:Fees") == "7")
    #expect(booked.lots.isEmpty)
    expectSoundBooks(booked)
  }

  @Test("covering more than is owed is F306")
  func coveredTooMuch() throws {
    let builder = books().event("g1", "2024-01-01", .shortSell("A", 10, at: 50))
      .event("g2", "2024-02-01", .cover("A", 11, at: 40))
      .event("g3", "2024-02-01", .cover("B", 1, at: 40))
    let codes = try bookingFaults(builder)
    #expect(codes == [.coveredMoreThanShort, .coveredMoreThanShort])
  }

  @Test("a position has one sign: F307 both ways")
  func oneSign() throws {
    let builder = books().event("g1", "2024-01-01", .shortSell("A", 10, at: 50))
      .event("g2", "2024-02-01", .buy("A", 1, at: 40))
      .event("g3", "2024-02-01", .buy("B", 1, at: 40))
      .event("g4", "2024-02-02", .shortSell("B", 1, at: 40))
    #expect(try bookingFaults(builder) == [.oppositePosition, .oppositePosition])
  }

  @Test("by settlement date two legs that cross zero wait together")
  func unsettledCrossing() throws {
    let day: Day = "2024-02-03"
    let builder = books().event("g1", "2024-01-01", .buy("A", 3, at: 50))
      .event(
        "g2", "2024-02-01", .sell("A", 3, at: 60).with { $0.settles = day },
        .shortSell("A", 2, at: 60).with { $0.settles = day })
    func lots(_ asOf: Day) throws -> [String] {
      try Booked(builder) {
        $0.dateBasis = .settlement
        $0.asOf = asOf
      }.lots
    }
    #expect(try lots("2024-02-02") == ["A - 2024-01-01 3 150 150"])
    #expect(try lots("2024-02-03") == ["-A - 2024-02-01 2 120 120"])
  }

  @Test("units that come in by another event don't stand beside a short position either: F307")
  func oneSignForTransfers() throws {
    let builder = books().event("g1", "2024-01-01", .shortSell("A", 10, at: 50).inAccount("x"))
      .event(
        "g2", "2024-02-01",
        .transferIn("A", 5, to: "x").lots(LotRow(acquired: "2023-01-01", quantity: 5, cost: 1)))
    #expect(try bookingFaults(builder) == [.oppositePosition])
  }

  @Test("a dividend is income, net of the tax withheld")
  func dividend() throws {
    let booked = try Booked(
      books().event("g1", "2024-02-01", .dividend("A", 100, withheld: 15)))
    #expect(booked.balance("Income:Dividends:A") == "-100")
    #expect(booked.balance("Expenses:Taxes:Withholding") == "15")
    #expect(booked.balance("Assets:Cash:usd") == "85")
    expectSoundBooks(booked)
  }

  @Test("a write-off realizes the whole cost as a loss, of all units or of those it names")
  func writeOff() throws {
    let builder = books().event("g1", "2024-01-01", .buy("A", 10, at: 50))
      .event("g2", "2024-02-01", .writeOff("A").units(4))
    #expect(try Booked(builder).gains == ["A 2024-01-01 4 0 200"])
    let all = try Booked(builder.event("g3", "2024-02-02", .writeOff("A")))
    #expect(all.gains == ["A 2024-01-01 4 0 200", "A 2024-01-01 6 0 300"])
    #expect(all.lots.isEmpty)
    expectSoundBooks(all)
  }

  @Test("the fee of a write-off is booked, so that its group balances")
  func writeOffFee() throws {
    let booked = try Booked(
      books().event("g1", "2024-01-01", .buy("A", 10, at: 50))
        .event("g2", "2024-02-01", .writeOff("A").fees(3)))
    #expect(booked.balance("Expenses:Fees") == "3")
    expectSoundBooks(booked)
  }

  @Test("a sale in another currency than its lots converts their cost at its own day's rate")
  func otherCurrency() throws {
    let builder = books().account("eur", "EUR").rate("2024-01-01", "EUR", "USD", "1.25")
      .event("g1", "2024-01-01", .buy("A", 10, at: 50))
      .event("g2", "2024-02-01", .sell("A", 10, at: 60).inCurrency("EUR"))
    let booked = try Booked(builder)
    #expect(booked.gains == ["A 2024-01-01 10 600 400"])
    #expect(booked.baseGains == ["750 500 250 0"])
    expectSoundBooks(booked)
  }

  @Test("a rate of exactly 1 between two currencies still moves the cost between them")
  func parity() throws {
    let builder = books().account("eur", "EUR").rate("2024-01-01", "EUR", "USD", 1)
      .event("g1", "2024-01-01", .buy("A", 10, at: 50))
      .event("g2", "2024-02-01", .sell("A", 10, at: 60).inCurrency("EUR"))
    expectSoundBooks(try Booked(builder))
  }

  @Test("a sale in another currency without a rate is F311")
  func noRateBetween() throws {
    let builder = books().account("eur", "EUR")
      .event("g1", "2024-01-01", .buy("A", 10, at: 50))
      .event("g2", "2024-02-01", .sell("A", 10, at: 60).inCurrency("EUR"))
    #expect(try bookingFaults(builder) == [.mixedCurrencies])
  }

  @Test("a short sale covered in another currency converts what it brought, too")
  func coverInOtherCurrency() throws {
    let builder = books().account("eur", "EUR").rate("2024-01-01", "EUR", "USD", "1.25")
      .event("g1", "2024-01-01", .shortSell("A", 10, at: 50))
      .event("g2", "2024-02-01", .cover("A", 10, at: 32).inCurrency("EUR"))
    let booked = try Booked(builder)
    #expect(booked.gains == ["A 2024-01-01 10 400 320"])
    expectSoundBooks(booked)
  }

  @Test("a merger for shares and cash of units that are owed is booked, or refused")
  func shortMerger() throws {
    let builder = books().event("g1", "2024-01-01", .shortSell("A", 10, at: 50))
      .event("g2", "2024-02-01", .merger("A", into: "B", 1, for: 1).gross(15))
    if try bookingFaults(builder).isEmpty { expectSoundBooks(try Booked(builder)) }
  }

  @Test("units that are owed take part in splits, changes of symbol and mergers")
  func shortActions() throws {
    let builder = books().stock("C").event("g1", "2024-01-01", .shortSell("A", 10, at: 50))
      .event("g2", "2024-02-01", .split("A", 2, for: 1))
      .event("g3", "2024-02-02", .symbolChange("A", to: "C"))
      .event("g4", "2024-02-03", .merger("C", into: "B", 1, for: 4))
    let booked = try Booked(builder)
    #expect(booked.lots == ["-B - 2024-01-01 5 500 500"])
    expectSoundBooks(booked)
  }

  @Test("a sum beyond 36 digits is F310 at the group")
  func tooLarge() throws {
    let builder = books()
      .event("g1", "2024-01-01", .buy("A", 1, at: 0).gross("900000000000000000000000000000000000"))
      .event("g2", "2024-01-02", .buy("A", 1, at: 0).gross("900000000000000000000000000000000000"))
    #expect(try bookingFaults(builder) == [.bookingArithmetic])
  }
}
