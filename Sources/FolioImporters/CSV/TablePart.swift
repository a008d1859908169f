import Folio

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

  /// Whether the row ends with the file instead of a line break, and lacks fields that the row
  /// before it has. Totals and other rows that book nothing may do so.
  func isCutOff(_ number: Int) -> Bool {
    let record = records[number]
    guard number > 0, record.place.upperBound == bytes.count,
      record.fields.count < records[number - 1].fields.count, let rule = TableRow(self, number).rule
    else { return false }
    return rule.kind != .skip && !rule.kind.isFigure
  }

  /// Finds the rule of each row.
  mutating func findRules() {
    for number in records.indices {
      var row = TableRow(self, number)
      records[number].rule = row.findRule()
    }
  }
}
