extension Report {
  /// The units and amounts that have not settled on the day of the books, and when they will: one
  /// row for each leg, in the order of the days. A pending group need not give a day.
  static func settlements(_ booked: BookedLedger) -> Report {
    let ledger = booked.ledger
    var rows: [(day: Day?, cells: [Cell])] = []
    for (place, group) in ledger.rows.groups.enumerated() where booked.isPending(group) {
      let hasDay =
        group.settledAt != nil
        || group.stockLegs.contains { ledger.rows.stockLegs[$0].given.contains(.settlementDate) }
      let known = hasDay ? ledger.settlementDay(of: group) : nil
      let start: [Cell] = [
        .day(orNull: known), .text(ledger.id(of: GroupIndex(place))),
      ]
      let legs =
        group.stockLegs.map { ledger.rows.stockLegs[$0] }.filter(\.type.isTrade)
        .map { cells(of: $0, ledger.tables) }
        + group.cashLegs.map { cells(of: ledger.rows.cashLegs[$0], ledger.tables) }
      rows += legs.map { (known, start + $0) }
    }
    rows = rows.enumerated().sorted { left, right in
      let days = (left.element.day ?? .last, right.element.day ?? .last)
      return days.0 == days.1 ? left.offset < right.offset : days.0 < days.1
    }.map(\.element)
    return Report(
      name: "settlements", title: "Pending settlements", columns: columnsOfSettlements,
      rows: rows.map(\.cells))
  }

  private static let columnsOfSettlements: [Column] = [
    .init("settles", "Settles", .day), .init("group_id", "Group", .text),
    .init("item", "Instrument or cash account", .text), .init("quantity", "Units", .quantity),
    .init("amount", "Amount", .amount), .init("currency", "Currency", .text),
  ]

  private static func cells(of leg: StockLeg, _ tables: LedgerTables) -> [Cell] {
    let units = leg.type.isPurchase ? leg.quantity : -leg.quantity
    return [.text(tables.symbol(leg.instrument)), .number(units.normalized()), .null, .null]
  }

  private static func cells(of leg: CashLeg, _ tables: LedgerTables) -> [Cell] {
    let account = tables.cashAccounts[Int(leg.account)]
    let currency = account.currency
    let name = account.name.isEmpty ? tables.text(account.id) : account.name
    return [
      .text(name), .null, .money(leg.signedAmount, tables.currencies[currency]),
      .text(tables.currencies[currency].code),
    ]
  }
}
