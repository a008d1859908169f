extension Flag {
  /// The flags for the format and the destination of the output.
  static let output: [Flag] = [
    Flag(
      "format", short: "f", .word("FORMAT", \.format), .output,
      [.report, .leaderboard, .listing], "output format",
      details: "'table' is rounded for reading; json and csv are exact.", example: "json"),
    Flag(
      "each", .word("PART", \.each), .output, [.report, .check],
      "report many portfolios separately",
      details: """
        'file': each file is a portfolio, and each .json and .ndjson of a folder; 'line': each \
        line is a ledger; 'key': consecutive lines with one --key are. They are processed in \
        parallel and printed in order: as tables, as CSV with the portfolio in the first column, \
        or as one line of JSON each.
        """, example: "file"),
  ]

  /// The flags for tables of other systems.
  static let schema: [Flag] = [
    Flag(
      "for", .word("SYSTEM", \.schemaTarget), .output, [.schema], "the system of the table",
      example: "spark")
  ]

  /// The flags for many portfolios.
  static let portfolios: [Flag] = [
    Flag(
      "key", .text("KEY", \.portfolios.key), .portfolios, [.report, .check],
      "the key of lines that belong together",
      details: "For --each key. It names the portfolio.", example: "user_id"),
    Flag(
      "reports", .reports, .portfolios, [.report], "several reports of each portfolio",
      details: "Names with commas, for --each and json: one object for each in one line.",
      example: "holdings,gains,pnl"),
    Flag(
      "faults", .word("PLACE", \.portfolios.faults), .portfolios, [.report],
      "where the faults of portfolios go",
      details: "'inline': into their lines of json alone; the exit status is then 0.",
      example: "messages"),
    Flag(
      "jobs", .jobs, .portfolios, [.report, .check], "how many portfolios to process at a time",
      details: "Default: FOLIO_JOBS, or as many as there are cores.", example: "1"),
    Flag(
      "max-groups", .count("COUNT", of: "groups", \.portfolios.mostGroups), .portfolios,
      [.report, .check], "fail a portfolio with more groups",
      details: "Default: no limit.", example: "100000"),
    Flag(
      "max-bytes", .count("COUNT", of: "bytes", \.portfolios.mostBytes), .portfolios,
      [.report, .check], "fail a portfolio with more bytes, without keeping it",
      details: "For --each line and key. Default: no limit.", example: "100000000"),
    Flag(
      "max-seconds", .count("COUNT", of: "seconds", \.portfolios.mostSeconds, from: 1), .portfolios,
      [.report, .check], "fail a portfolio that takes longer",
      details: "Booking then stops. Which ones fail depends on the machine. Default: no limit.",
      example: "60"),
  ]

  /// The flags for the destination and the look of the output.
  static let look: [Flag] = [
    Flag(
      "output", short: "o", outputFile, .output,
      [.report, .snapshot, .export, .leaderboard, .listing, .packing, .fetching, .starting],
      "write to this file instead of standard output", details: "'-' is standard output.",
      example: "gains.csv"),
    Flag(
      "color", .word("WHEN", \.color), .output, writesMessages, "when to use color",
      details: "'auto': on a terminal, unless NO_COLOR is set or TERM is 'dumb'.",
      example: "never"),
    Flag(
      "charts", .word("WHEN", \.charts), .output, [.taking(.prices)],
      "when to draw charts under the table",
      details: "'auto': on a UTF-8 terminal only.", example: "never"),
    Flag(
      "strict", .none(\.strict), .output, [.report, .check, .snapshot, .export],
      "report suspicious content too",
      details: "Unknown keys, instruments without a master row, negative cash."),
    Flag(
      "derived", .none(\.derived), .output, [.derived],
      "also compare stored positions with computed ones",
      details: "Rows of portfolio_positions and portfolio_holdings; each difference is an error."),
    Flag(
      "salvage", .none(\.salvage), .output, [.salvage],
      "write the readable rows of a damaged store",
      details: "As folio-ndjson, unchecked. Damaged places are listed on standard error."),
    Flag(
      "all-warnings", .none(\.listsAllWarnings), .output, writesMessages,
      "list all warnings, not three of each kind",
      details: "json always has all of them."),
    Flag(
      "quiet", short: "q", .none(\.quiet), .output, writesMessages.union([.signIn, .signOut]),
      "print no warnings, notes or progress"),
  ]

  /// The flags that also work without a command. `--version` works only without one.
  static let other: [Flag] = [
    Flag(
      "help", short: "h", .nothing, .other, Set(Command.all.flatMap(\.scopes)), "show this help"),
    Flag("version", short: "V", .nothing, .other, [], "show the version"),
  ]

  /// The scopes of all commands that may print warnings or notes.
  private static let writesMessages: Set<Command.Scope> = [
    .report, .check, .snapshot, .export, .leaderboard, .create, .entry, .change, .listing,
    .fetching, .starting,
  ]

  private static let outputFile = FlagValue.value(.file("FILE"), \.output) { _, text in
    text == "-" ? nil : text
  }
}
