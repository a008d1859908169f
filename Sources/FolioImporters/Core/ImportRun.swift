/// One import of one or several files, of one or several formats.
///
///     var run = ImportRun()
///     run.read(bytes, name: "trades.csv")
///     let result = run.finish()
///     if result.findings.errors.isEmpty { try await store.append(result.contents, at: now) }
public struct ImportRun: Sendable {
  private let formats: [Importer]
  var draft: ImportDraft

  /// Begins an import.
  /// - Parameter formats: The formats that are tried, in this order.
  public init(formats: [Importer] = Importer.builtIn, _ options: ImportOptions = ImportOptions()) {
    self.formats = formats
    draft = ImportDraft(options)
  }

  /// Reads a file.
  /// - Parameter format: The name of its format; `nil` finds it from the content.
  public mutating func read(_ source: ImportSource, format name: String? = nil) {
    let found = name.map { wanted in formats.first { $0.name == wanted } } ?? format(of: source)
    draft.begin(source, format: found?.name ?? "")
    guard let found else {
      return draft.reportUnknown(source)
    }
    found.read(source, &draft)
  }

  /// Reads a file from bytes in memory.
  public mutating func read(_ bytes: [UInt8], name: String, format: String? = nil) {
    read(ImportSource(bytes, name: name), format: format)
  }

  /// The format of a file: the first one that is certain, or else the first possible one.
  private func format(of source: ImportSource) -> Importer? {
    var possible: Importer?
    for format in formats {
      switch format.confidence(in: source) {
      case .certain: return format
      case .possible: possible = possible ?? format
      case .none: continue
      }
    }
    return possible
  }

  /// Makes a ledger of everything that was read, checks it, and compares it with the figures of
  /// the files.
  /// - Parameter ledger: The ledger to which the rows will be added. Rows that it has already are
  ///   left out, and the check takes both together.
  public consuming func finish(addingTo ledger: LedgerContents? = nil) -> ImportResult {
    var own = ImportDraft(draft.options)
    // The only copy goes over, so that it changes in its place: groups that are shared would be
    // copied one by one.
    swap(&own, &draft)
    own.checkSplitNotes(with: ledger)
    var settled = SettledImport(consume own, addingTo: ledger)
    if let ledger { settled.leaveOut(ledger) }
    settled.joinTransfers(with: ledger)
    settled.leaveOutRepeatedEvents(of: ledger)
    settled.check(with: ledger.map { settled.updated($0) }?.document())
    settled.removeAnsweredQuestions()
    return settled.result
  }
}

/// A ledger made of files of other programs, and what happened to each row of them.
public struct ImportResult: Sendable {
  /// The rows of the ledger. Instruments and accounts are complete; groups have their ids.
  public var contents: LedgerContents {
    didSet { checked = nil }
  }
  /// What was read, made, skipped and compared.
  public var report: ImportReport
  /// The faults and warnings, at the rows of the files. If there is a fault, the contents are
  /// incomplete.
  public var findings: LedgerFaults
  /// The open questions. Their rows are not in the contents.
  public var questions: [ImportQuestion]
  /// Groups that the ledger has in another version, which the broker has corrected.
  public var corrections: [LedgerGroup] = []
  /// The ids of groups of the ledger to delete: questions that are answered now. With `updates`
  /// also positions that a user gave as those before all rows, if the rows of the files are older.
  public var superseded: [String] = []
  /// The first row of each group of the contents, in their order.
  package var places: [SourcePosition] = []
  /// The document of the contents that was checked; nil if there was no check, or they changed.
  var checked: [UInt8]?

  init(
    contents: LedgerContents, report: ImportReport, findings: LedgerFaults,
    questions: [ImportQuestion]
  ) {
    self.contents = contents
    self.report = report
    self.findings = findings
    self.questions = questions
  }
}

extension ImportResult {
  /// Adds the groups that say what is open, if there is anything else to add to a ledger.
  mutating func keep(_ questions: [LedgerGroup]) {
    if !contents.groups.isEmpty { contents.groups += questions }
  }

  /// The contents as a ledger document, JSON.
  public var document: [UInt8] { checked ?? contents.document(.json) }

  /// Whether there is anything to add to a ledger.
  public var hasNewRows: Bool {
    !(contents.groups.isEmpty && contents.prices.isEmpty && contents.rates.isEmpty
      && contents.balances.isEmpty && contents.accounts.isEmpty && contents.instruments.isEmpty)
  }
}
