import Folio
import FolioNumbers
import Testing

@testable import FolioReports
@testable import TestSupport

/// The figures of one account are the same in all reports, and those of all accounts add up to the
/// whole.
@Suite("Reports agree by account")
struct AccountAgreementTests {
  private static let ways = TestScale.some(Way.all + Way.ruled, every: 7, from: 1)

  @Test("in units, costs, values and gains", arguments: ways)
  func accounts(_ way: Way) throws {
    for history in way.histories(651..<661) {
      let days = history.groups.map(\.at.day).sorted()
      let (middle, late) = (days[days.count / 2], days[days.count * 3 / 4])
      let ledger = try history.fullyPriced()
      for (from, to) in [(nil, nil), (middle, late)] as [(Day?, Day?)] {
        let agreement = Agreement(history.name, in: "EUR", from, to)
        let shown = ShownReports(ledger, rules: way.rules, base: "EUR", from: from, to: to)
        try agreement.compareAccounts(of: shown)
        if to == nil { try agreement.compareUnits(shown, history) }
        agreement.expectEnough(40)
      }
    }
  }
}

extension Agreement {
  /// The units of each account are those that the maker of the history knows.
  fileprivate func compareUnits(_ shown: ShownReports, _ history: History) throws {
    let lots = try shown.report(.lots).sums("quantity", by: ["symbol", "account"])
    for (place, units) in history.tally.places {
      let symbol = place.split(separator: " ").first.map(String.init) ?? ""
      // A short position of the same symbol counts against it.
      if history.tally.owed[symbol] != nil { continue }
      same(lots[place, default: .zero], units, "units of \(place) as made")
    }
  }

  fileprivate func compareAccounts(of shown: ShownReports) throws {
    let tables = shown.ledger.tables
    let securities = tables.securitiesAccounts.all.map { tables.text($0) }.filter { !$0.isEmpty }
    let lots = try shown.report(.lots)
    let labels = ["symbol", "currency"]
    for account in securities {
      let own = shown.inAccount(account)
      let condition = ["account": account]
      for key in ["quantity", "cost_basis"] {
        let expected = lots.sums(key, by: labels, where: condition)
        for kind in [ReportKind.holdings, .positions, .lots] {
          same(
            try own.report(kind).sums(key, by: labels), expected,
            "\(key) of \(account) in \(kind.name)")
        }
      }
    }
    try compareReturns(shown, securities)
    try compareGains(shown, securities)
  }

  private func compareReturns(_ shown: ShownReports, _ securities: [String]) throws {
    let profit = try shown.report(.profitAndLoss) { $0.profitGrouping = .account }
    let returns = try shown.report(.performance) { $0.returns.scope = .account }
    // Contributions of an account are at the rates of its groups in one report, and of the day in
    // the other.
    for key in ["start_value", "end_value"] {
      let parts = returns.sums(key, by: ["part"])
      let rows = profit.sums(key, by: ["account"])
      // Returns leave out parts that never had a value.
      for (part, amount) in parts {
        same(amount, rows[part, default: .zero], "\(key) of \(part) in performance")
      }
    }
    let rows = profit.sums("end_value", by: ["account"], where: ["name": "Securities"])
    for account in securities {
      let own = shown.inAccount(account)
      let value = try own.report(.positions).sum("market_value_base")
      same(rows[account, default: .zero], value, "value of \(account) in pnl")
      let alone = try own.report(.profitAndLoss)
      same(alone.total("end_value"), value, "end value of \(account) alone")
      if own.from != nil { same(alone.total("gain_difference"), .zero, "bridge of \(account)") }
      same(alone.total("difference"), .zero, "difference of \(account)")
    }
  }

  private func compareGains(_ shown: ShownReports, _ securities: [String]) throws {
    let gains = try shown.report(.gains)
    for account in securities {
      let own = try shown.inAccount(account).report(.gains)
      same(
        own.sum("gain_base"), gains.sum("gain_base", where: ["account": account]),
        "gains of \(account)")
    }
  }
}
