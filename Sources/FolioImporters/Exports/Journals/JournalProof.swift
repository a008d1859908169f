/// What an export leaves out of a ledger, found by importing it again.
struct ReadBack {
  private let contents: LedgerContents
  private let back: LedgerContents
  private let findings: [Diagnostic]
  private(set) var parts: [UnsupportedPart] = []

  /// - Parameter format: The name of the format of the export.
  init(_ document: [UInt8], as format: String, of ledger: Ledger) {
    var run = ImportRun()
    run.read(document, name: "export", format: format)
    let result = run.finish()
    back = result.contents
    findings = result.findings.diagnostics
    contents = LedgerContents(ledger)
  }

  /// Compares everything. The figures of the postings are compared by the balances at the end of
  /// the journal.
  mutating func compareAll() -> [UnsupportedPart] {
    compareGroups()
    compare(
      contents.instruments, back.instruments, id: \.symbol, .instrument,
      "a column of the instrument")
    compare(contents.accounts, back.accounts, id: \.id, .cashAccount, "a column of the account")
    compareQuotes()
    if contents.balances != back.balances { add(.tables, "", "the balances of statements") }
    if contents.settings != back.settings { add(.tables, "", "some of the settings") }
    if contents.storedPositions != back.storedPositions
      || contents.storedHoldings != back.storedHoldings
    {
      add(.tables, "", "stored positions or holdings")
    }
    let known: Set<DiagnosticCode> = [.differsFromSource, .differsFromFile]
    for finding in findings where known.contains(finding.code) || finding.severity == .error {
      add(.tables, "", "an amount: \(finding.message)")
    }
    return parts
  }

  private mutating func add(_ part: UnsupportedPart.Part, _ subject: String, _ text: String) {
    parts.append(UnsupportedPart(part, of: subject, text))
  }

  private mutating func compareGroups() {
    let known = Dictionary(back.groups.map { ($0.id, $0) }) { first, _ in first }
    for group in contents.groups {
      guard let other = known[group.id] else {
        add(.group, group.id, "all of it")
        continue
      }
      if other != group { add(.columns, group.id, "a column") }
    }
  }

  private mutating func compare<Row: Hashable>(
    _ rows: [Row], _ others: [Row], id: (Row) -> String, _ part: UnsupportedPart.Part,
    _ text: String
  ) {
    let known = Set(others)
    for row in rows where !known.contains(row) { add(part, id(row), text) }
  }

  /// The last price of a day counts, and the last rate.
  private mutating func compareQuotes() {
    let own = Dictionary(contents.instruments.map { ($0.symbol, $0.currency) }) { one, _ in one }
    func prices(_ contents: LedgerContents) -> [String: String] {
      Dictionary(
        contents.prices.map { price in
          let currency = price.currency ?? own[price.symbol] ?? nil
          let value = "\(price.price.normalized()) \(currency?.code ?? "")"
          return ("\(price.symbol) \(price.day)", value)
        }
      ) { _, last in last }
    }
    func rates(_ contents: LedgerContents) -> [String: String] {
      Dictionary(contents.rates.map { ($0.pair, "\($0.rate.normalized())") }) { _, last in last }
    }
    let (price, rate) = (prices(back), rates(back))
    let lostPrices = prices(contents).count { price[$0.key] != $0.value }
    let lostRates = rates(contents).count { rate[$0.key] != $0.value }
    if lostPrices > 0 { add(.tables, "", "\(lostPrices) prices") }
    if lostRates > 0 { add(.tables, "", "\(lostRates) exchange rates") }
    let hasColumns =
      contents.prices.contains { !$0.otherColumns.isEmpty }
      || contents.rates.contains { !$0.otherColumns.isEmpty }
    if hasColumns { add(.tables, "", "columns of prices and rates that have no meaning") }
  }
}

extension ExportFormat {
  /// A journal of beancount 2 or 3, which `folio import` reads back.
  public static let beancount = ExportFormat(
    name: "beancount", meaning: "a journal for beancount 2 and 3, which import reads back",
    content: .model { booked, _ throws(ExportFault) in
      try journal(booked, as: "beancount", BeancountWriter.text)
    })

  /// A journal that hledger and ledger read, and `folio import` too.
  public static let ledgerJournal = ExportFormat(
    name: "journal", meaning: "a journal for hledger and ledger, which import reads back",
    content: .model { booked, _ throws(ExportFault) in
      try journal(booked, as: "journal", LedgerJournalWriter.text)
    })

  private static func journal(
    _ booked: BookedLedger, as format: String, _ text: (ExportedJournal) -> [UInt8]
  ) throws(ExportFault) -> (document: [UInt8], unsupported: [UnsupportedPart]) {
    var options = booked.options
    (options.keepsTrace, options.keepsPostings) = (true, true)
    let traced: BookedLedger
    do throws(LedgerFaults) {
      traced = try BookedLedger(booking: booked.ledger, options)
    } catch {
      throw .faults(error)
    }
    do throws(ArithmeticFault) {
      var builder = JournalBuilder(traced)
      let document = text(try builder.build())
      var proof = ReadBack(document, as: format, of: booked.ledger)
      return (document, proof.compareAll())
    } catch {
      throw .arithmetic(error)
    }
  }
}

extension ExportFormat.Content {
  /// Another model, whose only fault is a number that is too long.
  static func exact(
    _ convert:
      @escaping @Sendable (BookedLedger) throws(ArithmeticFault) -> (
        document: [UInt8], unsupported: [UnsupportedPart]
      )
  ) -> Self {
    .model { booked, _ throws(ExportFault) in
      do throws(ArithmeticFault) { return try convert(booked) } catch { throw .arithmetic(error) }
    }
  }
}
