import FolioModel
import FolioNumbers

/// The passthrough columns of a ledger by row.
struct PassthroughColumns {
  private let columns: [LedgerTable: [PassthroughColumn]]

  init(_ kept: [PassthroughColumn]) {
    // Sorted by row; the columns of a row keep their order.
    columns = Dictionary(grouping: kept, by: \.table).mapValues { columns in
      let sorted = columns.enumerated()
        .sorted { ($0.element.row, $0.offset) < ($1.element.row, $1.offset) }
      return Self.withoutRepetitions(sorted.map(\.element))
    }
  }

  /// Several files may each give the document, or the settings, a column with the same key: the
  /// first one is written. Rows that are kept as a whole have no key.
  private static func withoutRepetitions(_ columns: [PassthroughColumn]) -> [PassthroughColumn] {
    var seen: Set<UInt64> = []
    return columns.filter { column in
      column.key == TextTable.none
        || seen.insert(UInt64(column.row) << 32 | UInt64(column.key)).inserted
    }
  }

  /// The columns of a row.
  func columns(of table: LedgerTable, row: Int) -> ArraySlice<PassthroughColumn> {
    guard let all = columns[table] else { return [] }
    return all[all.partitioningIndex { Int($0.row) >= row }...].prefix { Int($0.row) == row }
  }

  /// All columns of a table. For stored positions and holdings they are its rows.
  func all(of table: LedgerTable) -> [PassthroughColumn] { columns[table] ?? [] }
}
