import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import FolioReports
@testable import FolioValuation
@testable import TestSupport

@Suite("Partial totals")
struct PartialTotalsTests {
  /// A purchase in dollars and one in pounds, for which a rate comes too late.
  private func builder() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").account("gbp", "GBP")
      .stock("A", "USD").stock("V", "GBP")
      .group(
        "d", "2024-01-01", .deposit,
        cash: [.into("usd", 1000, .deposit), .into("gbp", 500, .deposit)]
      )
      .event("a", "2024-01-02", .buy("A", 10, at: 20))
      .event("v", "2024-01-03", .buy("V", 5, at: 30).with { $0.currency = "GBP" })
      .price("A", "2024-01-01", "21").price("V", "2024-01-01", "31", "GBP")
  }

  private func missing(_ report: Report) -> [String] { report.missing.map(\.words) }

  @Test("show what is known, and name what is missing")
  func knownPart() throws {
    let books = try BookedLedger(booking: builder().ledger())
    let lots = Report.lots(books)
    let total = try #require(lots.totals.first { $0.key == "cost_basis_base" })
    #expect(total.value == .null)
    #expect(total.known == .money(200, "USD"))
    #expect(missing(lots) == ["the rate from GBP to USD, from 2024-01-03 on"])
    let table = lots.text(as: .table)
    #expect(table.contains("200.00*"))
    #expect(table.contains("\nA total with * is partial: it omits unknown amounts. Missing: "))
    #expect(lots.text(as: .html).contains("200.00*</td>"))
    #expect(lots.text(as: .markdown).contains("**200.00\\***"))
    let json = lots.text(as: .json)
    #expect(json.contains("\"cost_basis_base\": null\n"))
    #expect(json.contains("\"known_total\": {\n    \"cost_basis_base\": \"200.00\"\n  }"))
    #expect(
      json.contains(
        "{\"kind\": \"rate\", \"symbol\": null, \"from\": \"GBP\", \"to\": \"USD\", "
          + "\"since\": \"2024-01-03\"}"))
  }

  @Test("name the rate that a balance lacks on the report date")
  func balances() throws {
    let report = Report.cash(try BookedLedger(booking: builder().ledger()))
    #expect(report.totals.last?.known == .money(800, "USD"))
    #expect(missing(report) == ["the rate from GBP to USD, from 2024-01-03 on"])
  }

  @Test("name a price")
  func price() throws {
    let ledger = try builder().stock("N", "USD").event("n", "2024-01-04", .buy("N", 1, at: 2))
      .ledger()
    let report = try Report.positions(BookedLedger(booking: ledger))
    #expect(
      missing(report) == [
        "the rate from GBP to USD, from 2024-01-03 on", "the price of N, from 2024-01-04 on",
      ])
  }

  @Test("are not marked if everything is known")
  func nothingMissing() throws {
    let ledger = try builder().rate("2024-01-01", "GBP", "USD", "1.25").ledger()
    let report = try Report.positions(BookedLedger(booking: ledger))
    #expect(report.missing.isEmpty)
    #expect(report.totals.allSatisfy { $0.known == nil })
    #expect(!report.text(as: .json).contains("known_total"))
    #expect(!report.text(as: .table).contains("*"))
  }

  @Test("keep their known part in every grouping of the profit")
  func groupings() throws {
    let result = try ProfitAndLoss(of: builder().ledger(), BookingOptions(), from: nil)
    let totals = ProfitGrouping.allCases.map { Report.profitAndLoss(result, per: $0).totals }
    for other in totals { #expect(other == totals[0]) }
    #expect(totals[0].first { $0.key == "end_value" }?.known == .money(1010, "USD"))
    #expect(Report.profitAndLoss(result, per: .total).text(as: .table).contains("1,010.00*"))
  }

  @Test("are the sum of the known cells, in every history", arguments: Way.third(1, of: Way.all))
  func knownCells(_ way: Way) throws {
    for history in way.histories(311..<313, rated: false) {
      var options = BookingOptions()
      options.baseCurrency = "USD"
      let books = try BookedLedger(booking: history.builder().ledger(), options)
      for report in [
        Report.lots(books), .gains(books), .cash(books), .income(books), try .positions(books),
      ] {
        for total in report.totals { check(total, in: report, "\(history.name) \(report.name)") }
        let isUnknown = report.totals.contains { $0.value == .null }
        #expect(isUnknown == !report.missing.isEmpty, "\(history.name) \(report.name)")
      }
    }
  }

  private func check(_ total: Report.Total, in report: Report, _ name: String) {
    guard let column = report.columns.firstIndex(where: { $0.key == total.key }) else { return }
    let cells = (0..<report.rowCount).map { report.row($0)[column] }
    let known = cells.filter { $0 != .null }
    let sum = known.reduce(Optional(ExactDecimal.zero)) { sum, cell in
      guard case .money(let amount, _) = cell else { return nil }
      return sum.adding(amount)
    }
    guard let sum else { return }
    if known.count == cells.count {
      #expect(total.known == nil && amount(total.value) == sum, "\(name) \(total.key)")
    } else {
      #expect(total.value == .null, "\(name) \(total.key)")
      #expect(known.isEmpty ? total.known == nil : amount(total.known) == sum, "\(name)")
    }
  }

  private func amount(_ cell: Report.Cell?) -> ExactDecimal? {
    if case .money(let amount, _)? = cell { amount } else { nil }
  }
}
