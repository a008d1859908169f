// Reading, checking and booking of ledgers.
extension CommandRunner {
  /// Reads all ledgers of a command line as one.
  func draft(_ invocation: Invocation) throws -> LedgerDraft {
    let (reader, warnings) = try reader(invocation)
    var draft = reader.finish()
    if let folder = invocation.folderOfWritten {
      relocateQuoteFiles(of: &draft, to: folder)
    } else {
      // Their rows are read, so that a snapshot needs them no more.
      draft.tables.settings.quoteFiles = []
    }
    draft.warnings += warnings
    return draft
  }

  /// A reader that has read all ledgers of a command line as one, with their prices and rates, and
  /// the warnings of opening them.
  func reader(_ invocation: Invocation) throws -> (reader: LedgerReader, warnings: [Diagnostic]) {
    var reader = LedgerReader(user: invocation.options.user)
    if invocation.command == .export, let format = invocation.operand.flatMap(ExportFormat.named) {
      reader.allowsSeveralUsers = format.allowsSeveralUsers
    }
    var seen: Set<[UInt8]> = []
    var warnings: [Diagnostic] = []
    for name in invocation.ledgers {
      guard seen.insert(Array(name.utf8)).inserted else {
        throw CommandFailure.usage("\(name) is given twice; name each ledger once")
      }
      let address = StoreAddress(name)
      reader.acceptsUnknownKeys = address != nil
      if let address {
        let document = document(of: address, name)
        try read(document, name, with: &reader)
        let incomplete = try document.openingWarnings()
        warnings += incomplete.diagnostics
        // A document and a store have no warnings, so these are shown now.
        if [.export, .initialize].contains(invocation.command) {
          showWarnings(incomplete, invocation)
        }
        continue
      }
      var source = openedLedger
      if source == nil { source = try environment.openLedger(name, false) }
      if let source { try reader.read(source, progress: receiver) }
    }
    try checkSize(of: reader, invocation.options.portfolios)
    try checkTime(invocation.options)
    if invocation.folderOfWritten == nil { readNamedQuotes(invocation.options, &reader) }
    try readQuotes(invocation, &reader)
    return (reader, warnings)
  }

  /// Reads the files of prices and exchange rates that the flags name.
  private func readQuotes(_ invocation: Invocation, _ reader: inout LedgerReader) throws {
    let options = invocation.options
    if let base = options.booking.baseCurrency { reader.reportCurrencies.insert(base) }
    // Reports look prices up; other commands may write or change the rows.
    let isReport = invocation.command.report != nil
    if let quotes = environment.sharedQuotes, reader.use(quotes, sharesRows: isReport) { return }
    try readQuoteFiles(options, &reader)
  }

  /// Reads these files alone.
  func readQuoteFiles(_ options: Options, _ reader: inout LedgerReader) throws {
    let day = day(options.priceDate)
    for file in options.prices {
      switch try environment.pricesOrBytes(file.path) {
      case .packed(let bytes): reader.readPrices(packed: bytes, name: file.path)
      case .bytes(let bytes):
        reader.readPrices(
          bytes, name: file.path, currency: options.priceCurrency, undated: day, of: file.symbol)
      }
    }
    for name in options.rates { reader.readRates(try contents(name), name: name) }
  }

  /// Reads a whole file.
  func contents(_ name: String) throws -> [UInt8] {
    try environment.contents(name)
  }

  /// Reads and checks the ledgers. If there are any errors, throws all diagnostics, including those
  /// of booking.
  func checked(_ invocation: Invocation) throws -> Ledger {
    let check = try check(of: invocation)
    if check.faults.isEmpty { return check.validPart }
    throw check.diagnostics(bookingOptions(invocation.options), progress: receiver)
  }

  /// Reads and checks the ledgers.
  func check(of invocation: Invocation) throws -> LedgerCheck {
    let check = LedgerCheck(of: try draft(invocation), strict: invocation.options.strict)
    if check.faults.isEmpty { return check }
    // If these are faults of rows, a store is damaged.
    for case let address? in invocation.ledgers.map({ StoreAddress($0) }) {
      var store = try environment.openStore(address, .reading)
      _ = try store.contents()
    }
    return check
  }

  private func read(
    _ document: StoreDocument, _ name: String, with reader: inout LedgerReader
  ) throws {
    guard let source = try document.wholeSource() else {
      return try reader.read(try document.load())
    }
    do throws(SourceFailure) {
      try reader.read(source)
    } catch {
      // This says what is wrong with the store.
      _ = try document.load()
      throw error
    }
  }

  /// The document of a store.
  func document(of address: StoreAddress, _ name: String) -> StoreDocument {
    if let openedDocument { return openedDocument }
    let (open, openStore) = (environment.openDocument, environment.openStore)
    return StoreDocument(name: name) { () throws(StoreFailure) in
      if let open { return try open(address) }
      return try openStore(address, .reading)
    }
  }

  func booked(
    _ ledger: Ledger, _ invocation: Invocation, keeping: BookingOptions
  ) throws
    -> BookedLedger
  {
    try checkNames(invocation.options, ledger.tables)
    return try BookedLedger(booking: ledger, keeping, progress: receiver)
  }

  /// The failure that reports the diagnostics of a ledger.
  func failure(_ faults: LedgerFaults, _ options: Options) -> CommandFailure {
    let start = Array("{\"crc32\":\"".utf8)
    let isOfStore = { (file: SourceFile) in file.bytes(0, start.count) == start }
    if !faults.errors.isEmpty, let file = faults.sources.first(where: isOfStore) {
      // The file of a store was read as a ledger, so every line of it is an error.
      return .usage("\(file.name) is the file of a store. Write file:\(file.name).")
    }
    return CommandFailure(
      text: text(faults, options), status: ExitStatus.faults, faults: faults)
  }

  /// The diagnostics formatted for standard error: of each kind of warning the first three, all
  /// with `--all-warnings`, none with `--quiet`.
  func text(_ faults: LedgerFaults, _ options: Options) -> TerminalText {
    var shown = faults
    if options.quiet { shown.diagnostics.removeAll { $0.severity == .warning } }
    return shown.terminalText(
      color: environment.terminal.usesColor(options.color), width: environment.messageWidth,
      listsAllWarnings: options.listsAllWarnings)
  }

  /// The booking options from the flags.
  func bookingOptions(_ options: Options) -> BookingOptions {
    var booking = options.booking
    booking.asOf = day(options.asOf ?? options.to)
    booking.warnsOfNegativeCash = true
    booking.timeLimit = environment.timeLimit
    return booking
  }

  func day(_ choice: DayChoice?) -> Day? {
    choice.map { $0.resolved(today: environment.today()) }
  }

  /// Rejects symbols and accounts that the ledger does not have.
  func checkNames(
    _ options: Options, _ tables: LedgerTables,
    of arguments: Set<String> = ["symbol", "sell", "buy", "cash", "account"]
  ) throws {
    // With many portfolios, a name may be missing from some of them. Their reports then have no
    // rows.
    if options.portfolio != nil, arguments != ["benchmark"] { return }
    let names = options.choices.names(in: tables, withCurrencies: options.request.includesCash)
    for (argument, kind, given, known) in names where arguments.contains(argument) {
      for name in given { try check(name, "--\(argument)", kind, among: known) }
    }
  }

  func check(
    _ name: String, _ flag: String, _ kind: String, among known: [String]
  ) throws {
    if known.contains(name) { return }
    let hint = Suggestions.question(for: name, among: known).map { " \($0)" } ?? ""
    throw CommandFailure.usage("\(flag): the ledger has no \(kind) '\(name)'.\(hint)")
  }
}
