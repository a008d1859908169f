extension Ledger {
  /// Some groups alone, in this order, with the tables of the whole ledger.
  package func batch(_ numbers: [GroupIndex]) -> Ledger {
    var part = tables
    (part.groups, part.stockLegs, part.cashLegs, part.details) = ([], [], [], [])
    for number in numbers {
      var record = tables.groups[Int(number)]
      let (stock, cash) = (record.stockLegs, record.cashLegs)
      record.stockLegs = part.stockLegs.count..<part.stockLegs.count + stock.count
      record.cashLegs = part.cashLegs.count..<part.cashLegs.count + cash.count
      part.groups.append(record)
      part.cashLegs += tables.cashLegs[cash]
      for var leg in tables.stockLegs[stock] {
        if let detail = tables.detail(of: leg) {
          leg.detail = UInt32(part.details.count)
          part.details.append(detail)
        }
        part.stockLegs.append(leg)
      }
    }
    return Ledger(
      tables: part, rateBook: rateBook, order: nil, lastDay: lastDay, warnings: [])
  }
}

extension Ledger {
  /// The ledger with other tables of the same rows.
  func with(_ tables: LedgerTables, warnings: [Diagnostic]? = nil) -> Ledger {
    var ledger = Ledger(
      tables: tables, rateBook: rateBook, order: order, lastDay: lastDay,
      warnings: warnings ?? self.warnings)
    (ledger.numbers, ledger.groupIDs, ledger.isolatedLastDay) = (numbers, groupIDs, isolatedLastDay)
    return ledger
  }

  /// The ledger with warnings, and with the sources in which these have their positions.
  package func with(_ warnings: [Diagnostic], in sources: [SourceFile]) -> Ledger {
    var tables = tables
    tables.sources = sources
    return with(tables, warnings: warnings)
  }
}
