/// A part of a file, from a header to the next one: the places of its rows and their fields.
///
/// The values stay in the bytes of the file. `TableRow` reads those of one row.
struct TablePart {
  /// The places of a row.
  struct Record {
    var row: ImportRow
    /// Its bytes in the file.
    var place: Range<Int>
    /// The numbers of its fields in the part.
    var fields: Range<Int>
    /// The number of the rule that fits.
    var rule: Int?
  }

  let bound: BoundTable
  /// The bytes of the file.
  let bytes: [UInt8]
  private(set) var fields: [CSVRows.Field] = []
  private(set) var records: [Record] = []
  /// The number of fields that all rows have in common, if no value is beyond the header.
  private var commonCount: Int?
  /// The contents of fields that continue in the next row, by the number of the row and the column.
  private(set) var wrapped: [Int: [Int: [UInt8]]] = [:]

  /// A part without rows.
  init(_ bound: BoundTable, of bytes: [UInt8]) {
    self.bound = bound
    self.bytes = bytes
  }

  /// Adds the row that was read last.
  mutating func append(_ rows: CSVRows, _ row: ImportRow) {
    let first = fields.count
    fields += rows.fields
    records.append(Record(row: row, place: rows.row, fields: first..<fields.count))
  }

  /// Adds to a field of the last row.
  /// - Returns: Whether that row has the field.
  mutating func extendLast(_ column: Int, with text: ArraySlice<UInt8>) -> Bool {
    let last = records.count - 1
    guard last >= 0 else { return false }
    let row = TableRow(self, last)
    guard column < row.count else { return false }
    wrapped[last, default: [:]][column] = Array(row.content(column) + text)
    return true
  }

  /// Finds the rule of each row, and how many fields the rows have that book something.
  mutating func findRules() {
    var counts: Set<Int> = []
    var booked = 0
    for number in records.indices {
      var row = TableRow(self, number)
      records[number].rule = row.findRule()
      guard isBooked(number) else { continue }
      booked += 1
      counts.insert(hasNothingAfterHeader(number) ? row.count : -1)
    }
    // Separators at the end of all rows, or of none, may differ from the header.
    if booked > 1, counts.count == 1, let count = counts.first, count >= bound.namedCount {
      commonCount = count
    }
  }

  private func isBooked(_ number: Int) -> Bool {
    records[number].rule.map { !bound.rules[$0].rule.kind.isFigure } ?? false
  }

  private func hasNothingAfterHeader(_ number: Int) -> Bool {
    fields[records[number].fields].dropFirst(bound.namedCount).allSatisfy(\.isEmpty)
  }

  /// Whether the row ends with a value, and only lacks fields for which the header has no name.
  private func lacksOnlyEmptyFields(_ number: Int) -> Bool {
    let own = records[number].fields
    return (bound.namedCount..<bound.headerCount).contains(own.count)
      && fields[own].last?.isEmpty == false
  }

  /// Refuses a row that has not the fields of the header, since its values may be in the wrong
  /// columns. Totals and headings may lack several.
  func checkCount(_ number: Int) throws(RowError) {
    let (record, count) = (records[number], records[number].fields.count)
    guard count != bound.headerCount, count != commonCount, !lacksOnlyEmptyFields(number),
      count > bound.headerCount
        || !bound.table.mayRowsBeShort && (isBooked(number) || count == bound.headerCount - 1)
    else { return }
    throw RowError(
      count: count, of: bound.headerCount, isAtEnd: record.place.upperBound == bytes.count)
  }
}
