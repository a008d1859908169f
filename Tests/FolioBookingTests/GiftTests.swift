import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Units given away, and units paid as a fee")
struct GiftTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("g1", "2024-01-01", .buy("A", 10, at: 100))
      .event("g2", "2024-02-01", .buy("A", 10, at: 300))
  }

  @Test("a gift takes lots out at their cost, and nothing is gained")
  func gift() throws {
    let booked = try Booked(books().event("g3", "2024-03-01", .gift("A", 15).gross(9000)))
    #expect(booked.gains.isEmpty)
    #expect(booked.lots == ["A - 2024-02-01 5 1500 1500"])
    #expect(booked.balance("Equity:Contributions") == "2500")
    #expect(booked.balance("Assets:Securities:A") == "1500")
    expectSoundBooks(booked)
  }

  @Test("a gift may name its lots, and must under specific")
  func chosen() throws {
    let builder = books().event(
      "g3", "2024-03-01", .gift("A", 4).lots(LotRow(group: "g2", quantity: 4)))
    let booked = try Booked(builder) { $0.method = .specific }
    #expect(booked.balance("Equity:Contributions") == "1200")
    let unnamed = books().event("g3", "2024-03-01", .gift("A", 4))
    #expect(try bookingFaults(unnamed) { $0.method = .specific } == [.ambiguousLots])
  }

  @Test("the charges of a gift are expenses")
  func charges() throws {
    let booked = try Booked(books().event("g3", "2024-03-01", .gift("A", 1).fees(3, taxes: 2)))
    #expect(booked.balance("Expenses:Fees") == "3")
    #expect(booked.balance("Expenses:Taxes:Transaction") == "2")
    expectSoundBooks(booked)
  }

  @Test("more than is held can't be given away or paid: F301 says what was meant")
  func tooMuch() throws {
    let builder = books().event("g3", "2024-03-01", .gift("A", 21))
      .event("g4", "2024-03-02", .unitFee("A", 21))
    let found = try bookingDiagnostics(builder)
    #expect(found.map(\.code) == [.soldMoreThanHeld, .soldMoreThanHeld])
    #expect(found[0].message.contains("are given as a gift"))
    #expect(found[1].message.contains("are paid as a fee"))
  }

  @Test(
    "where a gift is a disposal it brings what the units were worth, less fees unless expensed",
    arguments: [
      TaxRules.uk, .ca,
    ])
  func atValue(_ rules: TaxRules) throws {
    for fees in FeeTreatment.allCases {
      let booked = try Booked(
        books().event("g3", "2024-06-01", .gift("A", 15).gross(9000).fees(3))
      ) {
        $0.taxRules = rules
        $0.feeTreatment = fees
      }
      let isExpense = fees == .expense
      #expect(booked.result.disposals.map(\.proceeds) == [isExpense ? 9000 : 8997])
      #expect(booked.result.disposals.map(\.cost) == [3000])
      #expect(booked.result.disposals.map(\.cause) == [.gift])
      #expect(booked.balance("Equity:Contributions") == "9000")
      #expect(booked.balance("Income:Gains:A") == (isExpense ? "-6000" : "-5997"))
      #expect(booked.balance("Expenses:Fees") == (isExpense ? "3" : "0"))
      expectSoundBooks(booked)
    }
  }

  @Test("under the rules of the United Kingdom a gift is matched like a sale")
  func matched() throws {
    let booked = try Booked(
      books().event("g3", "2024-06-01", .gift("A", 5).gross(3000))
        .event("g4", "2024-06-11", .buy("A", 2, at: 500))
    ) { $0.taxRules = .uk }
    #expect(booked.result.disposals.map(\.matching) == [.thirtyDays, .section104])
    #expect(booked.result.disposals.map(\.cost) == [1000, 600])
    expectSoundBooks(booked)
  }

  @Test(
    "a gift to the spouse is a disposal at cost, whatever the units are worth",
    arguments: [
      TaxRules.uk, .ca,
    ])
  func toSpouse(_ rules: TaxRules) throws {
    let row = StockRow.giftToSpouse("A", 15).gross(9000).fees(3)
    let booked = try Booked(books().event("g3", "2024-06-01", row)) { $0.taxRules = rules }
    #expect(booked.result.disposals.map(\.proceeds) == [3000])
    #expect(booked.result.disposals.map(\.cost) == [3000])
    #expect(booked.result.disposals.map(\.cause) == [.gift])
    #expect(booked.result.disposals.map(\.basis) == [.noGain])
    // What is paid for it goes to the spouse in the United Kingdom.
    #expect(booked.balance("Equity:Contributions") == (rules == .uk ? "3003" : "3000"))
    #expect(booked.balance("Expenses:Fees") == (rules == .uk ? "0" : "3"))
    expectSoundBooks(booked)
  }

  @Test("elsewhere the recipient of a gift makes no difference", arguments: [TaxRules.none, .us])
  func toSpouseAtCost(_ rules: TaxRules) throws {
    let booked = try Booked(books().event("g3", "2024-06-01", .giftToSpouse("A", 15))) {
      $0.taxRules = rules
    }
    #expect(booked.result.disposals.isEmpty)
    #expect(booked.balance("Equity:Contributions") == "2500")
    expectSoundBooks(booked)
  }

  @Test("a gift to the spouse is matched like a sale, at the cost of the matches")
  func toSpouseMatched() throws {
    let booked = try Booked(
      books().event("g3", "2024-06-01", .giftToSpouse("A", 5))
        .event("g4", "2024-06-11", .buy("A", 2, at: 500))
    ) { $0.taxRules = .uk }
    #expect(booked.result.disposals.map(\.matching) == [.thirtyDays, .section104])
    #expect(booked.result.disposals.map(\.proceeds) == [1000, 600])
    #expect(booked.result.disposals.map(\.cost) == [1000, 600])
    expectSoundBooks(booked)
  }

  @Test("a sale and a gift to the spouse on one day share the matches by units")
  func toSpouseAndSale() throws {
    let booked = try Booked(
      books().event("g3", "2024-06-01", .giftToSpouse("A", 6))
        .event("g4", "2024-06-01", .sell("A", 3, at: 900))
        .event("g5", "2024-06-11", .buy("A", 6, at: 500))
    ) { $0.taxRules = .uk }
    #expect(booked.result.disposals.map(\.quantity) == [4, 2, 2, 1])
    #expect(booked.result.disposals.map(\.cost) == [2000, 400, 1000, 200])
    #expect(booked.result.disposals.map(\.proceeds) == [2000, 400, 1800, 900])
    expectSoundBooks(booked)
  }

  @Test("units that the spouse gave are acquired on that day")
  func fromSpouse() throws {
    let lot = LotRow(acquired: "2024-06-11", quantity: 2, cost: 1000)
    func rows(_ acquired: Day) throws -> Booked {
      try Booked(
        books().event("g3", "2024-06-01", .sell("A", 5, at: 900))
          .event("g4", "2024-06-11", .transferIn("A", 2, to: "x").lots(lot.on(acquired)))
      ) { $0.taxRules = .uk }
    }
    let booked = try rows("2024-06-11")
    #expect(booked.result.disposals.map(\.matching) == [.thirtyDays, .section104])
    #expect(booked.result.disposals.map(\.cost) == [1000, 600])
    expectSoundBooks(booked)
    #expect(try rows("2024-06-10").result.disposals.map(\.cost) == [1000])
  }

  @Test("where a gift is a disposal, what it was worth must be told: F111")
  func withoutValue() throws {
    let builder = books().event("g3", "2024-06-01", .gift("A", 15))
    #expect(try bookingFaults(builder) { $0.taxRules = .uk } == [.missingColumn])
    #expect(try bookingFaults(builder) { $0.taxRules = .ca } == [.missingColumn])
    #expect(try bookingFaults(builder) { $0.taxRules = .us } == [])
  }

  @Test("units paid as a fee are disposed of at what they are worth, and that is the expense")
  func unitFee() throws {
    let booked = try Booked(books().event("g3", "2024-03-01", .unitFee("A", 2).gross(700)))
    #expect(booked.gains == ["A 2024-01-01 2 700 200"])
    #expect(booked.result.disposals.map(\.cause) == [.unitFee])
    #expect(booked.balance("Expenses:Fees") == "700")
    #expect(booked.balance("Income:Gains:A") == "-500")
    expectSoundBooks(booked)
  }

  @Test("without a value they bring nothing, and their cost is lost")
  func worthlessFee() throws {
    let booked = try Booked(books().event("g3", "2024-03-01", .unitFee("A", 2)))
    #expect(booked.gains == ["A 2024-01-01 2 0 200"])
    #expect(booked.baseGains == ["0 200 -200 0"])
    #expect(booked.balance("Expenses:Fees") == "0")
    expectSoundBooks(booked)
  }

  @Test("under average both take the pool's average cost")
  func average() throws {
    let builder = books().event("g3", "2024-03-01", .gift("A", 5))
      .event("g4", "2024-03-02", .unitFee("A", 5).gross(10))
    let booked = try Booked(builder) { $0.method = .average }
    #expect(booked.balance("Equity:Contributions") == "1000")
    #expect(booked.gains == ["A 2024-01-01 5 10 1000"])
    #expect(booked.lots == ["A - 2024-02-01 10 2000 2000"])
    expectSoundBooks(booked)
  }

  @Test("in account scope only the account's own lots are given")
  func accounts() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .settings { $0.lotScope = .account }
      .event("g1", "2024-01-01", .buy("A", 10, at: 100).inAccount("x"))
      .event("g2", "2024-01-02", .buy("A", 10, at: 300).inAccount("y"))
      .event("g3", "2024-03-01", .gift("A", 10).inAccount("y"))
    let booked = try Booked(builder)
    #expect(booked.lots == ["A x 2024-01-01 10 1000 1000"])
    #expect(booked.balance("Equity:Contributions") == "3000")
  }
}

extension LotRow {
  fileprivate func on(_ day: Day) -> LotRow {
    var other = self
    other.acquired = day
    return other
  }
}
