import FolioBooking
import FolioModel
import FolioNumbers

extension ReportKind {
  /// Realized gains.
  public static let gains = ReportKind(
    name: "gains", summary: "realized gains, one row per lot disposed of",
    description: """
      Proceeds, cost basis and gain of every part of a lot that was disposed of, in the trade's \
      currency and in the base currency, with the effect of prices apart from that of rates. \
      Under tax rules also the term, what is deferred of a loss, and the taxable gain. With \
      --include-cash also what rates did to foreign cash until it was spent.
      """,
    examples: [
      Example("Gains of a tax year", "folio gains --tax-year 2024 ledger.json"),
      Example(
        "Another method, for a spreadsheet",
        "folio gains --method hifo --format csv --output gains.csv ledger.json"),
      Example("With the gains on foreign cash", "folio gains --include-cash ledger.json"),
    ],
    options: [.period, .cashGains], needs: [.disposals, .laterGroups],
    streaming: { $0.includesCash ? nil : .gainIDs },
    source: .books { booked, request throws(ArithmeticFault) in
      request.includesCash
        ? try .gainsWithCash(booked, request.selection) : .gains(booked, request.selection)
    })
}

extension Report {
  /// Realized gains, one row for each lot disposed of, in order of booking.
  ///
  /// `gain` is proceeds less cost basis in the trade's currency. In base, proceeds are at the rate
  /// of the disposal and cost at that of the acquisition; `price_effect_base` is the gain at the
  /// rate of the disposal, and `fx_effect_base` the rest. Under tax rules, `disallowed` is what
  /// they defer of a loss, `disallowed_to` where it went, and `taxable_gain` the gain in base with
  /// it added.
  public static func gains(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) -> Report {
    gains(booked, GainRows(booked, selection), selection)
  }

  /// The same with the gains on foreign cash among them, in order of booking: a row for each lot of
  /// a currency that was spent, or of an overdraft that was paid back. Its symbol is the currency,
  /// its account the cash account; quantity, proceeds and cost basis are the amount of the
  /// currency, and all of the gain in base is the currency's.
  /// - Throws: `ArithmeticFault` when a sum needs more digits than an exact number has.
  public static func gainsWithCash(
    _ booked: BookedLedger, _ selection: Selection = Selection()
  ) throws(ArithmeticFault) -> Report {
    let books = try booked.currencyBooks()
    var report = gains(booked, GainRows(booked, books, selection), selection)
    let known = Set(report.warnings.map(\.code))
    if !known.contains(.noRate) {
      report.warnings += BaseConverter(booked).missingRates(books.withoutRate)
    }
    return report
  }

  private static func gains(
    _ booked: BookedLedger, _ rows: GainRows, _ selection: Selection
  ) -> Report {
    let tables = booked.ledger.tables
    let base = booked.baseCurrency
    let rules = booked.options.taxRules ?? .none
    var report = Report(
      "gains", "Realized gains", columns(rules), on: booked, rowCount: rows.count
    ) { row(rows[$0], booked, rules) }
    report.from = selection.from
    report.to = selection.to
    let disposals = rows.lazy.map(\.disposal)
    report.totals = totals(disposals, tables, base)
    if rules.tellsTerms { report.totals += totalsByTerm(disposals, base) }
    return report
  }

  private static func columns(_ rules: TaxRules) -> [Column] {
    let defers = rules.deferralRule != nil
    return [
      Column("group_id", "Group", .text, priority: 5),
      Column("symbol", "Symbol", .text, priority: Column.essential),
      Column("account", "Account", .text, isInTable: false),
      Column("acquired", "Acquired", .day, priority: 90),
      Column("disposed", "Disposed", .day, priority: Column.essential),
      Column("quantity", "Quantity", .quantity, priority: Column.essential),
      Column("proceeds", "Proceeds", .amount, priority: 80),
      Column("cost_basis", "Cost basis", .amount, priority: 70),
      Column("gain", "Gain", .amount, priority: Column.essential),
      Column("currency", "Cur", .text),
      Column("proceeds_base", "Proceeds in base", .amount, isInTable: false),
      Column("cost_basis_base", "Cost in base", .amount, isInTable: false),
      Column("gain_base", "Gain in base", .amount, priority: 60),
      Column("price_effect_base", "Of price", .amount, priority: 30),
      Column("fx_effect_base", "Of currency", .amount, priority: 30),
      Column("term", "Term", .text, isInTable: rules.tellsTerms, priority: 50),
      Column("disallowed", "Disallowed", .amount, isInTable: defers, priority: 65),
      Column("taxable_gain", "Taxable", .amount, isInTable: defers, priority: 75),
      Column("rule", "Rule", .text, priority: 10),
      Column("disallowed_to", "Deferred to", .text, isInTable: defers, priority: 5),
    ]
  }

  private static func row(
    _ gain: GainRow, _ booked: BookedLedger, _ rules: TaxRules
  ) -> [Cell] {
    let tables = booked.ledger.tables
    let base = booked.baseCurrency
    let disposal = gain.disposal
    let figures = GainFigures(disposal)
    let currency = disposal.currency
    return [
      .text(booked.ledger.id(of: disposal.group)),
      .text(gain.symbol(in: tables)), .text(orNull: gain.account(in: tables)),
      .day(orNull: disposal.acquired), .day(disposal.disposed), .number(disposal.quantity),
      tables.money(disposal.proceeds, currency), tables.money(disposal.cost, currency),
      figures.gain.map { tables.money($0, currency) } ?? .null,
      .text(orNull: tables.currency(currency)?.code),
      .base(figures.proceedsBase, base), .base(figures.costBase, base),
      .base(figures.gainBase, base), .base(figures.priceEffect, base),
      .base(figures.currencyEffect, base), .text(orNull: disposal.term?.rawValue),
      .base(disposal.disallowedBase, base), .base(figures.taxableGain, base),
      .text(disposal.rule(under: rules)), .text(orNull: gain.replacements(in: booked)),
    ]
  }

  private static func totals(
    _ rows: some Sequence<Disposal>, _ tables: LedgerTables, _ base: Currency?
  ) -> [Total] {
    var sole = SoleCurrency()
    var sums = GainSums()
    for row in rows {
      sole.add(tables.currency(row.currency))
      sums.add(GainFigures(row))
    }
    let own = [("proceeds", sums.proceeds), ("cost_basis", sums.cost), ("gain", sums.gain)]
    return sole.totals(own, base: base) + [
      Total("proceeds_base", sums.proceedsBase.cell(base)),
      Total("cost_basis_base", sums.costBase.cell(base)),
      Total("gain_base", sums.gainBase.cell(base)),
      Total("price_effect_base", sums.priceEffect.cell(base)),
      Total("fx_effect_base", sums.currencyEffect.cell(base)),
      Total("disallowed", sums.disallowed.cell(base)),
      Total("taxable_gain", sums.taxableGain.cell(base)),
    ]
  }

  /// What is taxed as short and as long term, which bear different rates.
  private static func totalsByTerm(
    _ rows: some Sequence<Disposal>, _ base: Currency?
  ) -> [Total] {
    var sums = [HoldingTerm.short: GainSums(), .long: GainSums()]
    for row in rows {
      if let term = row.term { sums[term]?.add(GainFigures(row)) }
    }
    return HoldingTerm.allCases.flatMap { term -> [Total] in
      let (own, word) = (sums[term] ?? GainSums(), term.rawValue)
      let heading = word.prefix(1).uppercased() + word.dropFirst() + " term"
      return [
        Total("gain_base_\(word)", own.gainBase.cell(base), heading: "\(heading), gain in base"),
        Total("disallowed_\(word)", own.disallowed.cell(base), heading: "\(heading), disallowed"),
        Total("taxable_gain_\(word)", own.taxableGain.cell(base), heading: "\(heading), taxable"),
      ]
    }
  }
}

/// What follows from a disposal's amounts; nil where it can't be known.
struct GainFigures {
  let disposal: Disposal

  init(_ disposal: Disposal) { self.disposal = disposal }

  var gain: ExactDecimal? { try? disposal.proceeds.subtracting(disposal.cost) }
  var proceedsBase: ExactDecimal? { disposal.hasBase ? disposal.proceedsBase : nil }
  var costBase: ExactDecimal? { disposal.hasBase ? disposal.costBase : nil }
  var gainBase: ExactDecimal? {
    disposal.hasBase ? try? disposal.proceedsBase.subtracting(disposal.costBase) : nil
  }
  var priceEffect: ExactDecimal? { disposal.hasBase ? disposal.priceEffectBase : nil }
  var currencyEffect: ExactDecimal? {
    gainBase.flatMap { try? $0.subtracting(disposal.priceEffectBase) }
  }
  /// The gain in base, and what tax rules defer of a loss added.
  var taxableGain: ExactDecimal? {
    gainBase.flatMap { try? $0.adding(disposal.disallowedBase) }
  }
}

private struct GainSums {
  var proceeds = ColumnSum()
  var cost = ColumnSum()
  var gain = ColumnSum()
  var proceedsBase = ColumnSum()
  var costBase = ColumnSum()
  var gainBase = ColumnSum()
  var priceEffect = ColumnSum()
  var currencyEffect = ColumnSum()
  var disallowed = ColumnSum()
  var taxableGain = ColumnSum()

  mutating func add(_ row: GainFigures) {
    proceeds.add(row.disposal.proceeds)
    cost.add(row.disposal.cost)
    gain.add(row.gain)
    proceedsBase.add(row.proceedsBase)
    costBase.add(row.costBase)
    gainBase.add(row.gainBase)
    priceEffect.add(row.priceEffect)
    currencyEffect.add(row.currencyEffect)
    disallowed.add(row.disposal.disallowedBase)
    taxableGain.add(row.taxableGain)
  }
}

extension Disposal {
  /// What found the lot, or what deferred the loss: the method or the rule of a sale, or the event.
  func rule(under rules: TaxRules) -> String {
    if !disallowedBase.isZero, let deferral = rules.deferralRule { return deferral }
    guard cause == .sale || cause == .cover else { return cause.rawValue }
    return cause == .cover ? "short " + matching.rawValue : matching.rawValue
  }
}

extension LedgerTables {
  /// Where a deferred loss is now: the groups that opened the replacement, each once, or the
  /// symbol where it is the pool; nil where nothing is deferred.
  func replacements(_ losses: [DeferredLoss], of disposal: Disposal) -> String? {
    if losses.isEmpty { return nil }
    var seen: Set<GroupIndex> = []
    return losses.filter { seen.insert($0.replacement).inserted }.map { loss in
      loss.replacement == missingIndex
        ? symbol(disposal.instrument) : text(groups[Int(loss.replacement)].id)
    }.joined(separator: ",")
  }
}
