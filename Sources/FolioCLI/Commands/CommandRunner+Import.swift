// Import, export and CoinFlip's leaderboard.
extension CommandRunner {
  /// Reads a file of another program and writes it as a ledger document.
  /// - Parameter content: Its content, if it was read already.
  func importFile(
    _ invocation: Invocation, as format: ImportFormat, _ content: [UInt8]? = nil
  ) throws {
    let options = invocation.options
    guard invocation.ledgers.count == 1, let name = invocation.ledgers.first else {
      throw CommandFailure.usage(
        "'import \(format.name)' takes one file; import each and read the ledgers together")
    }
    if options.importing != ImportFlags() {
      throw CommandFailure.usage(
        "'import \(format.name)' takes no flags of imports of other formats, such as --store")
    }
    if options.user != nil, let reason = format.oneUserReason {
      throw CommandFailure.usage("import: --user: \(reason)")
    }
    let file = ImportFile(
      try content ?? contents(name), name: name, user: options.user, strict: options.strict,
      now: environment.now())
    let imported = try format.ledger(of: file)
    environment.writeError(text(imported.warnings, options))
    try write(imported.ledger, .json)
  }

  /// Writes the ledger in another format, and warns of data that the format cannot represent.
  func export(_ invocation: Invocation) throws {
    let options = invocation.options
    guard let format = invocation.operand.flatMap(ExportFormat.named) else { return }
    if options.salvage { return try salvage(invocation) }
    try checkAnalysis(format, options)
    let ledger = try checked(invocation)
    switch format.content {
    case .document(let layout): try write(ledger, layout)
    case .analysis(let make):
      let regime = options.booking.regime(of: ledger)
      let request = try request(options, regime, ledger.tables)
      let (document, booked) = try make(ledger, bookingOptions(options), request)
      if let booked { warn(booked, options) }
      try write(document)
    case .model(let make):
      let booked = try booked(ledger, invocation, keeping: bookingOptions(options))
      let (document, unsupported) = try make(booked, options.user)
      let warnings = LedgerFaults(
        UnsupportedPart.diagnostics(unsupported), sources: ledger.tables.sources)
      showWarnings(warnings, invocation)
      try write(document)
    }
  }

  /// Throws if the file of a format cannot be written here.
  private func checkAnalysis(_ format: ExportFormat, _ options: Options) throws {
    guard format.isAnalysis else { return }
    if format.name == ExportFormat.sqlite.name, !LedgerQuery.isAvailable {
      throw CommandFailure.usage("export sqlite: \(QueryFault.notBuilt)")
    }
    if options.output == nil && environment.terminal.isTerminal {
      throw CommandFailure.usage(
        "'export \(format.name)' writes bytes, not text. Name a file: --output FILE."
      )
    }
  }

  /// Prints the CoinFlip users by net worth.
  func leaderboard(_ invocation: Invocation) throws {
    let options = invocation.options
    var document = CoinFlip.Document()
    for name in invocation.ledgers {
      document.append(try CoinFlip.Source(reading: try contents(name), name: name).document)
    }
    try refuseSharedUsers(document)
    let prices = try prices(of: document, options)
    let entries = try document.leaderboard(prices: prices)
    try render(.leaderboard(entries), options)
  }

  private func refuseSharedUsers(_ document: CoinFlip.Document) throws {
    var seen: Set<String> = []
    for user in document.users where !seen.insert(user.id).inserted {
      throw CommandFailure.ended(
        ExitStatus.faults,
        "leaderboard: the user '\(user.username)' (\(user.id)) is in two files; give one of them")
    }
  }

  /// The price of each coin in dollars, from the price files that the flags name. A price without a
  /// date counts as the latest, unless a flag gives its date.
  private func prices(
    of document: CoinFlip.Document, _ options: Options
  ) throws -> [String: ExactDecimal] {
    var reader = LedgerReader()
    reader.read(document.coinsAsLedger(), name: "coins")
    for file in options.prices {
      reader.readPrices(
        try contents(file.path), name: file.path,
        currency: options.priceCurrency ?? CoinFlip.currency,
        undated: day(options.priceDate) ?? Day.last, of: file.symbol)
    }
    let check = LedgerCheck(of: reader.finish())
    if !check.faults.isEmpty {
      throw LedgerFaults(check.faults, sources: check.validPart.tables.sources)
    }
    return CoinFlip.prices(in: check.validPart)
  }
}
