import FolioBooking
import FolioModel
import FolioNumbers
import FolioReports

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
    report.baseCurrency = answer.books.baseCurrency
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
    let base = answer.books.baseCurrency
    let hasTerms = answer.rules.hasHoldingTerms
    let defers = answer.rules.deferralRule != nil
    let hasTax = answer.choices.contains { $0.tax != nil }
    let hasEffects = answer.choices.contains { !$0.effects.isEmpty }
    let columns = [
      Column("choice", "Choice", .text, priority: Column.essential),
      Column("goal", "Goal", .text, isInTable: false),
      Column("proof", "Found by", .keyword, priority: 10),
      Column("quantity", "Quantity", .quantity, isInTable: false),
      Column("proceeds", "Proceeds", .amount, priority: 60),
      Column("cost_basis", "Cost basis", .amount, priority: 50),
      Column("currency", "Cur", .text, priority: 55),
      Column("gain_base", "Gain in base", .amount, priority: 90),
      Column("short_term", "Short term", .amount, isInTable: hasTerms, priority: 70),
      Column("long_term", "Long term", .amount, isInTable: hasTerms, priority: 70),
      Column("disallowed", "Disallowed", .amount, isInTable: defers, priority: 80),
      Column("taxable_gain", "Taxable", .amount, priority: Column.essential),
      Column("tax", "Tax", .amount, isInTable: hasTax, priority: Column.essential),
      Column("other_gains", "Other gains", .amount, isInTable: hasEffects, priority: 75),
      Column("lots", "Lots", .text, priority: 65),
    ]
    let rows = answer.choices.map { choice -> [Cell] in
      let other = choice.effects.sum { $0.change }
      return [
        .text(choice.name), .text(orNull: choice.goal?.name),
        .text(orNull: choice.proof?.rawValue), .number(choice.quantity),
        .money(choice.proceeds, choice.currency), .money(choice.cost, choice.currency),
        .text(orNull: choice.currency?.code), .base(choice.gainBase, base),
        hasTerms ? .base(choice.taxable.short, base) : .null,
        hasTerms ? .base(choice.taxable.long, base) : .null,
        .base(choice.disallowedBase, base), .base(choice.taxableBase, base),
        .base(choice.tax, base), .base(other, base), .text(choice.textOfLots),
      ]
    }
    return Report(name: "what-if", title: title(answer), columns: columns, rows: rows)
  }

  private static func lots(_ answer: WhatIfAnswer) -> Report {
    let base = answer.books.baseCurrency
    let hasTerms = answer.rules.hasHoldingTerms
    let defers = answer.rules.deferralRule != nil
    let columns = [
      Column("choice", "Choice", .text, priority: Column.essential),
      Column("lot_group_id", "Lot of", .text, priority: 80),
      Column("acquired", "Acquired", .day, priority: 90),
      Column("quantity", "Quantity", .quantity, priority: Column.essential),
      Column("proceeds_base", "Proceeds in base", .amount, priority: 60),
      Column("cost_basis_base", "Cost in base", .amount, priority: 60),
      Column("gain_base", "Gain in base", .amount, priority: Column.essential),
      Column("term", "Term", .text, isInTable: hasTerms, priority: 70),
      Column("disallowed", "Disallowed", .amount, isInTable: defers, priority: 75),
      Column("taxable_gain", "Taxable", .amount, isInTable: defers, priority: 85),
      Column("rule", "Rule", .keyword, priority: 20),
      Column("disallowed_to", "Deferred to", .text, isInTable: defers, priority: 15),
    ]
    let rows = answer.choices.flatMap { choice in
      choice.parts.map { part -> [Cell] in
        [
          .text(choice.name), .text(orNull: part.lotGroupID), .day(orNull: part.acquired),
          .number(part.quantity), .base(part.proceedsBase, base), .base(part.costBase, base),
          .base(part.gainBase, base), .text(orNull: part.term?.rawValue),
          .base(part.disallowedBase, base), .base(part.taxableBase, base), .text(part.rule),
          .text(orNull: part.deferredTo.isEmpty ? nil : part.deferredTo.joined(separator: ",")),
        ]
      }
    }
    return Report(name: "what-if-lots", title: title(answer), columns: columns, rows: rows)
  }

  private static func effects(_ answer: WhatIfAnswer) -> Report {
    let base = answer.books.baseCurrency
    let isSale = answer.trade.side == .sell
    let columns = [
      Column("choice", "Choice", .text, isInTable: isSale),
      Column("group_id", "Group", .text, priority: 60),
      Column("symbol", "Symbol", .text, priority: Column.essential),
      Column("disposed", "Disposed", .day, priority: 90),
      Column("gain_before", "Gain before", .amount, priority: 70),
      Column("gain_after", "Gain after", .amount, priority: 70),
      Column("disallowed_before", "Disallowed before", .amount, priority: 80),
      Column("disallowed_after", "Disallowed after", .amount, priority: 80),
      Column("change", "Change of taxable gain", .amount, priority: Column.essential),
    ]
    let named =
      isSale
      ? answer.choices.flatMap { choice in choice.effects.map { (choice.name, $0) } }
      : answer.effects.map { ("purchase", $0) }
    let rows = named.map { name, effect -> [Cell] in
      [
        .text(name), .text(effect.groupID), .text(effect.symbol), .day(effect.disposed),
        .base(effect.gainBefore, base), .base(effect.gainAfter, base),
        .base(effect.disallowedBefore, base), .base(effect.disallowedAfter, base),
        .base(effect.change, base),
      ]
    }
    return Report(name: "what-if-effects", title: title(answer), columns: columns, rows: rows)
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
      if answer.rules.hasHoldingTerms {
        totals += [
          Total("year_short_term", .base(year.short, base), heading: "Year before, short term"),
          Total("year_long_term", .base(year.long, base), heading: "Year before, long term"),
        ]
      } else {
        totals.append(
          Total("year_taxable", .base(year.long, base), heading: "Year before, taxable"))
      }
    }
    if answer.rules != .none {
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
        answer.rules.hasHoldingTerms ? "Losses of one term reduce gains of the other. " : ""
      notes.append(
        "The tax is that of the whole tax year with the sale, less that without it. \(terms)A net "
          + "loss of the year saves nothing.")
    }
    return notes + windowNote(answer)
  }

  private static func windowNote(_ answer: WhatIfAnswer) -> [String] {
    guard let start = answer.windowStart, let end = answer.windowEnd else { return [] }
    let symbol = answer.trade.symbol
    switch (answer.trade.side, answer.rules) {
    case (_, .none): return []
    case (.sell, .us):
      return [
        "A purchase of \(symbol) from \(start) to \(end) defers a loss of this sale (wash sale)."
      ]
    case (.sell, .ca):
      return [
        "A purchase of \(symbol) from \(start) to \(end) that is still held on the last day makes "
          + "a loss of this sale superficial; days count by settlement."
      ]
    case (.sell, .uk):
      return ["A purchase of \(symbol) from \(start) to \(end) is matched with this sale first."]
    case (.buy, _):
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
