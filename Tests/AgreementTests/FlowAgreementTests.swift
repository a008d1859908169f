import Folio
import FolioNumbers
import Testing

@testable import FolioReports
@testable import TestSupport

/// What went into each instrument and each account is the same in pnl and performance, whatever
/// moved the units. One currency: by account, the two reports convert at different rates.
@Suite("Flows between rows agree")
struct FlowAgreementTests {
  private static let events: [(name: String, leg: StockRow)] = [
    ("sale", .sell("A", 7, at: 40)),
    ("write-off", StockRow.writeOff("A").units(7)),
    ("return of capital", .returnOfCapital("A", 23)),
    ("fee of a split", .split("A", 2, for: 1).fees(4)),
    ("cost adjustment", .costAdjustment("A", .increase, by: 23)),
    ("taxed stock dividend", StockRow.stockDividend("A", 23).gross(46)),
    ("spin-off", .spinOff("A", into: "B", 1, for: 2, basis: "0.3")),
    ("spin-off with cash", .spinOff("A", into: "B", 1, for: 3, basis: "0.3").cashInLieu(2)),
    ("merger", .merger("A", into: "B", 3, for: 2)),
    ("change of symbol", .symbolChange("A", to: "B")),
  ]

  @Test(
    "by instrument and by account", arguments: events.indices,
    [(LotScope.account, TaxRules.none), (.portfolio, .none), (.portfolio, .uk), (.portfolio, .ca)])
  func flows(_ event: Int, _ way: (scope: LotScope, rules: TaxRules)) throws {
    let (name, leg) = Self.events[event]
    let takesOthers = ["sale", "write-off"].contains(name)
    // In the scope `account` a leg without an account has only the units without one.
    let own: ExactDecimal = takesOthers && way.scope == .account ? 9 : 2
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
      .settings { $0.lotScope = way.scope }
      .group("g0", "2024-01-01", cash: [.into("usd", 5000, .deposit)])
      .event("g1", "2024-01-02", .buy("A", 10, at: 10).inAccount("one"))
      .event("g2", "2024-01-03", .buy("A", 11, at: 20).inAccount("two"))
      .event("g3", "2024-01-04", .buy("A", own, at: 25))
      .event("g4", "2024-02-01", leg)
    for (day, price) in [("2024-01-02", 10), ("2024-01-03", 20), ("2024-01-04", 25)]
      as [(Day, ExactDecimal)]
    {
      builder.price("A", day, price, "USD")
    }
    builder.price("A", "2024-02-01", 30, "USD").price("B", "2024-02-01", 12, "USD")
    let agreement = Agreement(name)
    let shown = ShownReports(try builder.ledger(), rules: way.rules, base: "USD")
    for (scope, grouping, key) in [
      (ReturnScope.symbol, ProfitGrouping.symbol, "symbol"), (.account, .account, "account"),
    ] {
      let returns = try shown.report(.performance) { $0.returns.scope = scope }
      let profit = try shown.report(.profitAndLoss) { $0.profitGrouping = grouping }
      let rows = profit.sums("net_contributions", by: [key])
      for (part, amount) in returns.sums("net_contributions", by: ["part"]) {
        agreement.same(amount, rows[part, default: .zero], "what went into \(part), \(way)")
      }
    }
    agreement.expectEnough(2)
  }
}
