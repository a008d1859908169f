// What became of the rows.
extension SettledImport {
  func makeReport(of groups: Int) -> ImportReport {
    var report = report
    report.files = draft.files.map {
      ImportReport.File(name: $0.source.name, format: $0.format, rows: $0.rowCount)
    }
    report.rowsRead = draft.rows.count
    report.rowsBooked = draft.rows.count { $0.outcome == .booked }
    report.rowsNoted = draft.rows.count { $0.outcome == .read }
    report.rowsWaiting = draft.rows.count { $0.outcome == .asked }
    report.groupsMade = groups + draft.asWritten.groups.count
    for (key, factor) in draft.partialFactors { report.priceFactors[symbol(key)] = factor }
    report.assumedCurrencies = draft.assumedCurrencies
    report.prices = contents.prices.count
    report.rates = contents.rates.count
    report.skipped = draft.skipped.map { ImportReport.Reason(text: $0.reason, count: $0.count) }
    report.unknown = draft.unknownKinds.map {
      ImportReport.Reason(text: $0.kind, count: $0.count)
    }
    report.questions = draft.questions.count
    return report
  }

  /// Reports a fault or a warning at a row of the files.
  mutating func note(
    _ code: DiagnosticCode, _ message: String, help: String, at position: SourcePosition
  ) {
    let field = position.isKnown ? [FieldStep.length(length(at: position))] : []
    findings.append(Diagnostic(code, message, help: help, at: position, field: field))
  }

  mutating func reportUnknownKinds() {
    for kind in draft.unknownKinds {
      let rows = kind.count == 1 ? "1 row" : "\(kind.count) rows"
      let code = draft.options.skipsUnknown ? DiagnosticCode.skippedUnknown : .unknownKind
      let record = draft.rows[kind.first.index]
      note(
        code,
        kind.cause.map { cause in
          kind.isRefused
            ? "rows of the kind \"\(kind.kind)\" are not booked: \(cause) (\(rows))"
            : "no rule for \"\(kind.kind)\" fits, because \(cause) (\(rows))"
        }
          ?? "\"\(kind.kind)\" is a kind of row that is not known (\(rows))",
        help: draft.options.skipsUnknown ? "The rows are left out." : kind.remedy,
        at: record.position)
    }
  }

  /// A row that neither became a group nor was reported is lost. This is a fault of the importer.
  mutating func reportLostRows() {
    let lost = draft.rows.filter { $0.outcome == .open }
    if let first = lost.first {
      let rows = lost.count == 1 ? "this row was" : "this row and \(lost.count - 1) others were"
      note(
        .rowLost, "\(rows) read, but nothing became of it",
        help: "Please report this: an importer has to book, skip or refuse each row.",
        at: first.position)
    }
  }

  /// The formats of programs whose files list securities with their prices. Without a transaction
  /// they are the wrong file; a ledger or a journal may be one of prices.
  private static let listsOfSecurities: Set = ["portfolio-performance-xml", "ghostfolio"]

  /// An import that makes no group is a fault. Files of prices or rates have none.
  mutating func reportNothing() {
    let hasFault = findings.contains { $0.severity == .error }
    let isOfQuotes =
      report.prices + report.rates > 0
      && !draft.files.allSatisfy { Self.listsOfSecurities.contains($0.format) }
    // Positions are compared with a store as well.
    let isProof = !draft.claims.isEmpty && !stored.isEmpty
    if hasFault || report.groupsMade > 0 || isOfQuotes || isProof { return reportEmptyFiles() }
    let help: String
    if report.questions > 0 {
      help = "All transactions wait for answers. Fill them in, and import again."
    } else if report.skipped.isEmpty {
      help =
        draft.claims.isEmpty
        ? "Look whether the file has rows, and is the right report or export."
        : "The file only has figures to compare. Name the file with the transactions beside it."
    } else {
      help = "All rows were skipped; the reasons are listed with the numbers of rows."
    }
    note(
      .nothingImported,
      "no transaction came of \(report.rowsRead) row\(report.rowsRead == 1 ? "" : "s")",
      help: help, at: draft.files.isEmpty ? .none : SourcePosition(file: 0, offset: 0))
  }

  /// A table without rows beside other files may be the wrong download.
  private mutating func reportEmptyFiles() {
    for (number, file) in draft.files.enumerated()
    where file.rowCount == 0 && !file.format.isEmpty && !draft.wholeFormats.contains(file.format) {
      note(
        .nothingImported, "the file has no rows",
        help: "Leave it out, or look whether it is the right report or export.",
        at: SourcePosition(file: number, offset: 0))
    }
  }

  /// The result, with everything that was found.
  var result: ImportResult {
    var result = ImportResult(
      contents: contents, report: report,
      findings: LedgerFaults(findings, sources: draft.files.map(\.source)),
      questions: draft.questions)
    result.keep(questionGroups)
    result.report.unusedAnswers = draft.unusedAnswers
    result.report.unusedSymbols = draft.unusedSymbols
    let questions = result.contents.groups.count - order.count
    result.places = order.map(place) + Array(repeating: .none, count: questions)
    result.corrections = corrections
    result.superseded = superseded
    if !document.isEmpty, questions == 0 { result.checked = document }
    return result
  }

  /// The position of a group of the draft.
  func place(ofGroup number: Int) -> SourcePosition {
    guard number >= 0, let row = draft.groups[number].imported.rows.first else { return .none }
    return draft.position(of: row)
  }
}
