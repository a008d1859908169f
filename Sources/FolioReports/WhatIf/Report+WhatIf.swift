/// What the rows of the report about a supposed sale are.
public enum WhatIfRows: String, Sendable, CaseIterable {
  /// The choices of lots.
  case choices
  /// The lots of each choice.
  case lots
  /// The gains of other groups that each choice changes.
  case effects
}

extension Report {
  /// The report of an answer: one row for each choice of lots of a sale, for each lot of each
  /// choice, or for each gain of another group that the trade changes. A purchase has only these.
  public static func whatIf(_ answer: WhatIfAnswer, rows: WhatIfRows = .choices) -> Report {
    var report =
      switch (answer.trade.side, rows) {
      case (.buy, _), (.sell, .effects): effects(answer)
      case (.sell, .choices): choices(answer)
      case (.sell, .lots): lots(answer)
      }
    report.asOf = answer.day
    report.dateBasis = answer.books.options.dateBasis
    report.warnings = answer.books.reportWarnings
    report.totals = totals(answer)
    report.notes = notes(answer)
    return report
  }

  private static func title(_ answer: WhatIfAnswer) -> String {
    let verb = answer.trade.side == .sell ? "sold" : "bought"
    let units = answer.trade.quantity.normalized()
    return "If \(units) \(answer.trade.symbol) were \(verb) on \(answer.day)"
  }

  // MARK: Rows

  private static func choices(_ answer: WhatIfAnswer) -> Report {
    let hasTerms = answer.regime.hasHoldingTerms
    let defers = answer.regime?.deferral != nil
    let hasTax = answer.choices.contains { $0.tax != nil }
    let hasEffects = answer.choices.contains { !$0.effects.isEmpty }
    let fields: [ReportField<SaleChoice>] = [
      .text("choice", "Choice", priority: .max, \.name),
      .text("goal", "Goal", isInTable: false) { $0.goal?.name },
      .keyword("proof", "Found by", priority: 10) { $0.proof?.rawValue },
      .number("quantity", "Quantity", isInTable: false) { $0.quantity },
      .amount("proceeds", "Proceeds", priority: 60) { $0.proceeds },
      .amount("cost_basis", "Cost basis", priority: 50) { $0.cost },
      .text("currency", "Cur", priority: 55) { $0.currency?.code },
      .base("gain_base", "Gain in base", priority: 90) { $0.gainBase },
      .base("short_term", "Short term", isInTable: hasTerms, priority: 70) {
        hasTerms ? $0.taxable.short : nil
      },
      .base("long_term", "Long term", isInTable: hasTerms, priority: 70) {
        hasTerms ? $0.taxable.long : nil
      },
      .base("disallowed", "Disallowed", isInTable: defers, priority: 80) { $0.disallowedBase },
      .base("taxable_gain", "Taxable", priority: .max) { $0.taxableBase },
      .base("tax", "Tax", isInTable: hasTax, priority: .max) { $0.tax },
      .base("other_gains", "Other gains", isInTable: hasEffects, priority: 75) {
        $0.effects.sum { $0.change }
      },
      .cell("lots", "Lots", .text, priority: 65) { .text($0.textOfLots) },
    ]
    return Report(
      "what-if", title(answer), fields, of: answer.choices, in: { $0.currency },
      base: answer.books.baseCurrency)
  }

  private static func lots(_ answer: WhatIfAnswer) -> Report {
    let hasTerms = answer.regime.hasHoldingTerms
    let defers = answer.regime?.deferral != nil
    let fields: [ReportField<(choice: String, part: SaleChoice.Part)>] = [
      .text("choice", "Choice", priority: .max) { $0.choice },
      .text("lot_group_id", "Lot of", priority: 80) { $0.part.lotGroupID },
      .day("acquired", "Acquired", priority: 90) { $0.part.acquired },
      .number("quantity", "Quantity", priority: .max) { $0.part.quantity },
      .base("proceeds_base", "Proceeds in base", priority: 60) { $0.part.proceedsBase },
      .base("cost_basis_base", "Cost in base", priority: 60) { $0.part.costBase },
      .base("gain_base", "Gain in base", priority: .max) { $0.part.gainBase },
      .text("term", "Term", isInTable: hasTerms, priority: 70) { $0.part.term?.rawValue },
      .base("disallowed", "Disallowed", isInTable: defers, priority: 75) {
        $0.part.disallowedBase
      },
      .base("taxable_gain", "Taxable", isInTable: defers, priority: 85) { $0.part.taxableBase },
      .keyword("rule", "Rule", priority: 20) { $0.part.rule },
      .text("disallowed_to", "Deferred to", isInTable: defers, priority: 15) {
        $0.part.deferredTo.joined(separator: ",")
      },
    ]
    let rows = answer.choices.flatMap { choice in
      choice.parts.map { (choice: choice.name, part: $0) }
    }
    return Report(
      "what-if-lots", title(answer), fields, of: rows, base: answer.books.baseCurrency)
  }

  private static func effects(_ answer: WhatIfAnswer) -> Report {
    let isSale = answer.trade.side == .sell
    let fields: [ReportField<(choice: String, effect: GainEffect)>] = [
      .text("choice", "Choice", isInTable: isSale) { $0.choice },
      .text("group_id", "Group", priority: 60) { $0.effect.groupID },
      .text("symbol", "Symbol", priority: .max) { $0.effect.symbol },
      .day("disposed", "Disposed", priority: 90) { $0.effect.disposed },
      .base("gain_before", "Gain before", priority: 70) { $0.effect.gainBefore },
      .base("gain_after", "Gain after", priority: 70) { $0.effect.gainAfter },
      .base("disallowed_before", "Disallowed before", priority: 80) {
        $0.effect.disallowedBefore
      },
      .base("disallowed_after", "Disallowed after", priority: 80) { $0.effect.disallowedAfter },
      .base("change", "Change of taxable gain", priority: .max) { $0.effect.change },
    ]
    let rows =
      isSale
      ? answer.choices.flatMap { choice in choice.effects.map { (choice.name, $0) } }
      : answer.effects.map { ("purchase", $0) }
    return Report(
      "what-if-effects", title(answer), fields, of: rows.map { (choice: $0, effect: $1) },
      base: answer.books.baseCurrency)
  }

  // MARK: Single values

  private static func totals(_ answer: WhatIfAnswer) -> [Total] {
    let price = answer.price.map { Cell.money($0, answer.priceCurrency) } ?? .null
    var totals = [
      Total("price", price, heading: "Price", kind: .rate),
      Total("price_date", .day(orNull: answer.priceDay), heading: "Price of", kind: .day),
    ]
    if answer.trade.side == .buy {
      totals.append(
        Total(
          "paid", answer.paid.map { .money($0, answer.currency) } ?? .null, heading: "Paid"))
    }
    if let year = answer.yearBefore {
      let base = answer.books.baseCurrency
      if answer.regime.hasHoldingTerms {
        totals += [
          Total("year_short_term", .base(year.short, base), heading: "Year before, short term"),
          Total("year_long_term", .base(year.long, base), heading: "Year before, long term"),
        ]
      } else {
        totals.append(
          Total("year_taxable", .base(year.long, base), heading: "Year before, taxable"))
      }
    }
    if answer.regime != nil {
      totals += [
        Total("window_start", .day(orNull: answer.windowStart), heading: "Window from", kind: .day),
        Total("window_end", .day(orNull: answer.windowEnd), heading: "Window to", kind: .day),
      ]
      if answer.trade.side == .sell {
        totals.append(
          Total("free_from", .day(orNull: answer.freeDay), heading: "Loss free from", kind: .day))
      }
    }
    return totals
  }

  private static func notes(_ answer: WhatIfAnswer) -> [String] {
    var notes: [String] = []
    if let reason = answer.reasonForNoChoice {
      notes.append(
        reason == "average"
          ? "Under average cost there is no choice of lots."
          : "Under the rules \(reason) there is no choice of lots.")
    }
    if answer.choices.contains(where: { $0.proof == .searched }) {
      notes.append(
        "A choice found by search is the best of those tried; there are too many to try all.")
    }
    if answer.choices.contains(where: { $0.tax != nil }) {
      let terms =
        answer.regime.hasHoldingTerms ? "Losses of one term reduce gains of the other. " : ""
      notes.append(
        "The tax is that of the whole tax year with the sale, less that without it. \(terms)A net "
          + "loss of the year saves nothing.")
    }
    return notes + windowNote(answer)
  }

  private static func windowNote(_ answer: WhatIfAnswer) -> [String] {
    guard let start = answer.windowStart, let end = answer.windowEnd else { return [] }
    let symbol = answer.trade.symbol
    switch answer.trade.side {
    case .sell:
      let effect = answer.regime?.windowEffect ?? ""
      return ["A purchase of \(symbol) from \(start) to \(end) \(effect)."]
    case .buy:
      return [
        "This purchase can change the gains of sales of \(symbol) from \(start) to \(end)."
      ]
    }
  }
}

extension SaleChoice {
  /// The lots in words: `buy-1 × 10, buy-3 × 5`.
  var textOfLots: String {
    parts.map { part in
      let units = part.quantity.normalized()
      return part.lotGroupID.map { "\($0) × \(units)" } ?? "\(part.rule) × \(units)"
    }.joined(separator: ", ")
  }
}
