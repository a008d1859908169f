/// The text of `pg_dump`, read for the rows of the web service's tables: each `COPY ... FROM stdin`
/// block is a table of the ledger document, whose keys are the columns' names.
///
/// The rows become a ledger document, so that the same rules apply to them. Faults are shown at the
/// row and column of the dump.
package struct PostgresDump: Sendable {
  /// The rows as a ledger document.
  package private(set) var document: [UInt8] = []
  /// Warnings of tables that a ledger does not have.
  package private(set) var warnings: [Diagnostic] = []
  /// The dump, to show the lines of faults.
  package let file: SourceFile
  private let bytes: [UInt8]
  private var rows: [Row] = []
  private var tables: [CopyScanner.Block] = []

  /// The origin of a row of the document.
  private struct Row {
    /// Its offset in the document.
    var start: Int
    /// Its line in the dump.
    var line: Range<Int>
    var table: Int
  }

  /// Whether a file is a dump, rather than JSON.
  package static func isText(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { $0 > 0x20 }
    return first != UInt8(ascii: "{")
  }

  /// Reads a dump.
  /// - Throws: The faults of all rows that cannot be split, or a fault if no table belongs to a
  ///   ledger.
  package init(reading bytes: [UInt8], name: String = "dump.sql") throws(LedgerFaults) {
    file = SourceFile(name: name, contents: bytes)
    self.bytes = bytes
    var scanner = CopyScanner(bytes)
    var text = JSONText()
    var faults: [Diagnostic] = []
    text.open("{")
    while let block = scanner.nextBlock() {
      guard LedgerTable(key: block.table) != nil else {
        var count = 0
        while scanner.nextRow() != nil { count += 1 }
        if count > 0 { warnings.append(Self.otherTable(block.table, rows: count).at(block.line)) }
        continue
      }
      tables.append(block)
      text.key(block.table.utf8)
      text.open("[")
      while let line = scanner.nextRow() {
        add(line, to: &text, &faults)
      }
      text.close("]")
    }
    text.raw("}\n")
    document = text.bytes
    if tables.isEmpty { faults.append(Self.noTable.at(0..<1)) }
    if !faults.isEmpty { throw LedgerFaults(faults, sources: [file]) }
  }

  private mutating func add(
    _ line: Range<Int>, to text: inout JSONText, _ faults: inout [Diagnostic]
  ) {
    let table = tables.count - 1
    let columns = tables[table].columns
    let cells = CopyScanner.cells(of: line, in: bytes)
    guard cells.count == columns.count else {
      faults.append(Self.otherCount(cells.count, columns.count).at(line))
      return
    }
    text.element()
    rows.append(Row(start: text.bytes.count, line: line, table: table))
    text.open("{")
    for (column, cell) in zip(columns, cells) {
      guard let value = CopyScanner.text(of: cell, in: bytes) else { continue }
      switch column {
      case "lots": text.json(column.utf8, value)
      case "cost_basis_method" where value.first == UInt8(ascii: "["):
        text.json(column.utf8, value)
      case "is_deleted":
        text.json(column.utf8, value == [UInt8(ascii: "t")] ? "true".utf8 : "false".utf8)
      default: text.text(column, value)
      }
    }
    text.close("}")
  }

  /// Diagnostics of the document at their positions in the dump.
  package func translated(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.map { diagnostic in
      guard diagnostic.position.isKnown, diagnostic.position.file == 0,
        let row = row(at: diagnostic.position.offset)
      else { return diagnostic }
      var translated = diagnostic
      let place = cell(of: diagnostic.field.first, in: row) ?? row.line
      translated.position = SourcePosition(file: 0, offset: place.lowerBound)
      translated.field = [.length(place.count)]
      return translated
    }
  }

  /// The row that starts last at or before an offset of the document.
  private func row(at offset: Int) -> Row? {
    rows[..<rows.partitioningIndex { $0.start > offset }].last
  }

  private func cell(of step: FieldStep?, in row: Row) -> Range<Int>? {
    switch step {
    case .key(let key), .name(let key):
      let column = tables[row.table].columns.firstIndex(of: key)
      return column.map { CopyScanner.cells(of: row.line, in: bytes)[$0] }
    case .index, .length, nil: return nil
    }
  }
}

// Faults of a dump.
extension PostgresDump {
  private static let noTable = Finding(
    .notALedger, "there is no COPY of a ledger's table in this dump",
    help: "Make it with pg_dump in plain format, with its data, such as "
      + "pg_dump --data-only --table='transaction_groups' ...")

  private static func otherCount(_ count: Int, _ wanted: Int) -> Finding {
    Finding(
      .malformedTable, "the row has \(count) fields, and its COPY names \(wanted) columns",
      help: "Look whether the dump was cut off, or its tabs were changed to blanks.")
  }

  private static func otherTable(_ name: String, rows: Int) -> Finding {
    let count = rows == 1 ? "1 row" : "\(rows) rows"
    return Finding(
      .unsupportedPart, "the table \(Messages.quoted(name.utf8)) (\(count)) is left out",
      help: "A ledger has no such table.")
  }
}

extension Finding {
  fileprivate func at(_ range: Range<Int>) -> Diagnostic {
    at(SourcePosition(file: 0, offset: range.lowerBound), field: [.length(range.count)])
  }
}
