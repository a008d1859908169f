import FolioBooking
import FolioNumbers

extension TaxForm {
  /// Canada: the rows of Schedule 3, Capital Gains or Losses, one for each sale.
  ///
  /// A superficial loss is deemed to be nil (Income Tax Act s.40(2)(g)(i)). Its denied part is in a
  /// separate column and not in the gain or loss.
  static let schedule3 = TaxForm(
    rules: .ca, summary: "the rows of Schedule 3",
    title: "Schedule 3, capital gains or losses", currency: "CAD"
  ) { gains, title in
    let tables = gains.tables
    let fields: [ReportField<FormLine>] = [
      .day("date", "Date", priority: 90) { $0.disposal.disposed },
      .text("symbol", "Symbol", priority: 50) { tables.symbol($0.disposal.instrument) },
      .number("quantity", "Number", priority: .max) { $0.disposal.quantity },
      .text("name", "Name", priority: .max) { tables.name($0.disposal.instrument) },
      .text("year_acquired", "Acquired", priority: 60) {
        $0.disposal.acquired.map { String($0.year) } ?? "various"
      },
      .base("proceeds", "Proceeds", priority: 80) { $0.amounts?.proceeds },
      .base("adjusted_cost_base", "Adjusted cost base", priority: 80) { $0.amounts?.cost },
      .base("outlays", "Outlays", priority: 70) { $0.amounts?.outlays },
      .base("superficial_loss", "Denied", priority: 70, isZeroBlank: true) {
        $0.amounts?.disallowed
      },
      .base("gain_or_loss", "Gain or loss", priority: .max) { $0.amounts?.gain },
      .text("group_id", "Group", isInTable: false) { tables.id(of: $0.disposal.group) },
    ]
    let lines = zip(gains.selected, gains.outlaysBase()).map { index, outlays in
      let disposal = gains.disposals[index]
      let amounts = gains.amountsOfSchedule3(disposal, outlays: outlays)
      return FormLine(disposal: disposal, amounts: amounts)
    }
    var report = Report("tax-form", title, fields, of: lines, on: gains.booked)
    report.notes = gains.notes(of: "outlays nor cost")
    return report
  }
}

extension RealizedGains {
  fileprivate func amountsOfSchedule3(
    _ disposal: Disposal, outlays: ExactDecimal?
  ) -> FormAmounts? {
    guard let outlays, let gross = disposal.inBase(\.proceedsBase).adding(outlays) else {
      return nil
    }
    return try? FormAmounts(
      proceeds: gross, cost: disposal.costBase, outlays: outlays,
      disallowed: disposal.disallowedBase, rounded: rounded)
  }
}
