/// What the head of the page says: the period, the rules, and whether the figures reconcile.
struct PageHead: Sendable {
  var from: Day?
  var to: Day?
  var base: Currency?
  /// The SHA-256 of each file of the ledger with its name; empty if the page is redacted.
  var fingerprints: [(name: String, hash: String)] = []
  /// The files from which groups were imported, in the order of the ledger; empty if the page is
  /// redacted.
  var imported: [ImportedFile] = []
  /// The comparisons of figures that different calculations give.
  var checks: [Check] = []

  /// A file from which groups were imported.
  struct ImportedFile: Sendable {
    var name: String
    var sha256: String
    var groupCount: Int
  }

  /// Two figures that must be equal.
  struct Check: Sendable {
    enum Result: Sendable { case equal, unequal, unknown }

    var words: String
    var result: Result
  }

  /// - Parameter fingerprints: The hashes of the files; nil if the page is redacted.
  init(_ reports: PageReports, _ fingerprints: Fingerprints?) {
    to = reports.performance.to ?? reports.positions.asOf
    from = reports.performance.from ?? reports.profit.from
    base = reports.profit.baseCurrency
    self.fingerprints = fingerprints?.all ?? []
    let value = reports.profit.total("end_value")
    // Nothing has a return without a day, and then nothing has a value.
    let isEmpty = reports.performance.rowCount == 0 && value.exact?.isZero == true
    let returned = isEmpty ? value : reports.performance.cell(0, "end_value")
    let sheet = (
      reports.balanceSheet.total("assets"), reports.balanceSheet.total("liabilities")
    )
    let net = sheet.0.exact.flatMap { assets in
      sheet.1.exact.flatMap { try? assets.subtracting($0) }
    }
    checks = [
      Check(
        "the parts of the profit add up to end value − start value − money put in",
        reports.profit.total("difference").exact, .zero),
      Check(
        "assets − liabilities equal equity", reports.balanceSheet.total("difference").exact, .zero),
      Check(
        "the value in the calculation of returns equals the value in profit and loss",
        returned.exact, value.exact),
      Check("the value in the balance sheet equals the value in profit and loss", net, value.exact),
    ]
  }

  /// Notes the files from which the groups of a ledger were imported.
  mutating func noteImports(of tables: LedgerTables) {
    var places: [[String]: Int] = [:]
    for case let row? in tables.groups.lazy.map({ tables.importedRow(of: $0) }) {
      let place = places[[row.sha256, row.file]] ?? imported.count
      if place == imported.count {
        places[[row.sha256, row.file]] = place
        imported.append(ImportedFile(name: row.file, sha256: row.sha256, groupCount: 0))
      }
      imported[place].groupCount += 1
    }
  }

  /// The text at the bottom of printed pages.
  var footer: String {
    guard let to else { return "Portfolio report" }
    return "Portfolio report, " + (from.map { "\($0) to \(to)" } ?? "to \(to)")
  }
}

extension PageHead.Check {
  fileprivate init(_ words: String, _ left: ExactDecimal?, _ right: ExactDecimal?) {
    self.words = words
    guard let left, let right else {
      result = .unknown
      return
    }
    result = left == right ? .equal : .unequal
  }
}
