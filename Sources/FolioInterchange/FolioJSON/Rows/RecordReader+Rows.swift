extension RecordReader {
  /// Reads a row of a table.
  @inline(__always)
  mutating func readRow(
    of table: LedgerTable, _ bytes: Span<UInt8>, depth: Int
  ) throws(ScanStop) {
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "{") else {
      place.depth = depth
      return try refuseElement("a row", bytes)
    }
    switch table {
    case .groups: try readGroup(bytes, depth: depth)
    case .cashLegs: try readLeg(CashLegRow.self, isFlat: true, bytes, depth: depth)
    case .stockLegs: try readLeg(StockLegRow.self, isFlat: true, bytes, depth: depth)
    case .cashAccounts: try readRow(AccountRow.self, bytes, depth: depth)
    case .stocks: try readRow(InstrumentRow.self, bytes, depth: depth)
    case .prices: try readRow(PriceRow.self, bytes, depth: depth)
    case .rates: try readRow(RateRow.self, bytes, depth: depth)
    case .balances: try readRow(BalanceRow.self, bytes, depth: depth)
    case .settings: try readSettings(bytes, depth: depth)
    case .storedPositions, .storedHoldings: try readStored(table, bytes, depth: depth)
    case .document: break
    }
  }

  /// Past an element of an array that is not an object, and reports it.
  @inline(never)
  mutating func refuseElement(_ row: String, _ bytes: Span<UInt8>) throws(ScanStop) {
    let start = scanner.index
    let kind = try element(bytes)
    report(Messages.notARow(row, kind), at: position(start))
  }

  /// Past an element of an array. A key instead of one shows that the array was not closed.
  mutating func element(_ bytes: Span<UInt8>) throws(ScanStop) -> ValueKind {
    let start = scanner.index
    let kind = try anyValue(bytes).kind
    guard kind == .string, place.depth > 0 else { return kind }
    scanner.blanks(bytes)
    if bytes.byte(at: scanner.index) == UInt8(ascii: ":") {
      throw scanner.stop(.unclosedArray, at: start)
    }
    if scanner.isAtEnd, !scanner.isLast { throw .needMore }
    return kind
  }
}

/// A row of a table besides the groups and their legs.
protocol TableRow: LedgerRow {
  /// A row of the draft.
  associatedtype Record

  static var table: WritableKeyPath<LedgerTables, [Record]> { get }
  var record: Record { get }

  init(at position: SourcePosition)
  /// Reports the columns that the row lacks.
  func check(_ reader: inout RecordReader)
}

extension RecordReader {
  fileprivate mutating func readRow<Row: TableRow>(
    _ row: Row.Type, _ bytes: Span<UInt8>, depth: Int
  ) throws(ScanStop) {
    var row = Row(at: position(scanner.index))
    let number = UInt32(truncatingIfNeeded: draft.tables[keyPath: Row.table].count)
    guard try readMembers(of: &row, number: number, bytes, depth: depth) else { return }
    row.check(&self)
    draft.tables[keyPath: Row.table].append(row.record)
  }
}
