import FolioBooking
import FolioModel
import FolioNumbers
import FolioValuation
import Testing

@testable import FolioReports
@testable import TestSupport

/// A ledger whose every rate is that of the rate book, so that each figure of a statement can be
/// worked out from the journal alone.
private func books() -> LedgerBuilder {
  LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR")
    .stock("A").stock("E", "EUR").stock("S")
    .rate("2024-01-01", "EUR", "USD", "1.10").rate("2024-01-05", "EUR", "USD", "1.13")
    .rate("2024-01-09", "EUR", "USD", "1.07")
    .group("i1", "2024-01-01", .deposit, cash: [.into("usd", 9000, .deposit)])
    .group("i2", "2024-01-02", .deposit, cash: [.into("eur", 7000, .deposit)])
    .event("b1", "2024-01-02", .buy("A", 30, at: 50).fees(7, taxes: 2))
    .event("b2", "2024-01-03", .buy("E", 70, at: "33.33").fees(3))
    .event("o1", "2024-01-04", .shortSell("S", 10, at: 21))
    .event("s1", "2024-01-05", .sell("E", 21, at: 40).fees(4))
    .event("d1", "2024-01-05", .dividend("E", "17.70", withheld: "4.40"))
    .event("s2", "2024-01-06", .sell("A", 7, at: 41))
    .group("n1", "2024-01-06", .interest, cash: [.into("eur", "5.05", .interest)])
    .group("f1", "2024-01-07", .fee, cash: [.out("eur", "2.50", .fee)])
    .group("w1", "2024-01-09", .withdrawal, cash: [.out("eur", 100, .withdrawal)])
    .price("A", "2024-01-09", 55).price("E", "2024-01-09", 36).price("S", "2024-01-09", 19)
}

private func total(_ report: Report, _ key: String) -> Report.Cell? {
  report.totals.first { $0.key == key }?.value
}

/// The amount in base of the row with this line.
private func amount(_ report: Report, _ line: String) -> ExactDecimal? {
  for index in 0..<report.rowCount {
    let row = report.row(index)
    guard row[1] == .text(line), case .money(let amount, _)? = row.last else { continue }
    return amount.normalized()
  }
  return nil
}

@Suite("Statements: tied to the journal")
struct StatementTests {
  private let booked: BookedLedger
  private let ledger: Ledger

  init() throws {
    ledger = try books().ledger()
    booked = try BookedLedger(booking: ledger)
  }

  /// The credits of some accounts of the journal, each at the rate of its group's day.
  private func credits(_ kinds: JournalAccountKind...) throws -> ExactDecimal {
    let rates = RateBook(ledger.tables)
    var sum = ExactDecimal.zero
    for posting in booked.postings where kinds.contains(posting.account.kind) {
      let day = ledger.tradeDay(of: ledger.tables.groups[Int(posting.group)])
      let currency = ledger.tables.currencies[posting.currency]
      let rate = try #require(rates.rate(from: currency, to: "USD", on: day))
      try sum.subtract(rate.convert(posting.amount))
    }
    return sum.normalized()
  }

  private func statement(_ from: Day?, _ to: Day?) throws -> ProfitAndLoss {
    var options = BookingOptions()
    options.asOf = to
    return try ProfitAndLoss(of: ledger, options, from: from, .cost)
  }

  @Test("each line of the income statement is what the journal's accounts come to")
  func lines() throws {
    let report = Report.incomeStatement(try statement(nil, nil))
    #expect(try amount(report, "realized_gains_by_price") == credits(.gains))
    #expect(try amount(report, "dividends") == credits(.dividends))
    #expect(try amount(report, "interest") == credits(.interest))
    #expect(try amount(report, "fees") == credits(.fees))
    #expect(try amount(report, "taxes") == credits(.withholdingTaxes, .transactionTaxes))
    #expect(amount(report, "other") == 0)
  }

  @Test("assets, liabilities and contributions are what the journal's accounts come to")
  func balance() throws {
    let report = Report.balanceSheet(try statement(nil, nil))
    #expect(try amount(report, "contributions") == credits(.contributions))
    #expect(total(report, "difference") == .money(0, "USD"))
    let cash = try booked.accountBalances().filter { $0.account.hasPrefix("Assets:Cash") }
    #expect(cash.map(\.account) == ["Assets:Cash:eur", "Assets:Cash:usd"])
    var assets = try cash[0].amount.multiplied(by: "1.07").adding(cash[1].amount)
    assets = try assets.adding(1265).adding("1887.48")
    #expect(total(report, "assets") == .money(assets.normalized(), "USD"))
    #expect(total(report, "liabilities") == .money(190, "USD"))
  }

  @Test("the result of a period is what retained results grew by")
  func periods() throws {
    let start = Report.balanceSheet(try statement(nil, "2024-01-04"))
    let end = Report.balanceSheet(try statement(nil, "2024-01-09"))
    let period = Report.incomeStatement(try statement("2024-01-05", "2024-01-09"))
    let grown = try #require(amount(end, "retained_results"))
      .subtracting(try #require(amount(start, "retained_results")))
    #expect(total(period, "net_result") == .money(grown.normalized(), "USD"))
  }
}

@Suite("Income by group")
struct IncomeGroupTests {
  private func rows(_ grouping: IncomeGrouping) throws -> [[Report.Cell]] {
    let ledger = try LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR")
      .stock("A").stock("E", "EUR").rate("2022-01-01", "EUR", "USD", "1.1")
      .event("b1", "2022-01-02", .buy("A", 10, at: 100)).event(
        "b2", "2022-01-02", .buy("E", 5, at: 20)
      )
      .event("d1", "2022-03-01", .dividend("A", 30, withheld: 3))
      .event("d2", "2023-03-01", .dividend("A", 40, withheld: 4))
      .event("d3", "2023-03-02", .dividend("E", 10))
      .group("i", "2023-04-01", .interest, cash: [.into("usd", 2, .interest)])
      .price("A", "2023-12-31", 160).ledger()
    let report = Report.income(try BookedLedger(booking: ledger), by: grouping)
    return (0..<report.rowCount).map { report.row($0) }
  }

  @Test("by symbol: amounts in both currencies, and the last twelve months over cost and value")
  func bySymbol() throws {
    let rows = try rows(.symbol)
    #expect(rows.map(\.[0]) == [.text("A"), .text("E"), .null])
    #expect(rows[0][3] == .money(70, "USD"))
    #expect(rows[0][8] == .money(63, "USD"))
    #expect(rows[0][9] == .number("0.04"))
    #expect(rows[0][10] == .number("0.025"))
    #expect(rows[1][3] == .money(10, "EUR"))
    #expect(rows[1][6] == .money(11, "USD"))
    #expect(rows[1][9] == .number("0.1"))
    // Without a price there is no yield on value.
    #expect(rows[1][10] == .null)
  }

  @Test("by year, month and kind")
  func others() throws {
    let years = try rows(.year)
    #expect(years.map(\.[0]) == [.text("2022"), .text("2023")])
    #expect(years[0][6] == .money(30, "USD"))
    // 30 over 1,000 and 110; 40 and 11 over the same. What was interest is no unit's.
    #expect(years[0][9] == .number("0.027027027027"))
    #expect(years[1][9] == .number("0.045945945946"))
    #expect(try rows(.month).map(\.[0]) == [.text("2022-03"), .text("2023-03"), .text("2023-04")])
    let kinds = try rows(.kind)
    #expect(kinds.map(\.[0]) == [.text("dividend"), .text("interest")])
    #expect(kinds[0][1] == .integer(3))
    #expect(kinds[0][2] == .null)
  }
}
