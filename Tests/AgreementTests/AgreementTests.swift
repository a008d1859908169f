import Folio
import Testing

@testable import FolioReports
@testable import TestSupport

/// A figure that several reports state is the same in all of them, to the last digit.
///
/// Figures are read from the cells and totals of the reports, as the command makes them. Each
/// suite counts its comparisons, so that it can not pass because it compared nothing.
@Suite("Reports agree")
struct AgreementTests {
  /// Ways with every scope and tax rule; all of them in the full run.
  static let ways =
    TestScale.some(Way.all, every: 13, from: 1) + TestScale.some(Way.of(.us), every: 13, from: 2)
    + TestScale.some(Way.of(.uk), every: 2) + TestScale.some(Way.of(.ca), every: 2)

  @Test("on a day, over all time and in a period, in every base currency", arguments: ways)
  func histories(_ way: Way) throws {
    for (place, whole) in way.histories(611..<631).enumerated() {
      let base: Currency = ["EUR", "JPY", "USD"][place % 3]
      // More groups say little more, and take longer.
      let history = whole.until(whole.groups[whole.groups.count * 3 / 5].at.day)
      let days = history.groups.map(\.at.day).sorted()
      let (middle, late) = (days[days.count / 2], days[days.count * 3 / 4])
      let ledger = try history.fullyPriced()
      for (from, to) in [(nil, nil), (nil, middle), (middle, late)] as [(Day?, Day?)] {
        let agreement = Agreement(history.name, in: base, from, to)
        let shown = ShownReports(ledger, rules: way.rules, base: base, from: from, to: to)
        try agreement.compareDay(shown)
        try agreement.comparePeriod(shown)
        agreement.expectEnough(150)
      }
    }
  }

  @Test("with the accounts of the journal, in one currency", arguments: ways)
  func oneCurrency(_ way: Way) throws {
    for history in way.histories(631..<641) {
      let dollars = history.inDollars()
      let days = dollars.groups.map(\.at.day).sorted()
      let (middle, late) = (days[days.count / 2], days[days.count * 3 / 4])
      let ledger = try dollars.fullyPriced()
      for (from, to) in [(nil, nil), (nil, late), (middle, late)] as [(Day?, Day?)] {
        let agreement = Agreement(history.name, in: "USD", from, to)
        try agreement.compareAccounts(
          ShownReports(ledger, rules: way.rules, base: "USD", from: from, to: to))
        agreement.expectEnough(6)
      }
    }
  }

  @Test("with the tables of queries, workbooks and the page", arguments: TestScale.some(ways))
  func formats(_ way: Way) throws {
    let first = way.fees == .expense ? 1 : 0
    for (place, history) in way.histories(641..<651).enumerated() {
      let days = history.groups.map(\.at.day).sorted()
      // Workbooks and pages of all groups take too long.
      let ledger = try history.until(days[days.count / 3]).fullyPriced()
      let (from, to) = (days[days.count / 9], days[days.count / 4])
      let agreement = Agreement(history.name, in: "EUR", from, to)
      try agreement.compareFormats(
        ShownReports(
          ledger, rules: way.rules, base: "EUR", from: from, to: to,
          by: (first + place) % 2 == 1 ? .settlement : .trade))
      agreement.expectEnough(1_000)
    }
  }
}

extension Agreement {
  convenience init(_ history: String, in base: Currency, _ from: Day?, _ to: Day?) {
    self.init("\(history), in \(base), \(from?.description ?? "") to \(to?.description ?? "")")
  }

  /// Expects that so many figures were known on both sides, and nearly all.
  func expectEnough(_ least: Int) {
    #expect(comparisons >= least, "\(name)")
    #expect(known * 10 >= comparisons * 9, "\(name): only \(known) of \(comparisons) are known")
  }
}
