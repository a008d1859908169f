import FolioDiagnostics

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

/// Positions in a document of which only some rows were read: each row has a range of its own.
package enum RowPlace {
  /// The bits of an offset in a row. Documents with longer rows or more groups have no such places.
  private static let bits = 25
  private static let mostGroups = 1 << (48 - bits)

  /// The number of bytes that a row may have.
  package static let length = 1 << bits

  /// The position of the row of a group; nil if there is none.
  package static func position(of group: GroupIndex) -> SourcePosition? {
    Int(group) + 1 < mostGroups ? SourcePosition(file: 0, offset: (Int(group) + 1) << bits) : nil
  }

  /// The group in whose row a position is, and the offset there; no group for the head.
  package static func row(
    at position: SourcePosition
  ) -> (group: GroupIndex?, offset: Int) {
    let row = position.offset >> bits
    return (row == 0 ? nil : GroupIndex(row - 1), position.offset & (length - 1))
  }
}

extension Ledger {
  /// The same batch with the positions that its rows have for `RowPlace`.
  /// - Returns: nil if a row has none.
  package func inPlaces() -> Ledger? {
    guard let numbers else { return nil }
    var (tables, longest) = (tables, 0)
    for row in tables.groups.indices {
      let group = tables.groups[row]
      guard let place = RowPlace.position(of: numbers[row]) else { return nil }
      func moved(_ position: SourcePosition) -> SourcePosition {
        let offset = position.offset - group.position.offset
        longest = max(longest, offset)
        return SourcePosition(file: 0, offset: place.offset + offset)
      }
      tables.groups[row].position = place
      for leg in group.stockLegs {
        tables.stockLegs[leg].position = moved(tables.stockLegs[leg].position)
      }
      for leg in group.cashLegs {
        tables.cashLegs[leg].position = moved(tables.cashLegs[leg].position)
      }
    }
    return longest < RowPlace.length ? with(tables) : nil
  }

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
