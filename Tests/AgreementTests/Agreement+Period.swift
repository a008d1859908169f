import Folio
import FolioNumbers

@testable import FolioReports

// What happened in a period: gains, income, and the profit.
extension Agreement {
  func comparePeriod(_ shown: ShownReports) throws {
    // Statements are on book basis.
    let books = shown.onBookBasis
    let result = try shown.report(.incomeStatement)
    try compareGains(try books.report(.profitAndLoss), result, books)
    try compareIncome(try books.report(.profitAndLoss), result, books)
    try compareRetained(result, books)
    let profit = try shown.report(.profitAndLoss)
    try compareValues(profit, shown)
    try compareGroupings(profit, shown)
    try compareBridge(profit, shown)
  }

  /// The books of gains end with the period, as those of the statements do.
  private func compareGains(
    _ profit: Report, _ result: Report, _ shown: ShownReports
  ) throws {
    func line(_ name: String) -> ExactDecimal? { result.sum("amount_base", where: ["line": name]) }
    let gains = try shown.booksOfEnd(.gains)
    let realized = line("realized_gains_by_price").adding(line("realized_gains_by_currency"))
    if shown.from != nil {
      same(profit.total("realized_from_cost"), realized, "realized from cost in pnl")
    }
    same(gains.sum("taxable_gain"), realized, "realized gains in the income statement")
    same(gains.total("taxable_gain"), realized, "total of the gains")
    same(gains.sum("price_effect_base"), line("realized_gains_by_price"), "realized by price")
    same(gains.sum("fx_effect_base"), line("realized_gains_by_currency"), "realized by currency")
    let trial = try shown.report(.trialBalance)
    let prefix = "Income:Gains:"
    let booked = trial.sums("movement", by: ["account", "currency"]).renamed {
      $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil
    }
    same(
      Sums().adding(booked, minus: true), gains.sums("gain", by: ["symbol", "currency"]),
      "gains in the trial balance")
  }

  private func compareIncome(
    _ profit: Report, _ result: Report, _ shown: ShownReports
  ) throws {
    let income = try shown.booksOfEnd(.income)
    for (name, kinds) in [
      ("dividends", ["dividend", "stock_dividend"]),
      ("interest", ["interest", "accrued_interest"]),
    ] {
      let sum = kinds.map { income.sum("gross_base", where: ["kind": $0]) }
        .reduce(ExactDecimal?.some(.zero)) { $0.adding($1) }
      same(result.sum("amount_base", where: ["line": name]), sum, "\(name) in the statement")
      same(profit.total(name), sum, "\(name) in pnl")
    }
    for grouping in [IncomeGrouping.symbol, .month, .year] {
      let grouped = try shown.booksOfEnd(.income) { $0.incomeGrouping = grouping }
      for key in ["gross_base", "tax_withheld_base", "net_base"] {
        same(grouped.sum(key), income.sum(key), "\(key) by \(grouping)")
      }
    }
    same(result.sum("amount_base"), result.total("net_result"), "net result")
  }

  /// The income statement is the change of retained results.
  private func compareRetained(_ result: Report, _ shown: ShownReports) throws {
    func retained(_ shown: ShownReports) throws -> ExactDecimal? {
      try shown.report(.balanceSheet).sum("amount_base", where: ["line": "retained_results"])
    }
    var change = try retained(shown)
    if let from = shown.from {
      change = change.subtracting(try retained(shown.until(from.adding(days: -1))))
    }
    same(result.total("net_result"), change, "retained results")
  }

  private func compareValues(_ profit: Report, _ shown: ShownReports) throws {
    let positions = try shown.report(.positions)
    let cash = try shown.report(.cash)
    same(
      profit.sums("end_value", by: ["symbol"]).renamed { $0 == "-" ? nil : $0 },
      positions.sums("market_value_base", by: ["symbol"]), "end value in pnl")
    let worth = positions.sum("market_value_base").adding(cash.sum("balance_base"))
    same(profit.total("end_value"), worth, "end value of everything")
    same(profit.total("difference"), .zero, "difference of pnl")
    let whole = try shown.report(.performance)
    for key in ["start_value", "end_value", "net_contributions"] {
      same(whole.sum(key), profit.total(key), "\(key) in performance")
    }
    let parts = try shown.report(.performance) { $0.returns.scope = .symbol }
    same(
      parts.sums("end_value", by: ["part"]).renamed { $0 == "-" ? nil : $0 },
      positions.sums("market_value_base", by: ["symbol"]), "end value of parts in performance")
  }

  private func compareGroupings(_ profit: Report, _ shown: ShownReports) throws {
    for grouping in ProfitGrouping.allCases {
      let grouped = try shown.report(.profitAndLoss) { $0.profitGrouping = grouping }
      for total in profit.totals {
        same(grouped.total(total.key), total.value.figure, "\(total.key) of pnl by \(grouping)")
        guard profit.place(of: total.key) != nil else { continue }
        // In a row, what comes from other rows is a contribution, too.
        same(grouped.sum(total.key), total.value.figure, "rows of \(total.key) by \(grouping)")
      }
    }
  }

  /// Gains from cost lead to gains in the period.
  private func compareBridge(_ profit: Report, _ shown: ShownReports) throws {
    let gains = profit.total("period_realized").adding(profit.total("period_unrealized"))
    same(
      profit.total("price_effect").adding(profit.total("fx_effect")), gains,
      "effects of prices and rates in the period")
    // Without a first day, only the page has a bridge.
    guard let from = shown.from else { return }
    same(profit.total("gain_difference"), .zero, "bridge of the gains")
    same(gains, profit.total("period_gain"), "gains in the period")
    let atEnd = try shown.report(.positions).sum("unrealized_gain_base")
    same(profit.total("unrealized_from_cost_at_end"), atEnd, "unrealized at the end")
    if [.uk, .ca].contains(shown.rules) { return }
    let before = shown.until(from.adding(days: -1))
    let atStart = try before.report(.positions).sum("unrealized_gain_base")
    same(profit.total("unrealized_from_cost_at_start"), atStart, "unrealized at the start")
  }

  /// In a ledger of one currency, the accounts of the journal are the lines of the statements.
  func compareAccounts(_ shown: ShownReports) throws {
    let trial = try shown.report(.trialBalance)
    let result = try shown.report(.incomeStatement)
    let credits = Sums().adding(trial.sums("movement", by: ["account"]), minus: true)
    func credit(_ prefixes: String...) -> ExactDecimal? {
      credits.renamed { key in prefixes.contains { key.hasPrefix($0) } ? "" : nil }[
        "", default: .zero]
    }
    func line(_ name: String) -> ExactDecimal? { result.sum("amount_base", where: ["line": name]) }
    let gains = line("realized_gains_by_price").adding(line("realized_gains_by_currency"))
    same(gains, credit("Income:Gains"), "gains in one currency")
    same(line("dividends"), credit("Income:Dividends"), "dividends in one currency")
    let interest = credit("Income:Interest", "Income:AccruedInterest")
    same(line("interest"), interest, "interest in one currency")
    same(line("fees"), credit("Expenses:Fees"), "fees in one currency")
    same(line("taxes"), credit("Expenses:Taxes"), "taxes in one currency")
    let others = credit("Income:Other", "Income:CostAdjustments", "Expenses:Other")
    same(line("other"), others.adding(credit("Equity:Rounding")), "other in one currency")
    if shown.from != nil { return }
    let sheet = try shown.report(.balanceSheet)
    same(
      sheet.sum("amount_base", where: ["line": "contributions"]),
      credit("Equity:Contributions", "Equity:Opening"), "contributions in one currency")
  }
}
