/// A row of a simple model and its position in the source file.
public struct PlacedRow<Row: Sendable & Hashable>: Sendable, Hashable {
  /// The row.
  public var row: Row
  /// The start of the row.
  public var position: SourcePosition
}

/// Reads the tables of a document of another program, and collects all faults.
package struct TableReader {
  package private(set) var faults: [Diagnostic] = []
  package private(set) var warnings: [Diagnostic] = []
  private var document: RowReader
  private var reported: Set<String> = []
  /// The keys of the tables that were read.
  private var tables: [String] = []

  /// Parses the JSON, which must be an object of tables.
  /// - Throws: A syntax error in the JSON.
  package init(_ file: SourceFile, _ bytes: [UInt8]) throws(LedgerFaults) {
    do throws(Diagnostic) {
      document = RowReader(try JSONNode.parse(bytes), name: "document")
    } catch {
      throw LedgerFaults([error], sources: [file])
    }
  }

  /// Reads a currency of the document itself.
  package mutating func currency(_ key: String) -> Currency? {
    document.currency(key, isRequired: false)
  }

  /// Returns the rows of a table, without those that have faults.
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
      // A warning about the same key is reported once per table, not once per row.
      for warning in reader.warnings where reported.insert(warning.message).inserted {
        warnings.append(warning)
      }
    }
    return rows
  }

  /// Records a fault in a column of a row.
  package mutating func report(
    _ code: DiagnosticCode, _ message: String, help: String, at position: SourcePosition,
    column: String
  ) {
    faults.append(Diagnostic(code, message, help: help, at: position, field: [.key(column)]))
  }

  /// Reports rows that repeat an earlier id.
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

  /// Reports rows that refer to an unknown id.
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

  /// Finishes reading.
  /// - Throws: All faults together, with the warnings.
  package mutating func finish(_ source: SourceFile) throws(LedgerFaults) {
    document.finish()
    if !document.warnings.isEmpty, !tables.contains(where: { document.has($0) }) {
      // Without any expected table this is not an empty portfolio, but a document of another
      // program.
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
