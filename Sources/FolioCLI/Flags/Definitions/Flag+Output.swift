import FolioReports

extension Flag {
  /// Where the answer goes and what it looks like.
  static let output = [format, each, file, color, charts, strict, derived, salvage, quiet]

  /// What every command line understands.
  static let other = [help, version]

  /// Every command that reads a ledger: it may have something to say of it.
  private static let talking: Set<Command.Scope> = [
    .report, .check, .snapshot, .export, .leaderboard, .create, .entry, .change, .listing,
  ]

  private static let format = Flag(
    name: "format", short: "f", argument: .choice("FORMAT", of: ReportFormat.self),
    topic: .output, scopes: [.report, .leaderboard, .listing], summary: "the form of the report",
    details: "'table' is rounded for reading; json and csv are exact.",
    example: "--format json", store: choosing("format") { $1.format = $0 })

  private static let each = Flag(
    name: "each", argument: .choice("PART", of: EachChoice.self), topic: .output,
    scopes: [.report, .check], summary: "report many portfolios, each for itself",
    details: """
      'file' takes each file for a portfolio, and of a folder each .json and .ndjson in it; 'line' \
      each line of the files for a whole ledger. They are reported side by side on all cores and \
      printed in order: as tables, CSV with a first column, or JSON with a line each.
      """,
    example: "--each file", store: choosing("each") { $1.each = $0 })

  private static let file = Flag(
    name: "output", short: "o", argument: .file("FILE"), topic: .output,
    scopes: [.report, .snapshot, .export, .leaderboard, .listing],
    summary: "write to this file instead of standard output",
    details: "'-' is standard output.",
    example: "--output gains.csv"
  ) { text, options in options.output = text == "-" ? nil : text }

  private static let color = Flag(
    name: "color", argument: .choice("WHEN", of: ColorChoice.self), topic: .output,
    scopes: talking, summary: "when to use colour",
    details: "'auto' does on a terminal, unless NO_COLOR is set or TERM is 'dumb'.",
    example: "--color never", store: choosing("color") { $1.color = $0 })

  private static let charts = Flag(
    name: "charts", argument: .choice("WHEN", of: ChartChoice.self), topic: .output,
    scopes: [.priced], summary: "whether to draw charts under the table",
    details:
      "'auto' does on a terminal that shows Unicode; nothing is drawn into a pipe or a file.",
    example: "--charts never", store: choosing("charts") { $1.charts = $0 })

  private static let strict = Flag(
    name: "strict", argument: .none, topic: .output, scopes: [.report, .check, .snapshot, .export],
    summary: "also object to what is only suspicious",
    details: "Unknown keys, instruments without a master row, overdrawn cash.",
    example: "--strict"
  ) { _, options in options.strict = true }

  private static let derived = Flag(
    name: "derived", argument: .none, topic: .output, scopes: [.derived],
    summary: "also compare stored positions with what is computed",
    details: "Rows of portfolio_positions and portfolio_holdings; each difference is a fault.",
    example: "--derived"
  ) { _, options in options.derived = true }

  private static let salvage = Flag(
    name: "salvage", argument: .none, topic: .output, scopes: [.salvage],
    summary: "what can still be read of a damaged store",
    details: "As folio-ndjson, unchecked; the damaged places go to standard error.",
    example: "--salvage"
  ) { _, options in options.salvage = true }

  private static let quiet = Flag(
    name: "quiet", short: "q", argument: .none, topic: .output,
    scopes: talking,
    summary: "no warnings and no notes",
    example: "--quiet"
  ) { _, options in options.quiet = true }

  private static let help = Flag(
    name: "help", short: "h", argument: .none, topic: .other,
    scopes: Set(Command.Scope.allCases), summary: "show this help",
    example: "--help"
  ) { _, _ in }

  /// Only without a command, hence in no command's scope.
  private static let version = Flag(
    name: "version", short: "V", argument: .none, topic: .other, scopes: [],
    summary: "show the version", example: "--version"
  ) { _, _ in }
}
