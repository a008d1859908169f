import FolioDiagnostics
import FolioNumbers
import Testing

@testable import FolioModel
@testable import TestSupport

@Suite("Checking finds every fault, at its place")
struct CheckingTests {
  private func builder() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR")
      .stock("A", "USD", id: "s-a").stock("E", "EUR", id: "s-e")
  }

  private func faults(_ builder: LedgerBuilder, strict: Bool = false) -> [DiagnosticCode] {
    builder.check(strict: strict).faults.map(\.code)
  }

  private func warnings(_ builder: LedgerBuilder, strict: Bool = false) -> [DiagnosticCode] {
    builder.check(strict: strict).validPart.warnings.map(\.code)
  }

  @Test("a sound ledger has neither faults nor warnings")
  func sound() throws {
    let builder = builder().event("g1", "2024-01-01", .buy("A", 1, at: 5))
    #expect(faults(builder, strict: true) == [])
    #expect(try builder.ledger().warnings == [])
  }

  @Test("an empty draft is a ledger")
  func empty() throws {
    let ledger = try LedgerBuilder().ledger()
    #expect(ledger.lastDay == nil)
    #expect(ledger.order == nil)
  }

  // MARK: Codes of checking

  @Test("an id used twice is F201, in every table that has ids")
  func duplicates() {
    #expect(faults(builder().account("usd", "EUR")) == [.duplicateID])
    #expect(faults(builder().stock("A", "EUR")) == [.duplicateID])
    #expect(faults(builder().stock("B", id: "s-a")) == [.duplicateID])
    let groups = builder().group("g", "2024-01-01", cash: [.into("usd", 1, .deposit)])
      .group("g", "2024-01-02", cash: [.into("usd", 1, .deposit)])
    #expect(faults(groups) == [.duplicateID])
    let stock = builder().event(
      "g", "2024-01-01", .buy("A", 1, at: 1).with { $0.id = "t" },
      .buy("A", 1, at: 1).with { $0.id = "t" })
    #expect(faults(stock) == [.duplicateID])
    let leg = CashRow(
      account: "usd", type: .deposit, direction: .in, amount: 1, currency: nil, id: "k")
    #expect(faults(builder().group("g", "2024-01-01", cash: [leg, leg, leg])).count == 2)
  }

  @Test("rows of an account or an instrument that agree are one, and fill each other in")
  func agreeingRows() throws {
    let ledger = try builder().account("usd", "USD").stock("A", nil, name: "Alpha")
      .stock("F", "USD").stock("F", nil, id: "s-f").stock(nil, nil, id: "s-a")
      .event("g", "2024-01-01", .buy("F", 1, at: 5)).ledger()
    #expect(ledger.tables.cashAccounts.count == 2)
    let instruments = ledger.tables.instruments
    #expect(instruments.map { ledger.tables.text($0.symbol) } == ["A", "E", "F"])
    #expect(instruments[0].name == "Alpha")
    #expect(ledger.tables.text(instruments[2].stockID) == "s-f")
    #expect(ledger.tables.stockLegs[0].instrument == InstrumentIndex(2))
  }

  @Test("a row that agrees with two rows is merged with neither, nor is one that differs")
  func disagreeingRows() {
    #expect(faults(builder().stock("A", id: "s-e")).count == 2)
    #expect(faults(builder().stock("A", name: "x").stock("A", name: "y")) == [.duplicateID])
  }

  @Test("the later row of one id is the one at fault; the same id in two tables is none")
  func duplicatePlace() {
    let check = builder().group("x", "2024-01-01", cash: [.into("usd", 1, .deposit)])
      .group("x", "2024-01-02", cash: [.into("usd", 1, .deposit)]).check()
    #expect(check.faults.first?.position == check.validPart.tables.groups[1].position)
    #expect(check.faults.first?.field == ["id"])
    #expect(check.validPart.tables.groups.map(\.counts) == [true, false])
    let shared = builder().group(
      "same", "2024-01-01", stock: [.buy("A", 1, at: 1).with { $0.id = "same" }],
      cash: [
        CashRow(
          account: "usd", type: .principal, direction: .out, amount: 1, currency: nil, id: "same")
      ])
    #expect(faults(shared) == [])
  }

  @Test("an unknown cash account is F202 and lists those there are")
  func unknownAccount() {
    let check = builder().group("g", "2024-01-01", cash: [.into("c-usd", 1, .deposit)]).check()
    #expect(check.faults.map(\.code) == [.unknownAccount])
    #expect(check.faults.first?.help.contains("There are: usd, eur.") == true)
    #expect(check.validPart.tables.groups.map(\.counts) == [false])
    let none = LedgerBuilder().group("g", "2024-01-01", cash: [.into("x", 1, .deposit, "USD")])
    #expect(faults(none) == [.unknownAccount])
  }

  @Test("a flat leg of a group that is not there is F203")
  func unknownGroup() {
    let builder = builder().flat(.into("usd", 1, .deposit), of: "nowhere")
      .flat(.buy("A", 1, at: 1), of: "an id that is too long to be packed")
    let check = builder.check()
    #expect(check.faults.map(\.code) == [.unknownGroup, .unknownGroup])
    #expect(check.faults.first?.message.contains("too long to be packed") == true)
  }

  @Test("a stock id that no row has, without a symbol, is F204; also of a price")
  func unknownInstrument() {
    let leg = StockRow.buy("A", 1, at: 1).inCurrency("USD").with {
      $0.symbol = nil
      $0.stockID = "s-nope"
    }
    let check = builder().event("g", "2024-01-01", leg).check()
    #expect(check.faults.map(\.code) == [.unknownInstrument])
    #expect(faults(builder().price(nil, "2024-01-01", 5, stockID: "s-z")) == [.unknownInstrument])
  }

  @Test("a leg in another currency than its account is F205")
  func accountCurrency() {
    let check = builder().group(
      "g", "2024-01-01", cash: [.into("usd", 1, .deposit, "EUR")]
    ).check()
    #expect(check.faults.map(\.code) == [.accountCurrency])
    #expect(check.faults.first?.field == ["currency"])
    #expect(check.validPart.tables.groups.map(\.counts) == [false])
  }

  @Test("a group out of balance is F206 and says by how much, and why")
  func unbalanced() {
    let check = builder().group(
      "g", "2024-01-01", stock: [.buy("A", 10, at: 5).fees(1)], cash: [.out("usd", 50)]
    ).check()
    #expect(check.faults.map(\.code) == [.unbalancedGroup])
    #expect(check.faults.first?.message.contains("1.00 USD") == true)
    for amount in ["51.00 USD", "50.00 USD"] {
      #expect(check.faults.first?.help.contains(amount) == true)
    }
  }

  @Test("a symbol and a stock id of two instruments are F208")
  func contradictoryInstrument() {
    let leg = StockRow.buy("A", 1, at: 1).with { $0.stockID = "s-e" }
    #expect(faults(builder().event("g", "2024-01-01", leg)) == [.contradictoryInstrument])
  }

  @Test("a leg that no one says the currency of is F210, and so is a price")
  func unknownCurrency() {
    #expect(faults(builder().event("g", "2024-01-01", .buy("Z", 1, at: 0))) == [.unknownCurrency])
    #expect(faults(builder().price("Z", "2024-01-01", 5)) == [.unknownCurrency])
    #expect(
      faults(builder().event("g", "2024-01-01", .buy("Z", 1, at: 0).inCurrency("EUR"))) == [])
  }

  @Test("an event that moves no money needs no currency; its fees and its cash in lieu do")
  func currencyOfEvents() {
    let rows: [StockRow] = [
      .split("Z", 2, for: 1), .symbolChange("Z", to: "Y"), .writeOff("Z"),
      .spinOff("Z", into: "Y", 1, for: 1, basis: 1), .stockDividend("Z", 1),
      .merger("Z", into: "Y", 1, for: 1), .transferOut("Z", 1, from: "x"),
    ]
    for row in rows {
      #expect(faults(builder().event("g", "2024-01-01", row)) == [], "\(row.type)")
      #expect(
        faults(builder().event("g", "2024-01-01", row.fees(2))) == [.unknownCurrency],
        "\(row.type)")
    }
    let lieu = builder().group(
      "g", "2024-01-01", stock: [.split("Z", 1, for: 2).cashInLieu(5)], cash: [.into("usd", 5)])
    #expect(faults(lieu).contains(.unknownCurrency))
  }

  @Test("under strict rules an instrument without a master row is F216")
  func noMasterRow() {
    let builder = builder().event("g", "2024-01-01", .buy("Z", 1, at: 1).inCurrency("USD"))
    builder.group("p", "2024-01-02", cash: [.out("usd", 1, .fee)])
    let relaxed = builder.group("q", "2024-01-02", cash: [.into("usd", 1, .deposit)])
    #expect(!faults(relaxed).contains(.noMasterRow))
    #expect(faults(relaxed, strict: true).contains(.noMasterRow))
  }

  @Test("all faults are found at once, and each group at fault is left out of the sound part")
  func together() {
    let check = builder()
      .group("ok", "2024-01-01", .deposit, cash: [.into("usd", 1, .deposit)])
      .group("f1", "2024-01-02", cash: [.into("nope", 1, .deposit)])
      .group("f2", "2024-01-03", stock: [.buy("A", 1, at: 1)], cash: [.out("usd", 9)])
      .group("f3", "2024-01-04", cash: [.out("usd", 1, .transfer)]).check()
    #expect(check.faults.map(\.code) == [.unknownAccount, .unbalancedGroup, .unbalancedGroup])
    #expect(check.validPart.tables.groups.map(\.counts) == [true, false, false, false])
    #expect(check.doubtful.count == 1)
    #expect(throws: LedgerFaults.self) { try check.ledger() }
  }

  @Test("faults of reading are kept; those of the bytes make the ledger incomplete")
  func readingFaults() {
    let reading = Diagnostic(
      .badNumber, "bad", help: "", at: SourcePosition(file: 0, offset: 1), field: ["amount"])
    var draft = builder().draft
    draft.faults = [reading]
    #expect(LedgerCheck(of: draft).faults == [reading])
    #expect(!LedgerCheck(of: draft).isIncomplete)
    draft.faults = [
      Diagnostic(.malformedJSON, "cut", help: "", at: SourcePosition(file: 0, offset: 9))
    ]
    #expect(LedgerCheck(of: draft).isIncomplete)
  }

  @Test("a group that counts for nothing is not judged")
  func notJudged() {
    let builder = builder().group(
      "v", "2024-01-01", .deposit, status: .void, stock: [.buy("A", 1, at: 1)],
      cash: [.out("usd", 9)])
    #expect(faults(builder) == [])
    #expect(warnings(builder) == [])
  }
}
