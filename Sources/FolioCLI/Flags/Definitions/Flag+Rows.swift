import FolioReports

extension Flag {
  /// What rows are added up by.
  static let rows = [per, by]

  private static let per = Flag(
    name: "per", argument: .choice("ROW", of: ProfitGrouping.self), topic: .rows,
    scopes: [.profit], summary: "what one row is about",
    details: "Instruments and the cash of each currency where left out.",
    example: "--per account", store: choosing("per") { $1.per = $0 })

  private static let by = Flag(
    name: "by", argument: .choice("ROW", of: IncomeGrouping.self), topic: .rows,
    scopes: [.income], summary: "what is added up in one row",
    details: "Each item of income is a row of its own where left out.",
    example: "--by year", store: choosing("by") { $1.by = $0 })
}
