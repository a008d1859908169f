import FolioBooking
import FolioModel
import FolioNumbers
import FolioReports
import FolioValuation
import Testing

@testable import TestSupport

struct EmptyReportTests {
  private let report = Report(
    name: "lots", title: "Open lots",
    columns: [.init("symbol", "Symbol", .text), .init("quantity", "Quantity", .quantity)],
    rows: [])

  @Test func `the table says that there is nothing`() {
    expectSame(
      report.text(as: .table),
      "Open lots\n\nSymbol  Quantity\n----------------\nNothing to show.\n")
  }

  @Test func `JSON has empty rows, totals and warnings`() {
    let expected = """
      {
        "report": "lots",
        "as_of": null,
        "base_currency": null,
        "rows": [],
        "totals": {},
        "warnings": []
      }

      """
    expectSame(report.text(as: .json), expected)
  }

  @Test func `CSV has its header`() {
    expectSame(report.text(as: .csv), "symbol,quantity\r\n")
  }

  @Test func `Markdown has its head`() {
    expectSame(
      report.text(as: .markdown),
      "## Open lots\n\n| Symbol | Quantity |\n| --- | ---: |\n")
  }

  @Test func `HTML has a table without rows`() {
    let end = "</thead>\n<tbody>\n</tbody>\n</table>\n</div>\n</main>\n</body>"
    #expect(report.text(as: .html).contains(end))
  }

  @Test(arguments: ReportFormat.allCases)
  func `a report without columns is no fault`(format: ReportFormat) {
    let report = Report(name: "n", title: "N", columns: [], rows: [[], []])
    #expect(!report.text(as: format).isEmpty)
  }

  @Test func `a row that is too short is filled up`() {
    var short = report
    short.rowCount = 1
    short.row = { _ in [.text("A")] }
    #expect(short.text(as: .csv).hasSuffix("A,\r\n"))
    #expect(short.text(as: .json).contains("{\"symbol\": \"A\", \"quantity\": null}"))
    #expect(short.text(as: .table).hasSuffix("A              -\n"))
  }
}

@Suite("Reports without rows")
struct EmptyBooksTests {
  /// Books in the currency of the tax form.
  private func books(_ rules: TaxRules) -> LedgerBuilder {
    nothing(rules)
      .group("d", "2024-01-01", .deposit, cash: [.into("cash", 1000, .deposit)])
      .event("b", "2024-01-02", .buy("A", 10, at: 10))
      .event("i", "2024-02-01", .dividend("A", 20))
      .event("s", "2024-04-08", .sell("A", 5, at: 12))
      .price("A", "2024-12-31", 13)
  }

  private func nothing(_ rules: TaxRules) -> LedgerBuilder {
    let currency = rules.formCurrency
    return LedgerBuilder(base: currency).account("cash", currency).stock("A", currency)
  }

  private func reports(
    _ builder: LedgerBuilder, _ rules: TaxRules, _ selection: Selection
  ) throws -> [Report] {
    var options = BookingOptions()
    options.taxRules = rules
    options.keepsMovements = true
    let ledger = try builder.ledger()
    let booked = try BookedLedger(booking: ledger, options)
    let profit = try ProfitAndLoss(of: ledger, options, from: nil)
    let statement = try ProfitAndLoss(of: ledger, options, from: nil, .cost)
    var reports = try [
      Report.holdings(booked, selection), .lots(booked, selection), .positions(booked, selection),
      .gains(booked, selection), .gainsWithCash(booked, selection), .cash(booked, selection),
      .income(booked, selection), .income(booked, selection, by: .year),
      .journal(booked, selection), .trialBalance(booked, selection),
      .profitAndLoss(profit, selection), .balanceSheet(statement), .incomeStatement(statement),
      .performance(booked, selection), .drawdowns(booked, selection),
    ]
    if let form = Report.taxFormInCurrency(booked, selection) { reports.append(form) }
    return reports
  }

  /// The keys of a report as JSON has them: its own, and those of its totals.
  private func keys(_ report: Report) -> [String] {
    let lines = report.text(as: .json).split(separator: "\n").filter { $0.hasPrefix("  \"") }
    let own = lines.compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) }
    return own + report.totals.map(\.key).sorted()
  }

  @Test("have the keys of those with rows", arguments: [TaxRules.none, .us, .uk, .ca])
  func sameKeys(_ rules: TaxRules) throws {
    var year = Selection()
    (year.from, year.to) =
      rules == .uk ? ("2024-04-06", "2025-04-05") : ("2024-01-01", "2024-12-31")
    for selection in [Selection(), year] {
      let full = try reports(books(rules), rules, selection)
      let empty = try reports(nothing(rules), rules, selection)
      for (left, right) in zip(full, empty) {
        if left.name == "tax-form", rules == .uk, selection == Selection() { continue }
        #expect(keys(left) == keys(right), "\(left.name)")
        #expect(right.totals.allSatisfy { $0.value != .null }, "\(left.name)")
      }
    }
  }
}
