import FolioBooking
import FolioModel
import FolioReports
import Testing

@testable import TestSupport

@Suite("The list of reports")
struct ReportKindTests {
  private func ledger() throws -> Ledger {
    try LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .group("d", "2024-01-01", .deposit, cash: [.into("usd", 1000, .deposit)])
      .event("b", "2024-01-02", .buy("A", 10, at: 10))
      .event("s", "2024-04-08", .sell("A", 5, at: 12))
      .price("A", "2024-12-31", 13)
      .ledger()
  }

  @Test("has unique names and complete help")
  func definitions() {
    #expect(Set(ReportKind.all.map(\.name)).count == ReportKind.all.count)
    for kind in ReportKind.all {
      #expect(!kind.summary.isEmpty && !kind.description.isEmpty, "\(kind.name)")
      #expect(kind.examples.contains { $0.line.contains("folio \(kind.name) ") }, "\(kind.name)")
    }
  }

  @Test("makes each report under its own name", arguments: [TaxRules.none, .us, .uk, .ca])
  func reports(_ rules: TaxRules) throws {
    var options = BookingOptions()
    options.taxRules = rules
    options.baseCurrency = rules.formCurrency
    // These rules have a form, and no return.
    for kind in ReportKind.all where kind.name != "tax-return" {
      let made = try kind.report(on: try ledger(), options, ReportRequest())
      #expect((made == nil) == (kind.needsTaxRules && rules == .none), "\(kind.name)")
      if let made { #expect(made.report.name == kind.name) }
    }
  }

  @Test("a report of a part of the journal is not streamed")
  func streaming() {
    var request = ReportRequest()
    #expect(ReportKind.trialBalance.keptWhileStreaming(request) == .nothing)
    #expect(ReportKind.journal.keptWhileStreaming(request) == .postings)
    #expect(ReportKind.income.keptWhileStreaming(request) == .incomeIDs)
    request.selection.from = "2024-01-01"
    #expect(ReportKind.trialBalance.keptWhileStreaming(request) == nil)
    #expect(ReportKind.gains.keptWhileStreaming(request) == .gainIDs)
    request.includesCash = true
    #expect(ReportKind.gains.keptWhileStreaming(request) == nil)
    #expect(ReportKind.positions.keptWhileStreaming(request) == .settledUnits)
    request.prices.tradesCount = true
    #expect(ReportKind.positions.keptWhileStreaming(request) == nil)
    request.incomeGrouping = .symbol
    #expect(ReportKind.income.keptWhileStreaming(request) == nil)
    request.incomeGrouping = .date
    request.selection.accounts = ["usd"]
    #expect(ReportKind.income.keptWhileStreaming(request) == nil)
  }
}
