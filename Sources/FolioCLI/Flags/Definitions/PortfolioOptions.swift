/// How many portfolios are read and printed.
struct PortfolioOptions: Sendable, Equatable {
  /// The key of lines that belong together.
  var key: String?
  /// Where the faults of portfolios go.
  var faults = FaultPlace.messages
  /// The names of the reports of each portfolio; empty for that of the command.
  var reports: [String] = []
  /// The most groups and bytes of a portfolio; nil for no limit.
  var mostGroups: Int?
  var mostBytes: Int?
  /// The most seconds that a portfolio may take; nil for no limit.
  var mostSeconds: Int?

  /// Where the faults of a portfolio go: to standard error, with a status of failure, or into its
  /// line of JSON, with a status of success.
  enum FaultPlace: String, FlagChoice { case messages, inline }

  /// The number of jobs in a text; nil if it is none.
  static func jobs(_ text: String) -> Int? {
    Int(text).flatMap { (1...1024).contains($0) ? $0 : nil }
  }
}

extension Options {
  /// Throws if flags for many portfolios are given without them, or do not fit together.
  func checkPortfolios() throws(UsageError) {
    let own = portfolios
    let needs: KeyValuePairs = [
      "--key": own.key != nil, "--faults": own.faults != .messages,
      "--reports": !own.reports.isEmpty, "--max-groups": own.mostGroups != nil,
      "--max-bytes": own.mostBytes != nil, "--max-seconds": own.mostSeconds != nil,
    ]
    if each == nil, let flag = needs.first(where: \.value)?.key {
      throw UsageError("\(flag) is for many portfolios. Give --each too, or leave \(flag) out.")
    }
    if each == .key, own.key == nil {
      throw UsageError("--each key needs --key, such as --key user_id.")
    }
    if own.key != nil, each != .key {
      throw UsageError("--key needs --each key. Write --each key, or leave --key out.")
    }
    if own.mostBytes != nil, each == .file {
      throw UsageError("--max-bytes is for --each line and --each key. Leave it out.")
    }
    let ofJSON: KeyValuePairs = [
      "--faults inline": own.faults == .inline, "--reports": !own.reports.isEmpty,
    ]
    if format != .json, let flag = ofJSON.first(where: \.value)?.key {
      throw UsageError("\(flag) needs the format of lines of JSON. Add --format json.")
    }
    try checkReports()
  }

  /// Throws if a flag would choose rows that not all reports have.
  private func checkReports() throws(UsageError) {
    if portfolios.reports.isEmpty { return }
    if choices.condition != nil {
      throw UsageError("--where is for one report. Leave --where or --reports out.")
    }
    let filters = [
      ("symbol", choices.symbols.isEmpty), ("account", choices.accounts.isEmpty),
    ]
    for (flag, isMissing) in filters where !isMissing {
      let refusing = ReportKind.all.first {
        portfolios.reports.contains($0.name) && $0.refusedOptions.contains(flag)
      }
      if let refusing {
        throw UsageError("'\(refusing.name)' takes no --\(flag). Leave one of both out.")
      }
    }
  }
}

extension FlagValue {
  /// The number of jobs.
  static let jobs = value(.value("COUNT"), \.jobs) { flag, text throws(UsageError) in
    if let jobs = PortfolioOptions.jobs(text) { return jobs }
    throw UsageError("--\(flag): '\(text)' is not a number of jobs. Write 1 to 1024.")
  }

  /// Names of reports with commas between them.
  static let reports = value(
    .value("REPORTS"), \.portfolios.reports
  ) { flag, text throws(UsageError) in
    let known = ReportKind.all.map(\.name)
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for (index, name) in names.enumerated() {
      guard known.contains(name) else {
        throw UsageError(
          "--\(flag): there is no report '\(name)'. \(Suggestions.choice(for: name, of: known))")
      }
      if names[..<index].contains(name) {
        throw UsageError("--\(flag): '\(name)' is given twice. Give it once.")
      }
    }
    return names
  }
}
