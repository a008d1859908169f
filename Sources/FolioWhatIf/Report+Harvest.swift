import FolioBooking
import FolioDiagnostics
import FolioNumbers
import FolioReports

extension Report {
  /// The losses that could be realized on a day, one row for each lot, or for each position where
  /// the rules know no lots.
  public static func harvest(_ harvest: Harvest) -> Report {
    let base = harvest.books.baseCurrency
    let hasTerms = harvest.rules.hasHoldingTerms
    let defers = harvest.rules.deferralRule != nil
    let hasWindow = harvest.rules != .none
    let columns = [
      Column("symbol", "Symbol", .text, priority: Column.essential),
      Column("account", "Account", .text, isInTable: false),
      Column("lot_group_id", "Lot of", .text, priority: 70),
      Column("acquired", "Acquired", .day, priority: 65),
      Column("quantity", "Quantity", .quantity, priority: 90),
      Column("price", "Price", .rate, priority: 50),
      Column("price_date", "Price of", .day, priority: 20),
      Column("proceeds_base", "Proceeds in base", .amount, priority: 40),
      Column("cost_basis_base", "Cost in base", .amount, priority: 40),
      Column("gain_base", "Gain in base", .amount, priority: Column.essential),
      Column("term", "Term", .text, isInTable: hasTerms, priority: 60),
      Column("disallowed", "Disallowed", .amount, isInTable: defers, priority: 80),
      Column("usable", "Usable now", .amount, isInTable: defers, priority: 85),
      Column("disallowed_to", "Deferred to", .text, isInTable: defers, priority: 30),
      Column("free_from", "Free from", .day, isInTable: defers, priority: 88),
      Column("window_end", "No purchase to", .day, isInTable: hasWindow, priority: 75),
    ]
    let rows = harvest.losses.map { loss -> [Cell] in
      [
        .text(loss.symbol), .text(orNull: loss.account.isEmpty ? nil : loss.account),
        .text(orNull: loss.lotGroupID), .day(orNull: loss.acquired), .number(loss.quantity),
        loss.price.map { .money($0, loss.currency) } ?? .null, .day(loss.priceDay),
        .base(loss.proceedsBase, base), .base(loss.costBase, base), .base(loss.gainBase, base),
        .text(orNull: loss.term?.rawValue), .base(loss.disallowedBase, base),
        .base(loss.usableBase, base),
        .text(orNull: loss.deferredTo.isEmpty ? nil : loss.deferredTo.joined(separator: ",")),
        .day(orNull: loss.freeDay), .day(orNull: loss.windowEnd),
      ]
    }
    var report = Report(
      name: "harvest", title: "Losses that could be realized", columns: columns, rows: rows)
    report.asOf = harvest.day
    report.baseCurrency = base
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
