/// A row of `portfolio_positions` or `portfolio_holdings`, which another program computed. It is
/// kept unchanged; only its user is read.
struct StoredRow: LedgerRow {
  static let kind = RowKind.storedRow
  static let keys: [String] = []
  var present: UInt32 = 0

  mutating func take(
    _ column: Int, _ bytes: Span<UInt8>, _ reader: inout RecordReader
  ) throws(ScanStop) {
    try reader.scanner.skipValue(bytes, depth: reader.place.depth)
  }
}

extension RecordReader {
  /// Keeps a row as a whole.
  mutating func readStored(
    _ table: LedgerTable, _ bytes: Span<UInt8>, depth: Int
  ) throws(ScanStop) {
    let start = scanner.index
    var row = StoredRow()
    guard try readMembers(of: &row, number: 0, bytes, depth: depth) else { return }
    let number = storedRows[table, default: 0]
    keep(.none, start..<scanner.index, of: table, row: number, bytes)
    storedRows[table] = number + 1
  }
}
