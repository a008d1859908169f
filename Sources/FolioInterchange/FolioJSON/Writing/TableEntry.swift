/// A row of a table before the groups, as a key and a value for each column. Columns whose value is
/// nil are left out; a flag is "true".
package struct TableEntry: Sendable {
  package var table: LedgerTable
  package var columns: [(key: String, value: String?)]

  package init(_ table: LedgerTable, _ columns: [(key: String, value: String?)]) {
    self.table = table
    self.columns = columns
  }
}

extension [TableEntry] {
  /// The rows as the first line of an NDJSON document, and the place of each row in it.
  package func line() -> (bytes: [UInt8], places: [Range<Int>]) {
    var text = JSONText()
    var places = Array<Range<Int>>(repeating: 0..<0, count: count)
    text.open("{")
    for table in LedgerTable.allCases {
      let rows = indices.filter { self[$0].table == table }
      if rows.isEmpty { continue }
      text.array(table.rawValue, rows) { row, text in
        let start = text.bytes.count - 1
        for (key, value) in self[row].columns {
          guard let value else { continue }
          if key == "is_deleted" {
            text.json(key.utf8, value.utf8)
          } else {
            text.text(key, value.utf8)
          }
        }
        places[row] = start..<text.bytes.count + 1
      }
    }
    text.close("}")
    text.raw("\n")
    return (text.bytes, places)
  }
}
