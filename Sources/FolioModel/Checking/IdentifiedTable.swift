import FolioDiagnostics

/// The tables in which no id may be used twice.
enum IdentifiedTable: UInt64, CaseIterable, Sendable {
  case groups = 1, stockLegs, cashLegs

  /// What faults call a row.
  var rowName: String {
    switch self {
    case .groups: "group"
    case .stockLegs: "stock leg"
    case .cashLegs: "cash leg"
    }
  }

  func count(in tables: LedgerTables) -> Int {
    switch self {
    case .groups: tables.groups.count
    case .stockLegs: tables.stockLegs.count
    case .cashLegs: tables.cashLegs.count
    }
  }

  func row(_ row: Int, in tables: LedgerTables) -> (id: Identifier, position: SourcePosition) {
    switch self {
    case .groups: (tables.groups[row].id, tables.groups[row].position)
    case .stockLegs: (tables.stockLegs[row].id, tables.stockLegs[row].position)
    case .cashLegs: (tables.cashLegs[row].id, tables.cashLegs[row].position)
    }
  }

  /// Adds the ids of some rows to those that were seen.
  func add(_ rows: Range<Int>, of tables: LedgerTables, to seen: inout SeenIdentifiers) {
    let first = rows.lowerBound
    switch self {
    case .groups: seen.add(rows.count, in: rawValue) { tables.groups[first &+ $0].id }
    case .stockLegs: seen.add(rows.count, in: rawValue) { tables.stockLegs[first &+ $0].id }
    case .cashLegs: seen.add(rows.count, in: rawValue) { tables.cashLegs[first &+ $0].id }
    }
  }
}
