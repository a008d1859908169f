// The check of the ledger, and the comparison with the figures of the files.
extension SettledImport {
  /// Checks and books the ledger that was made, together with the one to which it is added.
  mutating func check(with ledger: [UInt8]?) {
    compareLevels()
    // Rows of unknown kinds are left out. What the other rows say is checked nevertheless.
    if findings.contains(where: { $0.severity == .error && $0.code != .unknownKind }) {
      compareCash(isBooked: false)
      return
    }
    decideShortTrades(with: ledger)
    var (check, found) = checkDocument(with: ledger)
    for _ in 0..<Self.mostRounds {
      let file = ledger == nil ? 0 : 1
      guard leaveOutDependents(missingIn: found.diagnostics, file: file) else { break }
      (check, found) = checkDocument(with: ledger)
    }
    if takeWhatIsHeld(found.diagnostics, file: ledger == nil ? 0 : 1) {
      (check, found) = checkDocument(with: ledger)
    }
    if draft.options.asksForPositions {
      while leaveOutPositions(missingIn: found.diagnostics, file: ledger == nil ? 0 : 1) {
        (check, found) = checkDocument(with: ledger)
      }
    }
    translate(found.diagnostics, file: ledger == nil ? 0 : 1)
    compareCash(isBooked: true)
    compareFigures()
    reportMissingDays()
    if found.errors.isEmpty {
      compareUnits(in: check.validPart)
      compareGains(in: check.validPart)
      compareCosts(in: check.validPart)
      reportUnlikelyRows()
    }
    reportNothing()
  }

  /// Compares the cash of the files: row by row, and if all rows are booked also before the first
  /// and after the last one.
  private mutating func compareCash(isBooked: Bool) {
    do throws(ArithmeticFault) {
      let moved = try cashMoves()
      try compareRunningCash(moved)
      if isBooked {
        try noteCashBefore(moved)
        try compareCashOfDays()
      }
    } catch {
      note(
        .arithmetic, "the cash of an account needs more than 36 digits",
        help: "Look for a number with too many zeros.",
        at: place(ofGroup: draft.groups.indices.first ?? 0))
    }
  }

  private mutating func checkDocument(
    with ledger: [UInt8]?
  ) -> (check: LedgerCheck, found: LedgerFaults) {
    document = contents.document(.json)
    let check = read(document, after: ledger)
    return (check, check.diagnostics())
  }

  /// Reads and checks a document, together with the ledger to which it is added.
  func read(_ document: [UInt8], after ledger: [UInt8]?) -> LedgerCheck {
    var reader = LedgerReader()
    reader.acceptsUnknownKeys = true
    reader.keepsGroupColumns = false
    if let ledger { reader.read(ledger, name: "ledger") }
    reader.read(document, name: "import")
    return LedgerCheck(of: reader.finish())
  }

  /// Moves diagnostics of the document to the rows of the files.
  private mutating func translate(_ found: [Diagnostic], file: Int) {
    let starts = found.isEmpty ? [] : groupStarts()
    let facts = found.contains(where: Self.isMissingUnits) ? instrumentsBySymbol() : [:]
    let namesOfAll = Self.byName(facts)
    for diagnostic in found {
      // Journals give methods to accounts and instruments of which they have no trade yet.
      if diagnostic.code == .unknownMethodSymbol { continue }
      var moved = diagnostic
      moved.field = []
      moved.position = .none
      if diagnostic.position.isKnown, diagnostic.position.file == file {
        if let group = group(at: diagnostic.position.offset, starts) {
          moved.position = place(ofGroup: order[group])
        }
        if moved.position.isKnown { moved.field = [.length(length(at: moved.position))] }
      } else if diagnostic.severity == .warning {
        // A warning of the ledger that is there is not about the import.
        continue
      }
      moved.help = Self.advice(on: diagnostic)
      if Self.isMissingUnits(diagnostic), let missing = missingUnits(of: diagnostic, starts, file),
        let instrument = facts[missing.leg.symbol]
      {
        let account = draft.groups[missing.number].imported.account
        draft.askForOpening(
          instrument, in: account, missing.leg.currency,
          isShort: diagnostic.code == .coveredMoreThanShort, at: moved.position)
        let names = adviceOnNames(instrument, namesOfAll)
        moved.help = notBooked + otherCode(instrument, missing) + moved.help + names
        if missing.leg.type == .stockDividend, diagnostic.code == .nothingHeld {
          moved.help += Self.adviceOnSpinOff
        }
        report.questions = draft.questions.count
      }
      findings.append(moved)
    }
  }

  /// The place of the group in the document that has a byte.
  func group(at offset: Int, _ starts: [Int]) -> Int? {
    let group = starts.partitioningIndex { $0 > offset } - 1
    return group >= 0 && group < order.count ? group : nil
  }

  /// Where the line of each group begins in the document, and where the last one ends.
  func groupStarts() -> [Int] {
    var starts: [Int] = []
    for (place, byte) in document.enumerated() where byte == 0x0A { starts.append(place + 1) }
    // Two lines with brackets follow the groups.
    return order.isEmpty ? [] : Array(starts.suffix(order.count + 3).prefix(order.count + 1))
  }

  func length(at position: SourcePosition) -> Int {
    let row = draft.rows.partitioningIndex { $0.position >= position }
    guard row < draft.rows.count, draft.rows[row].position == position else { return 1 }
    return max(1, Int(draft.rows[row].length))
  }

  private static func advice(on diagnostic: Diagnostic) -> String {
    if diagnostic.code == .coveredMoreThanShort {
      return "The units may be sold short before these files. Import the earlier files in the same "
        + "run, or into a store that has them. Or let --answers FILE ask for the position before."
    }
    if isMissingUnits(diagnostic) {
      return "The history may begin before these files. Import the earlier files in the same run, "
        + "or into a store that has the units. Or let --answers FILE ask for the position before."
    }
    if diagnostic.code == .mixedCurrencies {
      return "Give a second file with the rate in the same import, a ledger such as "
        + #"{"format": "folio/1", "fx_rates": [{"from": "USD", "to": "EUR", "#
        + #""date": "2024-03-01", "rate": "0.92"}]}. Or import into a store that has it."#
    }
    if diagnostic.code != .unbalancedGroup { return diagnostic.help }
    return "\(diagnostic.help) The amounts are those of the row, or of the rows that were joined."
  }

  private static let adviceOnSpinOff =
    " If another company spun these units off, leave the row out with a rule file, and enter the "
    + "spin-off by hand."

  static func isMissingUnits(_ diagnostic: Diagnostic) -> Bool {
    [.soldMoreThanHeld, .coveredMoreThanShort, .nothingHeld].contains(diagnostic.code)
  }

  /// Why figures of the files may differ from what was booked.
  var missing: String {
    waiting + "A row may be missing or read wrongly, or the history begins before the file."
  }

  /// Says that rows are not booked yet, if some are not; empty otherwise.
  private var waiting: String {
    notBooked
      + (draft.questions.isEmpty
        ? "" : "Rows that wait for answers are not booked, and may be the reason. ")
  }

  /// Says that rows of unknown kinds are not booked, if there are some; empty otherwise.
  private var notBooked: String {
    draft.unknownKinds.isEmpty
      ? "" : "Rows of unknown kinds are not booked, and may be the reason. "
  }

  /// Says that an instrument without units may be the one that an event makes of it, under another
  /// code, if that has as many units before.
  private func otherCode(
    _ facts: ImportInstrument, _ missing: (leg: LedgerGroup.StockLeg, number: Int)
  ) -> String {
    let code = [facts.isin, facts.otherID, facts.ticker].first { !$0.isEmpty }
    guard let code, let new = missing.leg.newSymbol,
      let place = order.firstIndex(of: missing.number)
    else { return "" }
    let held = contents.groups[..<place].lazy.flatMap(\.stockLegs)
      .filter { $0.symbol == new && $0.account == missing.leg.account }
      .reduce(ExactDecimal.zero) { RowBooker.after($1, $0) }
    if held != missing.leg.quantity { return "" }
    return "If \(code) is another code of \(new), import again with --symbols FILE, and write the "
      + "line \(code),\(new) into that file. "
  }

  // MARK: Cash

  /// What each row moves on each account.
  func cashMoves() throws(ArithmeticFault) -> [ImportRow: [String: ExactDecimal]] {
    var moved: [ImportRow: [String: ExactDecimal]] = [:]
    for number in draft.groups.indices where !draft.groups[number].isLeftOut {
      let imported = draft.groups[number].imported
      if imported.group.status == .void { continue }
      for (leg, cash) in imported.group.cashLegs.enumerated() {
        guard let row = imported.cashRow(leg) else { continue }
        let amount = cash.direction == .in ? cash.amount : -cash.amount
        let before = moved[row, default: [:]][cash.account, default: .zero]
        moved[row, default: [:]][cash.account] = try before.adding(amount)
      }
    }
    return moved
  }

  mutating func compareTotals(
    _ moved: [ImportRow: [String: ExactDecimal]]
  ) throws(ArithmeticFault) {
    finish(
      try totals("totals", of: .rows, moved),
      help: waiting + "A row may be missing, repeated, or read with a wrong amount or sign."
    ) { given, booked, _ in
      "the total in this row is \(given), but what was booked of the rows gives \(booked)"
    }
    finish(
      try totals("cash", of: .file, moved), help: missing
    ) { given, booked, _ in
      "the cash of the file changes by \(given), but what was booked of it by \(booked)"
    }
  }

  private func totals(
    _ subject: String, of wanted: ImportClaim.Span, _ moved: [ImportRow: [String: ExactDecimal]]
  ) throws(ArithmeticFault) -> FigureComparison {
    var comparison = FigureComparison(subject)
    for case .total(let account, let amount, let span, let rows, let row) in draft.claims
    where span == wanted {
      var sum = ExactDecimal.zero
      for number in rows {
        let amount = moved[ImportRow(index: number), default: [:]][account, default: .zero]
        sum = try sum.adding(amount)
      }
      comparison.add(amount, sum, at: draft.position(of: row))
    }
    return comparison
  }

  /// Compares figures of rows with others of the same file.
  private mutating func compareFigures() {
    for subject in ImportClaim.Subject.allCases {
      var comparison = FigureComparison(subject.rawValue)
      for case .figure(subject, let given, let computed, let tolerance, let row) in draft.claims {
        comparison.add(given, computed, within: tolerance, at: draft.position(of: row))
      }
      switch subject {
      case .rate:
        finish(comparison, help: "A currency, the price or the amount may be read wrongly.") {
          given, computed, _ in
          "the exchange rate of this row is \(given), but its price and its cash give \(computed)"
        }
      case .commissions:
        finish(comparison, help: missing) { given, computed, _ in
          "the commissions are \(given) in all, but those of the trades add up to \(computed)"
        }
      case .cashInBase:
        finish(comparison, help: missing) { given, computed, _ in
          "the cash at the end is \(given) in the base currency, but the cash at the beginning and "
            + "what was booked give \(computed)"
        }
      }
    }
  }

  private mutating func compareCashOfDays() throws(ArithmeticFault) {
    // A report of positions alone proves nothing.
    if order.isEmpty && stored.isEmpty { return }
    var comparison = FigureComparison("cash")
    let balances = try cashBalances()
    for (number, claim) in draft.claims.enumerated() {
      guard case .cash(_, let amount, _, let tolerance, let row) = claim else { continue }
      comparison.add(
        amount, balances[number, default: .zero], within: tolerance, at: draft.position(of: row))
    }
    finish(
      comparison,
      help: missing
    ) { given, booked, _ in
      "the file gives a balance of \(given), but what was booked gives \(booked)"
    }
  }

  /// What was booked for each claim about cash, by its number, in one pass over the groups.
  private func cashBalances() throws(ArithmeticFault) -> [Int: ExactDecimal] {
    var claims: [(day: Day, account: String, number: Int)] = []
    for (number, claim) in draft.claims.enumerated() {
      if case .cash(let account, _, let day, _, _) = claim { claims.append((day, account, number)) }
    }
    if claims.isEmpty { return [:] }
    claims.sort { ($0.day, $0.number) < ($1.day, $1.number) }
    var (sums, balances) = ([String: ExactDecimal](), [Int: ExactDecimal]())
    // Those that a ledger has already count as well: the balance is that of the file.
    let read = draft.groups.filter { !$0.isLeftOut && !$0.isRepeated }.map(\.imported.group)
    let groups = draft.asWritten.groups + read
    let days = groups.map(\.day)
    let order = days.indices.sorted { (days[$0], $0) < (days[$1], $1) }
    var next = 0
    for claim in claims {
      while next < order.count, days[order[next]] <= claim.day {
        let group = groups[order[next]]
        next += 1
        if group.status == .void || group.isDeleted { continue }
        for leg in group.cashLegs {
          let before = sums[leg.account, default: .zero]
          let amount = leg.direction == .in ? leg.amount : -leg.amount
          sums[leg.account] = try before.adding(amount)
        }
      }
      balances[claim.number] = sums[claim.account, default: .zero]
    }
    return balances
  }

  mutating func finish(
    _ comparison: FigureComparison, help: String,
    _ message: (_ given: ExactDecimal, _ computed: ExactDecimal, _ name: String?) -> String
  ) {
    if comparison.count == 0 { return }
    report.comparisons.append(comparison.shown(draft.files))
    warn(of: comparison.differences, help: help, message)
  }

  /// Reports the first of some differences. The report lists the others.
  mutating func warn(
    of differences: [FigureComparison.Difference], help: String,
    _ message: (_ given: ExactDecimal, _ computed: ExactDecimal, _ name: String?) -> String
  ) {
    guard let first = differences.first else { return }
    var diagnostic = Diagnostic(
      draft.options.isStrict ? .differsFromFile : .differsFromSource,
      message(first.given, first.computed, first.name), help: help, at: first.position)
    diagnostic.field = [.length(length(at: first.position))]
    findings.append(diagnostic)
  }
}

/// Figures of files beside those that were computed.
struct FigureComparison {
  let subject: String
  private(set) var agree = 0
  private(set) var count = 0
  var notCompared = 0
  /// The figures that differ.
  private(set) var differences: [Difference] = []

  struct Difference {
    var given: ExactDecimal
    var computed: ExactDecimal
    var position: SourcePosition
    /// What the figure is about, if its row does not say it.
    var name: String?
  }

  init(_ subject: String) { self.subject = subject }

  mutating func add(
    _ given: ExactDecimal, _ computed: ExactDecimal, within tolerance: ExactDecimal = .zero,
    at position: SourcePosition, of name: String? = nil
  ) {
    count += 1
    let difference = try? given.subtracting(computed).magnitude
    if given == computed || difference.map({ $0 <= tolerance }) ?? false {
      agree += 1
    } else {
      differences.append(
        Difference(given: given, computed: computed.normalized(), position: position, name: name))
    }
  }

  func shown(_ files: [ImportDraft.File]) -> ImportReport.Comparison {
    let lines = SourceLocator(files.map(\.source)).lines(of: differences.map(\.position))
    var comparison = ImportReport.Comparison(subject: subject, agree: agree, count: count)
    comparison.notCompared = notCompared
    comparison.differences = differences.compactMap { difference in
      guard let line = lines[difference.position] else { return nil }
      return ImportReport.Difference(
        name: difference.name, file: files[difference.position.file].source.name, line: line,
        given: difference.given, booked: difference.computed)
    }
    return comparison
  }
}
