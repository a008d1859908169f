import FolioValuation

extension Flag {
  /// How returns are cut and compared.
  static let returns = [step, scope, benchmark]

  private static let step = Flag(
    name: "by", argument: .choice("PERIOD", of: PeriodStep.self), topic: .returns,
    scopes: [.returns],
    summary: "one row a day, week, month, quarter or year",
    details: "Calendar periods; weeks end on Sunday. One row in all where it is left out.",
    example: "--by month", store: choosing("by") { $1.step = $0 })

  private static let scope = Flag(
    name: "per", argument: .choice("PART", of: ReturnScope.self), topic: .returns,
    scopes: [.returns],
    summary: "the portfolio, each symbol or each account",
    example: "--per symbol", store: choosing("per") { $1.returnScope = $0 })

  private static let benchmark = Flag(
    name: "benchmark", argument: .value("SYM"), topic: .returns, scopes: [.returns],
    summary: "what the same flows would have earned in this",
    details: "An instrument of the ledger, at its price and without income.",
    example: "--benchmark VT"
  ) { text, options in
    options.benchmark = text
  }
}

extension PeriodStep: FlagChoice {}
extension ReturnScope: FlagChoice {}
