// Import of files of other programs, of any number of formats at once.
extension CommandRunner {
  /// Reads files of other programs, and writes a ledger document or adds to a store.
  func importFiles(_ invocation: Invocation) throws {
    // A pipe has its content once, and the content says what it is.
    let only = try onlyFile(invocation)
    if let format = modelFormat(invocation, only) {
      return try importFile(invocation, as: format, only)
    }
    let options = invocation.options
    if options.user != nil {
      throw CommandFailure.usage("import: --user is for simple, coinflip and postgres-dump")
    }
    let flags = options.importing
    if flags.store != nil, options.output != nil {
      throw CommandFailure.usage("--store and --output are two targets. Give one of them.")
    }
    if let address = flags.store {
      return try changeStore(address, invocation) { store in
        try importFiles(invocation, only, into: &store, address)
      }
    }
    let result = try read(invocation, only, try importOptions(flags, options)).finish()
    try show(result, invocation)
    try write(result.document)
  }

  /// Reads files without writing anything.
  /// - Throws: The faults of the files.
  func readForStart(_ invocation: Invocation) throws -> ImportResult {
    let options = invocation.options
    let chosen = try importOptions(options.importing, options)
    let result = try read(invocation, nil, chosen).finish()
    if !result.findings.errors.isEmpty { throw failure(result.findings, options) }
    return result
  }

  /// The content of the only file, if its format has to be found in it; nil otherwise.
  private func onlyFile(_ invocation: Invocation) throws -> [UInt8]? {
    guard invocation.operand == nil, invocation.ledgers.count == 1,
      let name = invocation.ledgers.first, name != "-"
    else { return nil }
    return try contents(name)
  }

  /// The format of a simple model or a dump, by its name or from the content of the only file.
  private func modelFormat(_ invocation: Invocation, _ only: [UInt8]?) -> ImportFormat? {
    if let name = invocation.operand { return ImportFormat.named(name) }
    guard let only else { return nil }
    return ImportFormat.supportedByCommand.first { $0.recognizes(only) }
  }

  private func importOptions(
    _ flags: ImportFlags, _ options: Options
  ) throws -> ImportOptions {
    var chosen = ImportOptions()
    (chosen.account, chosen.funding) = (flags.account, flags.funding)
    chosen.currency = flags.currency
    (chosen.skipsUnknown, chosen.isStrict) = (flags.skipsUnknown, options.strict)
    chosen.updates = flags.updates
    chosen.timeZone = try flags.timeZone.map { try timeZone($0) }
    if let name = flags.answers {
      chosen.asksForPositions = true
      var bytes: [UInt8]?
      do throws(SourceFailure) {
        bytes = try settings(name)
      } catch {
        if error.reason != .notFound { throw error }
      }
      if let bytes { chosen.answers = try ImportAnswers(reading: bytes, name: name) }
    }
    if let name = flags.symbols {
      chosen.symbols = try ImportOptions.symbols(reading: try contents(name), name: name)
    }
    return chosen
  }

  /// The time zone with an offset, or with a name that the system knows.
  private func timeZone(_ name: String) throws -> ImportTimeZone {
    if let zone = ImportTimeZone(offset: name) { return zone }
    let isName =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
          || [0x2B, 0x2D, 0x2F, 0x5F].contains(byte)
      }
    let file = isName ? try? environment.namedContents("/usr/share/zoneinfo/\(name)", 1 << 16) : nil
    if let file, let zone = ImportTimeZone(name, file: file) { return zone }
    throw CommandFailure.usage(
      "--time-zone: this system has no time zone '\(name)'. Write a name such as Europe/Berlin, "
        + "or an offset such as +01:00.")
  }

  /// - Parameter only: The content of the only file, if it was read already.
  private func read(
    _ invocation: Invocation, _ only: [UInt8]?, _ options: ImportOptions
  ) throws -> ImportRun {
    let rules = try invocation.options.importing.rules.map { try ruleSet($0) }
    var run = ImportRun(
      formats: (rules.map { [Importer($0)] } ?? []) + Importer.builtIn, options)
    var seen: Set<String> = []
    for name in invocation.ledgers {
      guard seen.insert(name).inserted else {
        throw CommandFailure.usage("\(name) is given twice; name each file once")
      }
      let source = ImportSource(
        try only ?? contents(name), name: name,
        including: included(by: name, invocation.options.importing))
      // A ledger beside the files of a format has their rates.
      let isLedger = Importer.folioLedger.confidence(in: source) == .certain
      run.read(source, format: isLedger ? nil : rules?.name ?? invocation.operand)
    }
    return run
  }

  /// The contents of a file of rules or answers. A device may have no end.
  private func settings(_ name: String) throws(SourceFailure) -> [UInt8] {
    if name != "-" { _ = try environment.namedContents(name, 0) }
    return try environment.contents(name)
  }

  /// The rules with a name, or those of a file.
  func ruleSet(_ name: String) throws -> RuleSet {
    if let rules = RuleSet.builtIn.first(where: { $0.name == name }) { return rules }
    let bytes: [UInt8]
    do throws(SourceFailure) {
      bytes = try settings(name)
    } catch {
      guard error.reason == .notFound else { throw error }
      let hint = Suggestions.choice(for: name, of: RuleSet.builtInNames)
      throw CommandFailure.usage("there are no rules and no file '\(name)'. \(hint)")
    }
    return try RuleSet(reading: bytes, name: name)
  }

  /// Lists the rules, prints a rule file, or shows what rules do with a file.
  func rules(_ invocation: Invocation) throws {
    let words = invocation.ledgers
    switch invocation.operand {
    case "show" where words.count == 1:
      let rules = try ruleSet(words[0])
      try write(rules.bytes)
    case "try" where words.count == 2:
      let source = ImportSource(try contents(words[1]), name: words[1])
      let trial = RuleTrial(try ruleSet(words[0]), source)
      environment.writeError(text(trial.result.findings, invocation.options))
      try show(trial)
    case "list" where words.isEmpty:
      let width = RuleSet.builtInNames.map(\.count).max() ?? 0
      let lines = RuleSet.builtIn.map { rules in
        rules.name + String(repeating: " ", count: width + 2 - rules.name.count) + rules.title
      }
      try show(lines.joined(separator: "\n") + "\n")
    default:
      throw CommandFailure.usage(
        "'rules list' takes no more words, 'rules show' a name or a rule file, and 'rules try' "
          + "that and a CSV file")
    }
  }

  private func show(_ trial: RuleTrial) throws(SinkFailure) {
    var lines: [String] = []
    for row in trial.rows {
      lines.append("\(row.line): \(row.text)".shownOnLine)
      lines.append("    rule: \(row.rule ?? "none fits")".shownOnLine)
      lines += row.legs.map { "    -> \($0)".shownOnLine }
    }
    try show(lines.map { $0 + "\n" }.joined())
  }

  /// Prints what was found and what became of each row, and writes the questions.
  /// - Throws: The faults, if there are any.
  private func show(_ result: ImportResult, _ invocation: Invocation) throws {
    let options = invocation.options
    try writeQuestions(result, invocation)
    var findings = result.findings
    if !findings.errors.isEmpty {
      say(result.report, invocation)
      throw findings
    }
    findings.diagnostics += futureDates(in: result)
    environment.writeError(text(findings, options))
    say(result.report, invocation)
  }

  private func say(_ report: ImportReport, _ invocation: Invocation) {
    let text = report.text(listsAll: invocation.options.listsAllWarnings)
    for line in text.split(separator: "\n") { say("\(String(line))", invocation) }
  }

  private func futureDates(in result: ImportResult) -> [Diagnostic] {
    let tomorrow = environment.now().day.daysSince1970 + 1
    let groups = zip(result.contents.groups, result.places)
    guard let (late, place) = groups.first(where: { $0.0.day.daysSince1970 > tomorrow })
    else { return [] }
    return [
      Diagnostic(
        .futureDate, "the group \(late.id) is dated \(late.day), which is in the future",
        help: "Look whether the day and the month are exchanged.", at: place)
    ]
  }

  /// Writes the questions to the file of `--answers`, to be filled in.
  private func writeQuestions(_ result: ImportResult, _ invocation: Invocation) throws {
    guard let path = invocation.options.importing.answers, !result.questions.isEmpty else {
      return
    }
    let old = try importOptions(invocation.options.importing, invocation.options).answers
    let protected = ProtectedFiles(invocation, rewriting: path)
    guard let file = try environment.prepareOutput(path, protected)?() else { return }
    try write(old.file(asking: result.questions), to: file)
    let count = result.questions.count
    say("wrote \(count) open question\(count == 1 ? "" : "s") to \(path)", invocation)
  }

  // MARK: Stores

  private func importFiles(
    _ invocation: Invocation, _ only: [UInt8]?, into store: inout StoreOperations,
    _ address: StoreAddress
  ) throws {
    let ledger = try LedgerContents(reading: try store.load(), name: address.shown)
    var options = try importOptions(invocation.options.importing, invocation.options)
    options.knownInstruments = ledger.instruments
    options.tradedSymbols = Set(
      ledger.groups.lazy.filter { !$0.isDeleted }.flatMap { $0.stockLegs.map(\.symbol) })
    let result = try read(invocation, only, options).finish(addingTo: ledger)
    try show(result, invocation)
    let now = environment.now()
    let retry = StoreLockRetry()
    if result.hasNewRows {
      let input = StoreInput(result.contents, name: "import")
      _ = try retry.change { () throws(StoreFailure) in try store.append([input], at: now) }
    }
    if invocation.options.importing.updates, !result.corrections.isEmpty {
      for group in result.corrections {
        let input = StoreInput(groups: [group], name: "import")
        _ = try retry.change { () throws(StoreFailure) in try store.replace(input, at: now) }
      }
      say("replaced \(groups(result.corrections.count))", invocation)
    }
    if !result.superseded.isEmpty {
      for id in result.superseded {
        _ = try retry.change { () throws(StoreFailure) in try store.delete(id, at: now) }
      }
      say("deleted \(groups(result.superseded.count)) that rows of the files replace", invocation)
    }
    say("added \(groups(result.contents.groups.count)) to \(address.shown)", invocation)
  }
}

extension String {
  /// The text on one line, without control characters.
  fileprivate var shownOnLine: String {
    String(map { $0.isNewline || $0.asciiValue.map { $0 < 0x20 } ?? false ? " " : $0 })
  }
}
