import Folio
import FolioCoinFlip

// The files of other programs: as ledgers, ledgers as theirs, and CoinFlip's leaderboard.
extension CommandRunner {
  /// Reads a file of another program and writes it as a ledger.
  func importFile(_ invocation: Invocation) throws {
    let options = invocation.options
    guard invocation.ledgers.count == 1, let name = invocation.ledgers.first else {
      throw CommandFailure(
        text: "folio: 'import' takes one file; import each and read the ledgers together\n",
        status: ExitStatus.usage)
    }
    if invocation.operand == "simple", options.user != nil {
      throw CommandFailure(
        text: "folio: import: --user: the stock app's data are those of one user\n",
        status: ExitStatus.usage)
    }
    let imported = try imported(try contents(name), name, invocation)
    surroundings.writeError(text(imported.warnings, options))
    try withOutput { sink, _ throws(SinkFailure) in
      try LedgerWriter(imported.ledger).write { bytes throws(SinkFailure) in
        try sink.append(bytes)
      }
    }
  }

  private func imported(
    _ bytes: [UInt8], _ name: String, _ invocation: Invocation
  ) throws(CommandFailure) -> ImportedLedger {
    let options = invocation.options
    do throws(LedgerFaults) {
      switch invocation.operand {
      case "coinflip":
        return try .init(
          coinFlip: bytes, name: name, user: options.user, strict: options.strict)
      case "postgres-dump":
        return try .init(
          postgresDump: bytes, name: name, user: options.user, strict: options.strict)
      default: return try .init(simple: bytes, name: name, strict: options.strict)
      }
    } catch {
      throw failure(error, options)
    }
  }

  /// Writes the ledger as the stock app's JSON, or as CoinFlip's; what they can't say is listed.
  func exportSimple(_ invocation: Invocation) throws {
    let ledger = try checked(invocation)
    let options = invocation.options
    let booked = try booked(ledger, invocation, keeping: bookingOptions(options))
    let isCoinFlip = invocation.operand == "coinflip"
    let (document, leftOut) =
      isCoinFlip ? try coinFlip(ledger, options) : try flatApp(booked)
    let warnings = LedgerFaults(
      LeftOut.diagnostics(leftOut), sources: ledger.tables.sources)
    surroundings.writeError(text(warnings, options))
    try withOutput { sink, _ throws(SinkFailure) in try sink.append(document) }
  }

  private func flatApp(
    _ booked: BookedLedger
  ) throws(CommandFailure) -> (document: [UInt8], leftOut: [LeftOut]) {
    do throws(ArithmeticFault) {
      let (document, leftOut) = try FlatApp.Document.flattened(booked)
      return (document.json(), leftOut)
    } catch {
      throw .tooManyDigits
    }
  }

  private func coinFlip(
    _ ledger: Ledger, _ options: Options
  ) throws(CommandFailure) -> (document: [UInt8], leftOut: [LeftOut]) {
    do throws(LedgerFaults) {
      if let found = try CoinFlip.Document.flattened(ledger, user: options.user) {
        return (found.document.json(), found.leftOut)
      }
    } catch {
      throw failure(error, options)
    }
    throw CommandFailure(
      text: "folio: export: the ledger did not come from CoinFlip: it has no users and portfolios "
        + "of it. 'folio export simple' writes any ledger.\n",
      status: ExitStatus.faults)
  }

  /// Who is worth how much.
  func leaderboard(_ invocation: Invocation) throws {
    let options = invocation.options
    var document = CoinFlip.Document()
    for name in invocation.ledgers {
      let bytes = try contents(name)
      do throws(LedgerFaults) {
        document.append(try CoinFlip.Source(reading: bytes, name: name).document)
      } catch {
        throw failure(error, options)
      }
    }
    try refuseSharedUsers(document)
    let prices = try prices(of: document, options)
    let standings: [CoinFlip.Standing]
    do throws(ArithmeticFault) {
      standings = try document.leaderboard(prices: prices)
    } catch {
      throw CommandFailure.tooManyDigits
    }
    var report = Report.leaderboard(standings)
    if options.quiet && options.format != .json { report.warnings = [] }
    try render(report, options)
  }

  private func refuseSharedUsers(_ document: CoinFlip.Document) throws(CommandFailure) {
    var seen: Set<String> = []
    for user in document.users where !seen.insert(user.id).inserted {
      throw CommandFailure(
        text: "folio: leaderboard: the user '\(user.username)' (\(user.id)) is in two files; give "
          + "one of them\n",
        status: ExitStatus.faults)
    }
  }

  /// Dollars for one coin, from the files that the flags name. What names no day counts as the
  /// latest.
  private func prices(
    of document: CoinFlip.Document, _ options: Options
  ) throws(CommandFailure) -> [String: ExactDecimal] {
    var reader = LedgerReader()
    reader.read(document.coinsAsLedger(), name: "coins")
    for name in options.prices {
      reader.readPrices(
        try contents(name), name: name, currency: options.priceCurrency ?? CoinFlip.currency,
        undated: day(options.priceDate) ?? Day.last)
    }
    let check = LedgerCheck(of: reader.finish())
    if !check.faults.isEmpty {
      throw failure(
        LedgerFaults(check.faults, sources: check.soundPart.tables.sources), options)
    }
    return CoinFlip.prices(in: check.soundPart)
  }
}
