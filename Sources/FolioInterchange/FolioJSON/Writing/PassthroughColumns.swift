/// The passthrough columns of a ledger by row.
struct PassthroughColumns {
  /// The columns of each table, sorted by row. The columns of a row keep their order.
  private let columns: [[PassthroughColumn]]

  init(_ kept: [PassthroughColumn]) {
    var columns = Array(repeating: [PassthroughColumn](), count: LedgerTable.allCases.count)
    for column in kept { columns[column.table.number].append(column) }
    self.columns = columns.map { Self.withoutRepetitions(Self.sorted($0)) }
  }

  private static func sorted(_ columns: [PassthroughColumn]) -> [PassthroughColumn] {
    // Most tables are read and made row by row.
    if zip(columns, columns.dropFirst()).allSatisfy({ $0.row <= $1.row }) { return columns }
    return columns.enumerated()
      .sorted { ($0.element.row, $0.offset) < ($1.element.row, $1.offset) }
      .map(\.element)
  }

  /// Several files may each give the document, or the settings, a column with the same key: the
  /// first one is written. Rows that are kept as a whole have no key.
  private static func withoutRepetitions(_ columns: [PassthroughColumn]) -> [PassthroughColumn] {
    var seen: Set<UInt32> = []
    var row: UInt32?
    return columns.indices.filter { place in
      let column = columns[place]
      if column.row != row {
        row = column.row
        seen.removeAll(keepingCapacity: true)
        // The only column of a row repeats nothing.
        if place + 1 == columns.count || columns[place + 1].row != row { return true }
      }
      return column.key == TextTable.none || seen.insert(column.key).inserted
    }.map { columns[$0] }
  }

  /// The columns of a row.
  func columns(of table: LedgerTable, row: Int) -> ArraySlice<PassthroughColumn> {
    let all = columns[table.number]
    return all[all.partitioningIndex { Int($0.row) >= row }...].prefix { Int($0.row) == row }
  }

  /// All columns of a table. For stored positions and holdings they are its rows.
  func all(of table: LedgerTable) -> [PassthroughColumn] { columns[table.number] }
}

extension LedgerTable {
  /// The number of the table among all tables.
  fileprivate var number: Int {
    switch self {
    case .document: 0
    case .settings: 1
    case .cashAccounts: 2
    case .stocks: 3
    case .groups: 4
    case .stockLegs: 5
    case .cashLegs: 6
    case .prices: 7
    case .rates: 8
    case .balances: 9
    case .storedPositions: 10
    case .storedHoldings: 11
    }
  }
}
