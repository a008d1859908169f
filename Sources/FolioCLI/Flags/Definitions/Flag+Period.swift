import Folio

extension Flag {
  /// Which days count.
  static let period = [asOf, from, to, taxYear, dateBasis, excludePending]

  private static let asOf = Flag(
    name: "as-of", argument: .value("DATE"), topic: .period, scopes: [.report, .snapshot],
    summary: "the state at the end of this day",
    details: "YYYY-MM-DD, 'today', or YYYY-MM and YYYY for the last day of a month or a year.",
    example: "--as-of 2024-12-31", store: day("as-of", .last) { $1.asOf = $0 })

  private static let from = Flag(
    name: "from", argument: .value("DATE"), topic: .period, scopes: [.report],
    summary: "the first day of the period",
    details: "A month or a year alone stands for its first day.",
    example: "--from 2024", store: day("from", .first) { $1.from = $0 })

  private static let to = Flag(
    name: "to", argument: .value("DATE"), topic: .period, scopes: [.report],
    summary: "the last day of the period",
    details: "A month or a year alone stands for its last day.",
    example: "--to 2024-06", store: day("to", .last) { $1.to = $0 })

  private static let taxYear = Flag(
    name: "tax-year", argument: .value("YEAR"), topic: .period, scopes: [.period],
    summary: "the period of a tax year",
    details: """
      The calendar year, under the rules uk 6 April to 5 April: 2024 or 2024/25. What comes after \
      it is still read, since it may decide what a loss of the year is.
      """,
    example: "--tax-year 2024"
  ) { text, options throws(UsageError) in
    guard let choice = TaxYearChoice(text) else { throw .value(.notATaxYear(text)) }
    options.taxYear = choice
  }

  private static let dateBasis = Flag(
    name: "date-basis", argument: .choice("BASIS", of: DateBasis.self), topic: .period,
    scopes: [.report], summary: "which date of a trade counts",
    example: "--date-basis settlement",
    store: choosing("date-basis") { $1.dateBasis = $0 })

  private static let excludePending = Flag(
    name: "exclude-pending", argument: .none, topic: .period, scopes: [.report],
    summary: "leave out groups that are not settled yet",
    example: "--exclude-pending"
  ) { _, options in options.excludePending = true }
}
