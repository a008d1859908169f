/// An entry of a list in a column of another row.
protocol EntryRow: LedgerRow {
  /// An example for messages.
  static var example: String { get }

  init()
  /// Reports the columns that the entry lacks.
  func check(_ reader: inout RecordReader)
}

extension RecordReader {
  /// The entries of a list in a column.
  mutating func entries<Row: EntryRow>(
    of row: Row.Type, _ bytes: Span<UInt8>
  ) throws(ScanStop) -> [Row] {
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "[") else {
      refuse(try anyValue(bytes), wanted: .rows)
      return []
    }
    let outer = place
    var entries: [Row] = []
    if scanner.opensNonEmpty(closing: "]", bytes) {
      repeat {
        place = outer
        place.lot = entries.count
        entries.append(try entry(bytes))
      } while try scanner.isFollowedByMore(closing: "]", bytes)
    }
    place = outer
    return entries
  }

  private mutating func entry<Row: EntryRow>(_ bytes: Span<UInt8>) throws(ScanStop) -> Row {
    var row = Row()
    // Faults of an entry are shown in its row.
    let record = place.record
    guard bytes.byte(at: scanner.index) == UInt8(ascii: "{") else {
      let list = Row.kind.listKey
      let kind = try element(bytes)
      report(
        Messages.notARow("an entry of \(list)", kind, example: Row.example), at: position(record),
        field: [.key(list), .index(place.lot)])
      return row
    }
    _ = try readMembers(of: &row, number: 0, bytes, depth: place.depth + 1, record: record)
    row.check(&self)
    return row
  }
}
