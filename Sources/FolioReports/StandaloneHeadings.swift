// Headings that are read without those beside them. In a terminal, a short heading such as
// "by price" follows a longer one that it belongs to. The tables of the page have other columns,
// and those of workbooks are sorted and filtered one by one.
extension Report {
  private static let standaloneHeadings = [
    "currency": "Currency",
    "pnl.price_effect": "Prices",
    "pnl.fx_effect": "Currencies",
    "pnl.fx_effect_cash": "Currencies of cash",
    "performance.fx_effect": "By currency",
    "performance.drawdown_from": "Fall from",
    "performance.drawdown_to": "Fall to",
    "performance.benchmark_end_value": "Benchmark, end value",
    "performance.benchmark_xirr": "Benchmark, XIRR",
    "positions.price_date": "Price of",
    "positions.price_effect_base": "Gain by price",
    "positions.fx_effect_base": "Gain by currency",
    "gains.price_effect_base": "Gain by price",
    "gains.fx_effect_base": "Gain by currency",
    "income.yield_on_cost": "Yield on cost",
    "income.yield_on_value": "Yield on value",
    "lots.cost_basis_base": "Cost in base",
    "cash.balance_base": "Balance in base",
    "register.text": "Description and notes",
    "journal.text": "Description and notes",
  ]

  /// The report with headings that are clear by themselves.
  package var withStandaloneHeadings: Report {
    var report = self
    for (index, column) in columns.enumerated() {
      let heading =
        Self.standaloneHeadings["\(name).\(column.key)"] ?? Self.standaloneHeadings[column.key]
      if let heading { report.columns[index].heading = heading }
    }
    return report
  }
}
