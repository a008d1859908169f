extension Ledger {
  /// The same ledger without the balances of statements, which a trade that has not happened cannot
  /// meet.
  package func withoutBalances() -> Ledger {
    if tables.balances.isEmpty { return self }
    var tables = tables
    tables.balances = []
    return with(tables)
  }

  private func with(_ tables: LedgerTables) -> Ledger {
    var ledger = Ledger(
      tables: tables, rateBook: rateBook, order: order, lastDay: lastDay, warnings: warnings)
    ledger.isolatedLastDay = isolatedLastDay
    return ledger
  }

  /// The same ledger with a stock leg that takes other units: of each lot its group, its day and
  /// the number of units.
  /// - Parameter whole: the ledger with the groups of these lots, if this one is a batch of it.
  package func choosing(
    _ lots: [(group: GroupIndex, acquired: Day?, quantity: ExactDecimal)], inLeg index: Int,
    of whole: Ledger? = nil
  ) -> Ledger {
    let groups = whole?.tables.groups ?? tables.groups
    var tables = tables
    if tables.stockLegs[index].detail == .missing {
      tables.stockLegs[index].detail = UInt32(truncatingIfNeeded: tables.details.count)
      tables.details.append(StockLegDetail())
    }
    let detail = Int(tables.stockLegs[index].detail)
    tables.details[detail].lots = lots.map { lot in
      var choice = LotChoice(
        groupID: groups[Int(lot.group)].id, acquired: lot.acquired, quantity: lot.quantity)
      choice.group = lot.group
      return choice
    }
    return with(tables)
  }
}
