extension StoreOperations {
  /// Replaces accounts and instruments by the rows of a document without groups. All other data of
  /// the document is added.
  /// - Returns: the ids of the accounts and the symbols or ids of the instruments.
  /// - Throws: `notFound` if the store does not have one of them; `invalid` if the resulting ledger
  ///   is invalid.
  package mutating func replaceRows(
    _ document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) -> [String] {
    let before = try storage.contents()
    var rows = ReplacedRows()
    let check = try check(before, [.stored(before.document, name: name), document]) {
      rows = $0.replaceStoredRows()
    }
    if let missing = rows.missing.first { throw .notFound(missing) }
    guard !rows.names.isEmpty, check.tables.groups.count == before.groups.count else {
      throw .conflict(.notOneGroup(check.tables.groups.count - before.groups.count))
    }
    noteWarnings(of: check, in: 1...1, after: before)
    _ = try commit(0..<0, of: check, after: before, at: time)
    return rows.names
  }
}

/// The accounts and instruments of a document that replace those of a store.
private struct ReplacedRows {
  var names: [String] = []
  /// Those that the store does not have.
  var missing: [StoreFailure.Missing] = []
}

extension LedgerDraft {
  /// Puts the accounts and instruments of the second document in the place of those of the first.
  fileprivate mutating func replaceStoredRows() -> ReplacedRows {
    var replaced = ReplacedRows()
    let accounts = replace(\.cashAccounts, of: .cashAccounts, \.position) { [$0.id] }
    let instruments = replace(\.instruments, of: .stocks, \.position) { [$0.symbol, $0.stockID] }
    for (account, isKnown) in accounts {
      let id = tables.text(account.id)
      if isKnown { replaced.names.append(id) } else { replaced.missing.append(.account(id)) }
    }
    for (instrument, isKnown) in instruments {
      let name = instrument.symbol.isNone ? instrument.stockID : instrument.symbol
      let symbol = tables.text(name)
      if isKnown {
        replaced.names.append(symbol)
      } else {
        replaced.missing.append(.instrument(symbol))
      }
    }
    return replaced
  }

  /// Puts the rows of the second document in the place of those of the first that have one of their
  /// names in the same column.
  /// - Returns: the rows of the second document, and whether the first has them.
  private mutating func replace<Row>(
    _ rows: WritableKeyPath<LedgerTables, [Row]>, of table: LedgerTable,
    _ position: (Row) -> SourcePosition, names: (Row) -> [Identifier]
  ) -> [(row: Row, isKnown: Bool)] {
    var kept: [Row] = []
    var numbers: [UInt32] = []
    var places: [NameKey: Int] = [:]
    var found: [(row: Row, isKnown: Bool)] = []
    for (number, row) in tables[keyPath: rows].enumerated() {
      let keys = names(row).enumerated().filter { !$0.element.isNone }.map {
        NameKey(column: $0.offset, name: $0.element)
      }
      if position(row).file == 0 {
        for key in keys { places[key] = number }
      } else {
        let place = keys.lazy.compactMap { places[$0] }.first
        found.append((row, place != nil))
        if let place {
          kept[place] = row
          numbers[place] = .missing
          numbers.append(UInt32(truncatingIfNeeded: place))
          // Of two rows with one name the second is a fault.
          for key in keys { places[key] = nil }
          continue
        }
      }
      numbers.append(UInt32(truncatingIfNeeded: kept.count))
      kept.append(row)
    }
    tables[keyPath: rows] = kept
    tables.moveColumns(of: table, to: numbers)
    return found
  }
}

/// A name in a column of a table.
private struct NameKey: Hashable {
  var column: Int
  var name: Identifier
}
