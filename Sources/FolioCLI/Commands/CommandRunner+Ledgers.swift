import Folio

// Ledgers on their way in: read, checked, booked.
extension CommandRunner {
  /// Reads the ledgers of a command line as one.
  func draft(_ invocation: Invocation) throws -> LedgerDraft {
    var reader = LedgerReader(user: invocation.options.user)
    if invocation.command == .export, let format = invocation.operand.flatMap(ExportFormat.named) {
      reader.allowsSeveralUsers = format.allowsSeveralUsers
    }
    var seen: Set<[UInt8]> = []
    for name in invocation.ledgers {
      guard seen.insert(Array(name.utf8)).inserted else {
        throw CommandFailure.usage("\(name) is given twice; name each ledger once")
      }
      if let address = StoreAddress(name) {
        reader.read(try stored(address), name: name)
        continue
      }
      var source = openedLedger
      if source == nil { source = try environment.openLedger(name) }
      if let source { try reader.read(source, progress: receiver) }
    }
    try readQuotes(invocation.options, &reader)
    return reader.finish()
  }

  /// Reads the files of prices and rates that the flags name.
  private func readQuotes(
    _ options: Options, _ reader: inout LedgerReader
  ) throws {
    if let base = options.base { reader.reportCurrencies.insert(base) }
    let day = day(options.priceDate)
    for name in options.prices {
      reader.readPrices(
        try contents(name), name: name, currency: options.priceCurrency, undated: day)
    }
    for name in options.rates { reader.readRates(try contents(name), name: name) }
  }

  /// All bytes of a file.
  func contents(_ name: String) throws -> [UInt8] {
    try environment.contents(name)
  }

  /// A checked ledger; every fault, booking's too, goes to standard error.
  func checked(_ invocation: Invocation) throws -> Ledger {
    let options = invocation.options
    let check = LedgerCheck(of: try draft(invocation), strict: options.strict)
    if check.faults.isEmpty { return check.soundPart }
    throw failure(check.diagnostics(bookingOptions(options), progress: receiver), options)
  }

  func booked(
    _ ledger: Ledger, _ invocation: Invocation, keeping: BookingOptions
  ) throws
    -> BookedLedger
  {
    try checkNames(invocation.options, ledger)
    do {
      return try BookedLedger(booking: ledger, keeping, progress: receiver)
    } catch {
      throw failure(error, invocation.options)
    }
  }

  /// What is wrong with a ledger, as the end of a command.
  func failure(_ faults: LedgerFaults, _ options: Options) -> CommandFailure {
    let start = Array("{\"crc32\":\"".utf8)
    let isOfStore = { (file: SourceFile) in file.bytes(0, start.count) == start }
    if !faults.errors.isEmpty, let file = faults.sources.first(where: isOfStore) {
      // The file of a store, read as the ledger that it is not: every line of it is at fault.
      return .usage("\(file.name) is the file of a store. Write file:\(file.name).")
    }
    return CommandFailure(
      text: text(faults, options), status: ExitStatus.faults, faults: faults)
  }

  /// Findings as they are shown on standard error; warnings not under --quiet.
  func text(_ faults: LedgerFaults, _ options: Options) -> TerminalText {
    var shown = faults
    if options.quiet { shown.diagnostics.removeAll { $0.severity == .warning } }
    return shown.terminalText(color: environment.terminal.usesColor(options.color))
  }

  /// How to book, as the flags say.
  func bookingOptions(_ options: Options) -> BookingOptions {
    var booking = BookingOptions()
    booking.baseCurrency = options.base
    booking.method = options.method
    booking.cashMethod = options.cashMethod
    booking.lotScope = options.lotScope
    booking.feeTreatment = options.feeTreatment
    booking.taxRules = options.taxRules
    booking.asOf = day(options.asOf ?? options.to)
    booking.dateBasis = options.dateBasis ?? .trade
    booking.excludesPending = options.excludePending
    booking.warnsOfNegativeCash = options.strict
    return booking
  }

  func day(_ choice: DayChoice?) -> Day? {
    choice.map { $0.resolved(today: environment.today()) }
  }

  /// A symbol or an account that the ledger does not have is a slip of the fingers.
  func checkNames(_ options: Options, _ ledger: Ledger) throws {
    // What one portfolio lacks, another may have: it has no rows then.
    if options.portfolio != nil { return }
    let tables = ledger.tables
    var symbols = tables.instruments.map { tables.text($0.symbol) }
    if options.includeCash { symbols += tables.currencies.all.map(\.code) }
    let accounts =
      tables.cashAccounts.map { tables.text($0.id) }
      + tables.securitiesAccounts.all.map { tables.text($0) }.filter { !$0.isEmpty }
    for symbol in options.symbols { try check(symbol, "--symbol", "symbol", among: symbols) }
    for account in options.accounts { try check(account, "--account", "account", among: accounts) }
  }

  func check(
    _ name: String, _ flag: String, _ kind: String, among known: [String]
  ) throws {
    if known.contains(name) { return }
    let near = Suggestions.near(name, among: known).map { "'\($0)'" }
    let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    throw CommandFailure.usage("\(flag): the ledger has no \(kind) '\(name)'.\(hint)")
  }
}
