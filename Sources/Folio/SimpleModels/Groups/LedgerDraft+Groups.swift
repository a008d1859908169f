// Rows of another program become rows of a draft, so that the checks of the ledger apply to them
// and report faults at their position in the original file.
extension LedgerDraft {
  package mutating func identifier(_ text: String) -> Identifier {
    tables.names.identifier(of: Array(text.utf8))
  }

  package mutating func currency(_ currency: Currency?) -> CurrencyIndex {
    currency.flatMap { tables.currencies.index(of: $0) } ?? missingCurrency
  }

  /// Stores a column that Folio does not interpret.
  package mutating func keep(
    _ column: LedgerColumn, of table: LedgerTable, row: Int, at position: SourcePosition
  ) {
    let key = tables.texts.append(column.key.utf8)
    let value = tables.texts.append(column.json.utf8)
    tables.kept.append(
      PassthroughColumn(
        table: table, row: UInt32(truncatingIfNeeded: row), key: key, value: value, isKnown: true,
        position: position))
  }
}

extension LedgerColumn {
  /// A text.
  package init(_ key: String, text: String) {
    var json = JSONText()
    json.string(text.utf8)
    self.init(key, json: String(decoding: json.bytes, as: UTF8.self))
  }
}

extension Ledger {
  /// All groups as values, with the gross amounts that booking uses.
  public var completeGroups: [LedgerGroup] {
    zip(LedgerContents(self).groups, tables.groups).map { group, record in
      var group = group
      for (place, leg) in record.stockLegs.enumerated() {
        group.stockLegs[place].gross = tables.stockLegs[leg].gross
      }
      return group
    }
  }

  package func currency(_ index: CurrencyIndex) -> Currency? {
    index == missingCurrency ? nil : tables.currencies[index]
  }
}
