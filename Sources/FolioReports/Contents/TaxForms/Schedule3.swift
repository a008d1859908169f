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
    var lines = zip(gains.selected, gains.outlaysBase()).map { index, outlays in
      let disposal = gains.disposals[index]
      let amounts = gains.amountsOfSchedule3(disposal, outlays: outlays)
      return FormLine(disposal: disposal, amounts: amounts)
    }
    lines += gains.linesOfOpenGrants
    var report = Report("tax-form", title, fields, of: lines, on: gains.booked)
    report.notes = gains.notes(of: "outlays nor cost")
    report.addForeignCurrency(gains, beside: lines)
    return report
  }
}

extension RealizedGains {
  /// The premiums of written options that are still open: gains of the day of the grant (Income Tax
  /// Act s.49(1)).
  fileprivate var linesOfOpenGrants: [FormLine] {
    let selector = ResolvedSelection(selection, tables)
    return booked.lots.filter { $0.isShort && tables.instruments[Int($0.instrument)].isOption }
      .compactMap { lot in
        let grant = Disposal(ofGrant: lot)
        guard selector.includes(grant) else { return nil }
        let amounts = grant.hasBase ? amountsOfSchedule3(grant, outlays: .zero) : nil
        return FormLine(disposal: grant, amounts: amounts)
      }
  }

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

extension Report {
  /// The gains and losses of an individual on foreign currency count to the extent that their sum
  /// in a year exceeds 200 dollars (Income Tax Act s.39(1.1)).
  fileprivate mutating func addForeignCurrency(
    _ gains: RealizedGains, beside lines: [FormLine]
  ) {
    guard let books = try? gains.booked.currencyBooks(), !books.gains.isEmpty else { return }
    let selector = ResolvedSelection(gains.selection, gains.tables)
    var years: [Int: ExactDecimal?] = [:]
    for gain in books.gains where selector.includes(gain, gains.tables) {
      let own = gain.disposal.hasBase ? gain.disposal.gainBase : nil
      let year = gain.disposal.disposed.year
      years[year] = .some(years[year, default: .zero].adding(own))
    }
    var amounts: [Total] = []
    for (year, net) in years.sorted(by: { $0.key < $1.key }) {
      let net = net.map(gains.rounded)
      let counted = net.flatMap { net in
        try? net.isNegative ? min(.zero, net.adding(200)) : max(.zero, net.subtracting(200))
      }
      amounts += [
        Total(
          "foreign_currency_\(year)", .base(net, gains.base),
          heading: "\(year), net gain on foreign currency"),
        Total(
          "foreign_currency_reported_\(year)", .base(counted, gains.base),
          heading: "\(year), of which more than 200 dollars count"),
      ]
    }
    addTotals(of: lines) { [amounts] _ in amounts }
    if !years.isEmpty {
      notes.append(
        "Gains and losses of an individual on foreign currency count only beyond 200 dollars a "
          + "year (Income Tax Act s.39(1.1)). They are not in the rows.")
    }
  }
}
