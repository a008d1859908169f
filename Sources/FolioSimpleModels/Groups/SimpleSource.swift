import FolioDiagnostics
import FolioInterchange
import FolioModel
import FolioNumbers

/// A row of a simple model, and where it stood in the file.
public struct PlacedRow<Row: Sendable & Hashable>: Sendable, Hashable {
  /// The row.
  public var row: Row
  /// Where it starts.
  public var position: SourcePosition
}

/// Goes through the tables of another program's document, and gathers all that is wrong with them.
package struct TableReader {
  package private(set) var faults: [Diagnostic] = []
  package private(set) var warnings: [Diagnostic] = []
  private var document: RowReader
  private var told: Set<String> = []
  /// The tables that were asked for.
  private var tables: [String] = []

  /// Reads the JSON; the document is an object of tables.
  /// - Throws: what is wrong with the JSON itself.
  package init(_ file: SourceFile, _ bytes: [UInt8]) throws(LedgerFaults) {
    do throws(Diagnostic) {
      document = RowReader(try JSONNode.parse(bytes), name: "document")
    } catch {
      throw LedgerFaults([error], sources: [file])
    }
  }

  /// A currency of the document itself.
  package mutating func currency(_ key: String) -> Currency? {
    document.currency(key, isRequired: false)
  }

  /// The rows of a table; a row that is at fault is left out.
  package mutating func rows<Row: Sendable & Hashable>(
    _ key: String, _ name: String, _ read: (inout RowReader) -> Row?
  ) -> [PlacedRow<Row>] {
    var rows: [PlacedRow<Row>] = []
    tables.append(key)
    for node in document.rows(key) {
      var reader = RowReader(node, name: name)
      if let row = read(&reader), reader.faults.isEmpty {
        rows.append(PlacedRow(row: row, position: reader.position))
      }
      reader.finish()
      faults += reader.faults
      // Once for each key of a table is enough.
      for warning in reader.warnings where told.insert(warning.message).inserted {
        warnings.append(warning)
      }
    }
    return rows
  }

  /// Records a fault of a column of a row.
  package mutating func report(
    _ code: DiagnosticCode, _ message: String, help: String, at position: SourcePosition,
    column: String
  ) {
    faults.append(Diagnostic(code, message, help: help, at: position, field: [.key(column)]))
  }

  /// A second row with an id is a fault.
  package mutating func refuseRepetitions<Row>(
    _ rows: [PlacedRow<Row>], _ name: String, _ column: String, _ id: (Row) -> String
  ) {
    var seen: Set<String> = []
    for placed in rows where !seen.insert(id(placed.row)).inserted {
      report(
        .duplicateID, "the \(column) \"\(id(placed.row))\" of this \(name) is another one's, too",
        help: "Remove the one that was entered twice, or give it one of its own.",
        at: placed.position, column: column)
    }
  }

  /// A row that names another one that is not there is a fault.
  package mutating func refuseUnknown<Row>(
    _ rows: [PlacedRow<Row>], _ name: String, _ column: String, _ known: Set<String>,
    _ id: (Row) -> String
  ) {
    for placed in rows where !known.contains(id(placed.row)) {
      report(
        .unknownRow, "the \(column) of this \(name) is \"\(id(placed.row))\", which no row has",
        help: "Correct it, or add the row that it names.", at: placed.position, column: column)
    }
  }

  /// Ends the reading.
  /// - Throws: every fault, and the warnings beside them.
  package mutating func finish(_ source: SourceFile) throws(LedgerFaults) {
    document.finish()
    if !document.warnings.isEmpty, !tables.contains(where: { document.has($0) }) {
      // Another program's document: nothing of it would be read, and that is no empty portfolio.
      let fault = Diagnostic(
        .notALedger, "the document has none of the tables \(tables.joined(separator: ", "))",
        help: "Look whether it is the right file, and the right format of it.",
        at: document.position)
      throw LedgerFaults([fault], sources: [source])
    }
    faults = document.faults + faults
    warnings = document.warnings + warnings
    if !faults.isEmpty { throw LedgerFaults(faults + warnings, sources: [source]) }
  }
}
