extension ReportKind {
  /// Why the gains of the tax rules differ from those of the books.
  public static let taxReconciliation = ReportKind(
    name: "tax-differences", summary: "gains of the books against gains of the tax rules",
    description: """
      For each instrument, the gains of the whole history by the ledger's method and by the tax \
      rules, and the lines that explain the difference: proceeds that only one of them counts, \
      disallowed losses, the cost that is still held, and costs that arose or left otherwise. What \
      remains unexplained is shown, and is zero. Amounts are in the base currency. Uses the \
      ledger's tax_rules or --tax-rules.
      """,
    examples: [
      Example(
        "Why taxable gains differ from those in the income statement",
        "folio tax-differences --tax-rules us ledger.json")
    ],
    refusedOptions: ["from", "account"], needsTaxRules: true, needs: [.disposals, .trace],
    source: .books { booked, request in try .taxReconciliation(booked, request.selection) })
}

extension Report {
  /// The gains of the books and those of the tax rules by instrument, with the lines that lead from
  /// one to the other. Returns `nil` without tax rules.
  ///
  /// With M for the money of the disposals, D for disallowed losses, C for the cost of the open
  /// lots, and A for costs that arose or left without a disposal, a gain is M + D + C - A. So the
  /// differences of the lines add up to the difference of the gains.
  /// - Parameter booked: the books under the tax rules, with their trace.
  /// - Throws: `LedgerFaults` of booking without the rules, or an `ArithmeticFault` if a sum
  ///   exceeds the precision of `ExactDecimal`.
  public static func taxReconciliation(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) throws -> Report? {
    guard let regime = booked.regime else { return nil }
    let (book, tax) = (
      try ReconciledGains.all(of: booked.onBookBasis()), try ReconciledGains.all(of: booked)
    )
    let tables = booked.ledger.tables
    let instruments = Set(book.keys).union(tax.keys)
      .filter { selection.symbols.isEmpty || selection.symbols.contains(tables.symbol($0)) }
      .sorted { tables.symbol($0) < tables.symbol($1) }
    let rows = try instruments.flatMap { instrument in
      try ReconciliationRow.rows(
        tables.symbol(instrument), book[instrument] ?? ReconciledGains(),
        tax[instrument] ?? ReconciledGains())
    }
    let fields: [ReportField<ReconciliationRow>] = [
      .text("symbol", "Symbol", priority: .max, \.symbol).meaning("the instrument"),
      .text("line", "Line", priority: .max, \.line)
        .meaning("the gains, a line that explains their difference, or the rest"),
      .base("book", "Books", priority: .max, isSummed: false, \.book)
        .meaning("by the method of the ledger, in base"),
      .base("tax", "Tax rules", priority: .max, isSummed: false, \.tax)
        .meaning("by the tax rules, in base"),
      .base("difference", "Difference", priority: .max, isSummed: false, \.difference)
        .meaning("tax rules less books, in base"),
    ]
    var report = Report("tax-differences", "Books and taxes", fields, of: rows, on: booked)
    func total(_ line: String) -> ExactDecimal? {
      rows.filter { $0.line == line }.sum(\.difference)
    }
    report.totals = [
      Total(
        "difference_base", .base(total(ReconciliationRow.gain), booked.baseCurrency),
        heading: "Difference of the gains"),
      Total(
        "unexplained_base", .base(total(ReconciliationRow.rest), booked.baseCurrency),
        heading: "Unexplained"),
    ]
    report.notes.append(
      "Gains under the tax rules \(regime.rules.rawValue) include disallowed losses as zero.")
    return report
  }
}

/// A line of a reconciliation.
struct ReconciliationRow: Sendable {
  static let gain = "gains"
  static let rest = "unexplained"

  let symbol: String
  let line: String
  let book: ExactDecimal?
  let tax: ExactDecimal?
  let difference: ExactDecimal?

  /// The lines of an instrument. A line without a difference explains nothing and is left out.
  static func rows(
    _ symbol: String, _ book: ReconciledGains, _ tax: ReconciledGains
  ) throws(ArithmeticFault) -> [ReconciliationRow] {
    func row(
      _ line: String, _ book: ExactDecimal?, _ tax: ExactDecimal?
    ) -> ReconciliationRow {
      let difference = tax.subtracting(book)
      return ReconciliationRow(
        symbol: symbol, line: line, book: book, tax: tax, difference: difference)
    }
    let gains = row(gain, try book.gain(), try tax.gain())
    let lines = try zip(book.lines(), tax.lines()).map { row($0.name, $0.amount, $1.amount) }
    let unexplained = gains.difference.subtracting(lines.sum(\.difference))
    return [gains] + lines.filter { $0.difference?.isZero != true }
      + [
        ReconciliationRow(
          symbol: symbol, line: rest, book: nil, tax: nil, difference: unexplained)
      ]
  }
}

/// The gains of an instrument on one basis, and what they are made of. All amounts are in base.
struct ReconciledGains: Sendable {
  /// The money of the disposals: proceeds of sales, and below zero the cost of ending short
  /// positions.
  private var money = ExactDecimal.zero
  /// The costs that the disposals used up, below zero; for short positions their proceeds.
  private var used = ExactDecimal.zero
  private var disallowed = ExactDecimal.zero
  private var changes = CostChanges()
  private var isKnown = true

  /// The gains of all instruments.
  static func all(
    of booked: BookedLedger
  ) throws(ArithmeticFault) -> [InstrumentIndex: ReconciledGains] {
    var all: [InstrumentIndex: ReconciledGains] = [:]
    for disposal in booked.disposals {
      try all[disposal.instrument, default: ReconciledGains()].add(disposal)
    }
    for (instrument, changes) in try booked.costChanges() {
      all[instrument, default: ReconciledGains()].changes = changes
    }
    return all
  }

  private mutating func add(_ disposal: Disposal) throws(ArithmeticFault) {
    isKnown = isKnown && disposal.hasBase
    let isShort = disposal.cause.endsShort
    try money.add(isShort ? -disposal.costBase : disposal.proceedsBase)
    try used.add(isShort ? disposal.proceedsBase : -disposal.costBase)
    try disallowed.add(disposal.disallowedBase)
  }

  /// The gains with disallowed losses as zero; nil if an amount is not known in base.
  func gain() throws(ArithmeticFault) -> ExactDecimal? {
    guard isKnown && changes.isKnown else { return nil }
    return try money.adding(used).adding(disallowed)
  }

  /// The lines that add up to the gain.
  func lines() throws(ArithmeticFault) -> [(name: String, amount: ExactDecimal?)] {
    guard isKnown && changes.isKnown else {
      return try ReconciledGains().lines().map { ($0.name, nil) }
    }
    let open = try changes.sum(of: LotEvent.Kind.allCases)
    let otherwise = try changes.sum(of: [.taken, .matched]).subtracting(used)
    return [
      ("proceeds", money), ("disallowed losses", disallowed), ("cost still held", open),
      ("cost acquired", try -changes.sum(of: [.opened, .divided, .separated, .multiplied])),
      ("disallowed losses added to the cost", try -changes.sum(of: [.costRaised])),
      ("capital returned", try -changes.sum(of: [.costLowered])),
      ("adjustments of the cost", try -changes.sum(of: [.costAdjusted])),
      ("cost moved to another instrument", try -changes.sum(of: [.costMoved])),
      ("change of method or currency", try -changes.sum(of: [.methodChanged, .currencyChanged])),
      ("cost that left without a disposal", -otherwise),
    ]
  }
}
