import FolioBooking
import FolioModel
import FolioNumbers

/// Canada: the rows of Schedule 3, Capital Gains or Losses, one for each sale.
///
/// A superficial loss is deemed to be nil (Income Tax Act s.40(2)(g)(i)): its denied part stands
/// in a column of its own, and is not in the gain or loss.
struct Schedule3: TaxForm {
  static let title = "Schedule 3, capital gains or losses"
  static let currency = "CAD"
  static let rounding = RoundingRule.halfEven

  static let columns = [
    Report.Column("date", "Date", .day, priority: 90),
    Report.Column("symbol", "Symbol", .text, priority: 50),
    Report.Column("quantity", "Number", .quantity, priority: Report.Column.essential),
    Report.Column("name", "Name", .text, priority: Report.Column.essential),
    Report.Column("year_acquired", "Acquired", .text, priority: 60),
    Report.Column("proceeds", "Proceeds", .amount, priority: 80),
    Report.Column("adjusted_cost_base", "Adjusted cost base", .amount, priority: 80),
    Report.Column("outlays", "Outlays", .amount, priority: 70),
    Report.Column("superficial_loss", "Denied", .amount, priority: 70),
    Report.Column("gain_or_loss", "Gain or loss", .amount, priority: Report.Column.essential),
    Report.Column("group_id", "Group", .text, isInTable: false),
  ]

  private let gains: RealizedGains
  private let amounts: [FormAmounts?]

  init(_ gains: RealizedGains) {
    self.gains = gains
    amounts = zip(gains.selected, gains.outlaysBase()).map { index, outlays in
      outlays.flatMap { Self.amounts(gains.disposals[index], outlays: $0, gains.rounding) }
    }
  }

  private static func amounts(
    _ disposal: Disposal, outlays: ExactDecimal, _ rounding: FormRounding
  ) -> FormAmounts? {
    guard disposal.hasBase, let gross = try? disposal.proceedsBase.adding(outlays) else {
      return nil
    }
    return try? FormAmounts(
      proceeds: gross, cost: disposal.costBase, outlays: outlays,
      disallowed: disposal.disallowedBase, rounding: rounding)
  }

  var rowCount: Int { amounts.count }

  func row(_ index: Int) -> [Report.Cell] {
    let disposal = gains.disposals[gains.selected[index]]
    let (figures, base) = (amounts[index], gains.base)
    let isDenied = figures.map { !$0.disallowed.isZero } ?? !disposal.disallowedBase.isZero
    return [
      .day(disposal.disposed), .text(gains.tables.symbol(disposal.instrument)),
      .number(disposal.quantity), .text(gains.tables.name(disposal.instrument)),
      .text(disposal.acquired.map { String($0.year) } ?? "various"),
      .base(figures?.proceeds, base), .base(figures?.cost, base), .base(figures?.outlays, base),
      isDenied ? .base(figures?.disallowed, base) : .null, .base(figures?.gain, base),
      .text(gains.text(disposal.group)),
    ]
  }

  var totals: [Report.Total] {
    var sums = FormSums()
    for amounts in amounts { sums.add(amounts) }
    return [
      Report.Total("proceeds", sums.proceeds.cell(gains.base)),
      Report.Total("adjusted_cost_base", sums.cost.cell(gains.base)),
      Report.Total("outlays", sums.outlays.cell(gains.base)),
      Report.Total("superficial_loss", sums.disallowed.cell(gains.base)),
      Report.Total("gain_or_loss", sums.gain.cell(gains.base)),
    ]
  }

  var notes: [String] {
    gains.proceedsAreNet
      ? [] : ["Fees are in neither outlays nor cost: they are expensed."]
  }
}
