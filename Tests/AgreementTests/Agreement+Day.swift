import Folio
import FolioNumbers

@testable import FolioReports

// What is held on a day: units, costs, values and cash.
extension Agreement {
  func compareDay(_ shown: ShownReports) throws {
    try compareCosts(try shown.report(.positions), try shown.report(.lots), shown)
    // Statements are on book basis.
    let books = shown.onBookBasis
    let (positions, lots) = (try books.report(.positions), try books.report(.lots))
    let sheet = try shown.report(.balanceSheet)
    let trial = try shown.report(.trialBalance) { $0.selection.from = nil }
    compareSheet(positions, lots, sheet)
    try compareCash(sheet, trial, shown)
    let held = trial.sums("closing", by: ["account", "currency"]).renamed(Self.symbol)
    same(held, lots.sums("cost_basis", by: ["symbol", "currency"]), "cost in the trial balance")
    let journal = try shown.report(.journal) { $0.selection.from = nil }
    same(
      journal.sums("amount", by: ["account", "currency"]),
      trial.sums("closing", by: ["account", "currency"]), "journal and trial balance")
  }

  /// The symbol and currency of an account of securities in the journal.
  private static func symbol(_ key: String) -> String? {
    let prefix = "Assets:Securities:"
    return key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : nil
  }

  private func compareCosts(_ positions: Report, _ lots: Report, _ shown: ShownReports) throws {
    let labels = ["symbol", "currency"]
    let holdings = try shown.report(.holdings)
    let register = try shown.report(.register) {
      $0.selection.from = nil
      $0.selection.symbols = Set(shown.symbols)
    }
    let withoutSide: (String) -> String? = { key in
      key.split(separator: " ").prefix(2).joined(separator: " ")
    }
    for (key, other) in [("quantity", "held_quantity"), ("cost_basis", "held_cost")] {
      let expected = lots.sums(key, by: labels)
      same(holdings.sums(key, by: labels), expected, "\(key) in holdings")
      same(positions.sums(key, by: labels), expected, "\(key) in positions")
      same(
        register.last(other, by: labels + ["side"]).renamed(withoutSide), expected,
        "\(key) in the register")
    }
    same(
      positions.sums("cost_basis_base", by: labels), lots.sums("cost_basis_base", by: labels),
      "cost in base in positions")
    for (report, key) in [(holdings, "cost_basis"), (positions, "cost_basis_base")] {
      guard let total = report.totals.first(where: { $0.key == key }) else { continue }
      same(total.value.figure, report.sum(key), "total of \(key) in \(report.name)")
    }
  }

  /// Assets less liabilities of each instrument.
  private func net(_ sheet: Report, _ key: String, by label: String) -> Sums {
    let (assets, owed) = (["section": "assets"], ["section": "liabilities"])
    return sheet.sums(key, by: [label], where: assets)
      .adding(sheet.sums(key, by: [label], where: owed), minus: true)
      .renamed { $0 == "-" ? nil : $0 }
  }

  private func compareSheet(_ positions: Report, _ lots: Report, _ sheet: Report) {
    same(
      net(sheet, "cost_basis_base", by: "symbol"), lots.sums("cost_basis_base", by: ["symbol"]),
      "cost in the balance sheet")
    same(
      net(sheet, "amount_base", by: "symbol"), positions.sums("market_value_base", by: ["symbol"]),
      "value in the balance sheet")
    same(
      sheet.sum("amount_base", where: ["line": "unrealized_gains"]),
      positions.sum("unrealized_gain_base"), "unrealized gains in the balance sheet")
    same(
      sheet.sum("amount_base", where: ["section": "equity"]), sheet.total("equity"),
      "equity in the balance sheet")
    same(
      sheet.total("assets").subtracting(sheet.total("liabilities")), sheet.total("equity"),
      "net assets and equity")
    same(sheet.total("difference"), .zero, "difference of the balance sheet")
  }

  private func compareCash(_ sheet: Report, _ trial: Report, _ shown: ShownReports) throws {
    let cash = try shown.report(.cash)
    let balances = cash.sums("balance", by: ["account"])
    same(net(sheet, "balance", by: "account"), balances, "cash in the balance sheet")
    same(
      net(sheet, "amount_base", by: "account"), cash.sums("balance_base", by: ["account"]),
      "cash in base in the balance sheet")
    let prefix = "Assets:Cash:"
    let booked = trial.sums("closing", by: ["account"]).renamed {
      $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil
    }
    same(booked, balances, "cash in the trial balance")
    for account in balances.keys.sorted() {
      let register = try shown.report(.register) {
        $0.selection.from = nil
        $0.selection.accounts = [account]
      }
      same(
        register.last("balance", by: ["account"])[account, default: .zero],
        balances[account, default: .zero], "\(account) in its register")
    }
  }
}
