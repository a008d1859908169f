import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import FolioReports
@testable import TestSupport

/// The rules of a country that does not exist: the newest units of all accounts are sold first,
/// and a tax year begins on 1 July. It shows that a country needs no change in any source file.
private struct Atlantis: TaxRuleSet {
  var traits: TaxRuleTraits { TaxRegime.atlantis.traits }
}

extension TaxRegime {
  fileprivate static let atlantis = TaxRegime(
    rules: TaxRules(ownName: "atlantis"), startOfYear: (7, 1), window: (0, 0),
    traits: TaxRuleTraits(method: .lifo, lotScope: .portfolio)
  ) { _, _ in Atlantis() }
}

@Suite("Tax rules that are in no list")
struct OwnRegimeTests {
  private func ledger() throws -> Ledger {
    try LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .event("old", "2024-01-10", .buy("A", 10, at: 10))
      .event("new", "2024-02-10", .buy("A", 10, at: 14))
      .event("sale", "2024-08-01", .sell("A", 15, at: 20))
      .ledger()
  }

  private var options: BookingOptions {
    var options = BookingOptions()
    options.ownRegime = .atlantis
    return options
  }

  @Test("gains follow them, and the journal follows the ledger")
  func bases() throws {
    let (ledger, request) = (try ledger(), ReportRequest())
    let gains = try #require(try ReportKind.gains.report(on: ledger, options, request)).report
    #expect(gains.totals.first { $0.key == "gain_base" }?.value == .money(110, "USD"))
    #expect(gains.notes.contains("Costs and gains follow the tax rules atlantis."))
    let books = try #require(try ReportKind.trialBalance.report(on: ledger, options, request))
    #expect(books.booked.regime == nil && books.booked.options.method == .fifo)
    #expect(books.report.notes.contains { $0.hasPrefix("Book basis: ") })
  }

  @Test("the reconciliation explains each difference")
  func reconciliation() throws {
    let made = try ReportKind.taxReconciliation.report(on: try ledger(), options, ReportRequest())
    let report = try #require(made).report
    let rows = (0..<report.rowCount).map { report.row($0) }
    #expect(rows.map { $0[1] } == [.text("gains"), .text("cost still held"), .text("unexplained")])
    #expect(rows.map { $0[4] } == [.money(-20, "USD"), .money(-20, "USD"), .money(0, "USD")])
  }

  @Test("a tax year begins on the day that they say")
  func years() throws {
    let year = try #require(TaxYear(containing: "2024-08-01", under: .atlantis))
    #expect(year.name(under: .atlantis) == "2024/25")
    #expect(year.period(under: .atlantis) == ("2024-07-01", "2025-06-30"))
    #expect(TaxYear(containing: "2024-06-30", under: .atlantis) == TaxYear(2023))
  }

  @Test("every country has a form, and no two have one name")
  func lists() {
    #expect(TaxRegime.all.map(\.rules) == Array(TaxRules.allCases.dropFirst()))
    #expect(TaxRegime.all.allSatisfy { $0.form != nil })
    #expect(TaxForm.all.count == TaxRegime.all.count)
  }
}

@Suite("Books and taxes")
struct TaxReconciliationTests {
  @Test("the lines explain the whole difference", arguments: [TaxRules.us, .uk, .ca])
  func isExplained(_ rules: TaxRules) throws {
    var (differences, booked) = (0, 0)
    for seed in 1...UInt64(TestScale.part(of: 160)) {
      let history = History.dense(seed: seed, rules, count: 120, goesBack: false)
      var options = BookingOptions()
      options.taxRules = rules
      let ledger = try history.builder().ledger()
      // Some histories sell what they do not have.
      if SoundBooks(ledger, options).faults.isEmpty { booked += 1 } else { continue }
      let made = try ReportKind.taxReconciliation.report(on: ledger, options, ReportRequest())
      let report = try #require(made).report
      for number in 0..<report.rowCount {
        let row = report.row(number)
        if row[1] == .text("unexplained") {
          guard case .money(let rest, _) = row[4] else {
            #expect(row[4] == .null, "\(history.name)")
            continue
          }
          #expect(rest.isZero, "\(history.name): \(row)")
        } else if row[1] != .text("gains") {
          differences += 1
        }
      }
    }
    #expect(differences > 10 && booked > 5)
  }
}
