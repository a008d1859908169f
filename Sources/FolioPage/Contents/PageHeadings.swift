import Folio

/// Headings of the page that differ from those of a report. In a terminal, a short heading such as
/// "by price" follows a longer one that it belongs to. On the page, tables have other columns.
enum PageHeadings {
  private static let headings = [
    "currency": "Currency",
    "pnl.price_effect": "Prices",
    "pnl.fx_effect": "Currencies",
    "pnl.fx_effect_cash": "Currencies of cash",
    "performance.drawdown_from": "Fall from",
    "performance.drawdown_to": "Fall to",
    "positions.price_date": "Price of",
    "positions.price_effect_base": "Gain by price",
    "positions.fx_effect_base": "Gain by currency",
    "gains.price_effect_base": "Gain by price",
    "gains.fx_effect_base": "Gain by currency",
    "income.yield_on_cost": "Yield on cost",
    "income.yield_on_value": "Yield on value",
    "lots.cost_basis_base": "Cost in base",
  ]

  /// Returns a report with the headings of the page.
  static func applied(to report: Report) -> Report {
    var report = report
    for (index, column) in report.columns.enumerated() {
      let heading = headings["\(report.name).\(column.key)"] ?? headings[column.key]
      if let heading { report.columns[index].heading = heading }
    }
    return report
  }
}
