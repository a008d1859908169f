extension RealizedGains {
  /// The form of countries that ask for one line for each sale.
  func listOfSales(_ title: String) -> Report {
    let tables = tables
    let fields: [ReportField<FormLine>] = [
      .text("symbol", "Symbol", priority: .max) { tables.symbol($0.disposal.instrument) },
      .text("isin", "ISIN", priority: 40) { tables.instruments[Int($0.disposal.instrument)].isin },
      .text("name", "Name", isInTable: false) { tables.name($0.disposal.instrument) },
      .text("kind", "Kind", isInTable: false) {
        tables.instruments[Int($0.disposal.instrument)].kind
      },
      .text("account", "Account", isInTable: false) {
        tables.securitiesAccount($0.disposal.account)
      },
      .number("quantity", "Quantity", priority: 90) { $0.disposal.quantity },
      .day("acquired", "Acquired", priority: 60) { $0.disposal.acquired },
      .day("disposed", "Disposed", priority: .max) { $0.disposal.disposed },
      .base("proceeds", "Proceeds", priority: 80) { $0.amounts?.proceeds },
      .base("cost", "Cost", priority: 80) { $0.amounts?.cost },
      .base("disallowed", "Deferred", priority: 50, isZeroBlank: true) {
        $0.amounts?.disallowed
      },
      .base("gain_or_loss", "Gain or loss", priority: .max) { $0.amounts?.gain },
      .keyword("term", "Term", isInTable: false) { $0.disposal.term?.rawValue },
      .text("group_id", "Group", isInTable: false) { tables.id(of: $0.disposal.group) },
    ]
    let lines = selected.map { index in
      let disposal = disposals[index]
      let amounts = try? FormAmounts(
        proceeds: disposal.proceedsBase, cost: disposal.costBase,
        disallowed: disposal.disallowedBase, rounded: rounded)
      return FormLine(disposal: disposal, amounts: disposal.hasBase ? amounts : nil)
    }
    var report = Report("tax-form", title, fields, of: lines, on: booked)
    report.notes = notes(of: "proceeds nor cost")
    return report
  }
}
