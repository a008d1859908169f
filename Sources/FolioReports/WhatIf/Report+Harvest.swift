extension Report {
  /// The losses that could be realized on a day, one row for each lot, or for each position where
  /// the rules know no lots.
  public static func harvest(_ harvest: Harvest) -> Report {
    let base = harvest.books.baseCurrency
    let hasTerms = harvest.regime.hasHoldingTerms
    let defers = harvest.regime?.deferral != nil
    let hasWindow = harvest.regime != nil
    let fields: [ReportField<HarvestableLoss>] = [
      .text("symbol", "Symbol", priority: .max) { $0.symbol },
      .text("account", "Account", isInTable: false) { $0.account },
      .text("lot_group_id", "Lot of", priority: 70) { $0.lotGroupID },
      .day("acquired", "Acquired", priority: 65) { $0.acquired },
      .number("quantity", "Quantity", priority: 90) { $0.quantity },
      .cell("price", "Price", .rate, priority: 50) { loss in
        loss.price.map { .money($0, loss.currency) } ?? .null
      },
      .day("price_date", "Price of", priority: 20) { $0.priceDay },
      .base("proceeds_base", "Proceeds in base", priority: 40) { $0.proceedsBase },
      .base("cost_basis_base", "Cost in base", priority: 40) { $0.costBase },
      .base("gain_base", "Gain in base", priority: .max) { $0.gainBase },
      .text("term", "Term", isInTable: hasTerms, priority: 60) { $0.term?.rawValue },
      .base("disallowed", "Disallowed", isInTable: defers, priority: 80) { $0.disallowedBase },
      .base("usable", "Usable now", isInTable: defers, priority: 85) { $0.usableBase },
      .text("disallowed_to", "Deferred to", isInTable: defers, priority: 30) {
        $0.deferredTo.joined(separator: ",")
      },
      .day("free_from", "Free from", isInTable: defers, priority: 88) { $0.freeDay },
      .day("window_end", "No purchase to", isInTable: hasWindow, priority: 75) { $0.windowEnd },
    ]
    var report = Report(
      "harvest", "Losses that could be realized", fields, of: harvest.losses, base: base)
    report.asOf = harvest.day
    report.dateBasis = harvest.books.options.dateBasis
    report.warnings =
      harvest.books.reportWarnings
      + Warning.about(harvest.symbolsWithoutPrice, .unknownPrice) {
        "without a price, losses of \($0) are not known"
      }
      + Warning.about(harvest.symbolsWithoutRate, .noRate) {
        "without an exchange rate to the base currency, losses of \($0) are not known"
      }
    let sums: [(String, (HarvestableLoss) -> ExactDecimal)] = [
      ("gain_base", \.gainBase), ("disallowed", \.disallowedBase), ("usable", \.usableBase),
    ]
    for (key, amount) in sums.prefix(defers ? 3 : 1) {
      report.totals.append(Total(key, .base(harvest.losses.sum { amount($0) }, base)))
    }
    report.notes = ["Each row is a sale of these units alone, without fees."]
    return report
  }
}
