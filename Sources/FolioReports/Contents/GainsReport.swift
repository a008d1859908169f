extension ReportKind {
  /// Realized gains.
  public static let gains = ReportKind(
    name: "gains", summary: "realized gains, one row per lot disposed of",
    description: """
      Proceeds, cost basis and gain of each part of a lot that was disposed of, in the trade's \
      currency and in the base currency, with the effects of prices and of rates. Under tax rules \
      also the term, the deferred part of a loss, and the taxable gain. With --include-cash also \
      gains on foreign cash.
      """,
    examples: [
      Example("Gains of a tax year", "folio gains --tax-year 2024 ledger.json"),
      Example(
        "Another method, for a spreadsheet",
        "folio gains --method hifo --format csv --output gains.csv ledger.json"),
      Example("With the gains on foreign cash", "folio gains --include-cash ledger.json"),
    ],
    options: [.period, .cashGains], needs: [.taxCosts, .disposals, .laterGroups],
    optionalColumns: [Report.basisField.column],
    keptWhileStreaming: { $0.includesCash ? nil : .gainIDs },
    source: .books { booked, request throws(ArithmeticFault) in
      request.includesCash
        ? try .gainsWithCash(booked, request.selection) : .gains(booked, request.selection)
    })
}

extension Report {
  /// Realized gains, one row for each lot disposed of, in order of booking.
  ///
  /// `gain` is proceeds less cost basis in the currency of the trade. In the base currency,
  /// proceeds are converted at the rate of the disposal and cost at the rate of the acquisition.
  /// `price_effect_base` is the gain converted at the rate of the disposal, and `fx_effect_base` is
  /// the rest.
  ///
  /// Under tax rules, `disallowed` is the deferred part of a loss, `disallowed_to` names the lots
  /// or the pool that it was added to, and `taxable_gain` is the gain in the base currency plus
  /// `disallowed`.
  public static func gains(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) -> Report {
    gains(booked, GainRows(booked, selection), selection)
  }

  /// Realized gains including those on foreign cash, in order of booking.
  ///
  /// Each lot of a currency that was spent, and each overdraft that was repaid, has a row. Its
  /// symbol is the currency code and its account is the cash account. Quantity, proceeds and cost
  /// basis are the amount in that currency. The whole gain in the base currency is an effect of the
  /// exchange rate.
  /// - Throws: `ArithmeticFault` if a sum exceeds the precision of `ExactDecimal`.
  public static func gainsWithCash(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) throws(ArithmeticFault) -> Report {
    let books = try booked.currencyBooks()
    var report = gains(booked, GainRows(booked, books, selection), selection)
    if let base = booked.baseCurrency, !report.warnings.contains(where: { $0.code == .noRate }) {
      let currencies = books.withoutRate.compactMap { booked.ledger.tables.currency($0) }
      report.warnings += currencies.map {
        .noRate(from: $0, to: base, "by the day of some cash that moved")
      }
    }
    return report
  }

  private static func gains(
    _ booked: BookedLedger, _ rows: GainRows, _ selection: Selection
  ) -> Report {
    let tables = booked.ledger.tables
    let regime = booked.regime
    var fields = gainFields(booked, regime)
    // Shown only if a rule sets a cost or proceeds.
    if rows.contains(where: { $0.disposal.basis != nil }) {
      fields.append(basisField)
    }
    var report = Report(
      "gains", "Realized gains", fields, of: rows, on: booked, over: selection
    ) { tables.currency($0.disposal.currency) }
    // Without tax rules nothing is deferred, and what is taxable depends on the country.
    if regime?.deferral == nil {
      for index in report.totals.indices
      where ["disallowed", "taxable_gain"].contains(report.totals[index].key) {
        report.totals[index].isInTable = false
      }
    }
    if !regime.hasHoldingTerms { return report }
    // Short-term and long-term gains have separate totals, because they are taxed at different
    // rates.
    let hasMixed = rows.contains { $0.disposal.term == .mixed }
    for term in HoldingTerm.allCases where term != .mixed || hasMixed {
      let word = term.rawValue
      let name = word.prefix(1).uppercased() + word.dropFirst() + " term, "
      let heading = term == .mixed ? "Section 1256 (60 % long, 40 % short term), " : name
      let words = [
        "gain_base": "gain in base", "disallowed": "disallowed", "taxable_gain": "taxable",
      ]
      report.addTotals(of: rows) { [fields] rows in
        let sums = fields.totals(
          of: rows.filter { $0.disposal.term == term }, base: booked.baseCurrency,
          only: Set(words.keys))
        return sums.map {
          $0.renamed("\($0.key)_\(word)", heading: heading + (words[$0.key] ?? ""))
        }
      }
    }
    return report
  }

  /// The rule that set a cost or proceeds.
  fileprivate static let basisField = ReportField<GainRow>.text("basis", "Basis", priority: 15) {
    $0.disposal.basis?.rawValue
  }.meaning("a rule that sets the cost, the proceeds or what is taxed")

  private static func gainFields(
    _ booked: BookedLedger, _ regime: TaxRegime?
  ) -> [ReportField<GainRow>] {
    let ledger = booked.ledger
    let tables = ledger.tables
    let defers = regime?.deferral != nil
    return [
      .text("group_id", "Group", priority: 5) { ledger.id(of: $0.disposal.group) }
        .meaning("the group of the disposal"),
      .text("symbol", "Symbol", priority: .max) { $0.symbol(in: tables) }.meaning("the instrument"),
      .text("account", "Account", isInTable: false) { $0.account(in: tables) }
        .meaning("the securities account; null if it has no name"),
      .day("acquired", "Acquired", priority: 90) { $0.disposal.acquired }
        .meaning("the day of the acquisition; null out of a pool"),
      .day("disposed", "Disposed", priority: .max) { $0.disposal.disposed }
        .meaning("the day of the disposal"),
      .number("quantity", "Quantity", priority: .max) { $0.disposal.quantity }
        .meaning("units disposed of"),
      .amount("proceeds", "Proceeds", priority: 80) { $0.disposal.proceeds }
        .meaning("proceeds, in `currency`"),
      .amount("cost_basis", "Cost basis", priority: 70) { $0.disposal.cost }
        .meaning("cost, in `currency`"),
      .amount("gain", "Gain", priority: .max) { $0.disposal.gain }
        .meaning("proceeds less cost, in `currency`"),
      .text("currency", "Cur") { tables.currency($0.disposal.currency)?.code }
        .meaning("the currency of the trade"),
      .base("proceeds_base", "Proceeds in base", isInTable: false) {
        $0.disposal.inBase(\.proceedsBase)
      }.meaning("proceeds in the base currency"),
      .base("cost_basis_base", "Cost in base", isInTable: false) { $0.disposal.inBase(\.costBase) }
        .meaning("cost in the base currency"),
      .base("gain_base", "Gain in base", priority: 95) { $0.disposal.gainBase }
        .meaning("gain in the base currency"),
      .base("price_effect_base", "Price effect", priority: 30) {
        $0.disposal.inBase(\.priceEffectBase)
      }.meaning("the part of the gain due to prices"),
      .base("fx_effect_base", "FX effect", priority: 30) { $0.disposal.currencyEffectBase }
        .meaning("the part of the gain due to rates"),
      .text("term", "Term", isInTable: regime.hasHoldingTerms, priority: 50) {
        $0.disposal.term?.rawValue
      }.meaning("`short` or `long`; null without such rules"),
      .base("disallowed", "Disallowed", isInTable: defers, priority: 85) {
        $0.disposal.disallowedBase
      }.meaning("the deferred part of a loss, in base"),
      .base("taxable_gain", "Taxable", isInTable: defers, priority: .max) {
        $0.disposal.taxableGainBase
      }.meaning("gain plus deferred loss, in base"),
      .keyword("rule", "Rule", priority: 10) { $0.disposal.rule(under: regime) }
        .meaning("the method or rule that chose the lot, or the cause"),
      .text("disallowed_to", "Deferred to", isInTable: defers, priority: 5) {
        $0.replacements(in: booked)
      }.meaning("the groups that took the deferred loss"),
    ]
  }
}

// Amounts derived from a disposal. `nil` if they are unknown.
extension Disposal {
  package var gain: ExactDecimal? { try? proceeds.subtracting(cost) }
  package var gainBase: ExactDecimal? { hasBase ? try? proceedsBase.subtracting(costBase) : nil }
  var currencyEffectBase: ExactDecimal? { gainBase.subtracting(priceEffectBase) }
  /// The gain in the base currency plus the deferred part of a loss; zero in a sheltered account.
  package var taxableGainBase: ExactDecimal? {
    basis == .sheltered ? gainBase.map { _ in .zero } : gainBase.adding(disallowedBase)
  }

  func inBase(_ amount: (Disposal) -> ExactDecimal) -> ExactDecimal? {
    hasBase ? amount(self) : nil
  }
}

extension Disposal {
  /// Returns the rule that deferred the loss, the method that chose the lot of a sale or cover, or
  /// the cause of any other disposal.
  package func rule(under regime: TaxRegime?) -> String {
    if !disallowedBase.isZero, let deferral = regime?.deferralRule { return deferral }
    if cause == .shortExpiry { return "short expiry" }
    guard cause == .sale || cause == .cover else { return cause.rawValue }
    return cause == .cover ? "short " + matching.rawValue : matching.rawValue
  }
}
