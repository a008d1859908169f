extension Array {
  /// The columns that say from which row of a file a group was imported.
  /// - Parameter isShown: Whether tables for people have the file and the row.
  static func importedRow<Row>(
    isShown: Bool, _ row: @escaping @Sendable (Row) -> ImportedRow?
  ) -> [ReportField<Row>] where Element == ReportField<Row> {
    [
      .text("imported_from", "Imported from", isInTable: isShown, priority: 5) {
        row($0)?.description
      },
      .text("imported_sha256", "SHA-256 of that file", isInTable: false) { row($0)?.sha256 },
    ]
  }
}

extension LedgerTables {
  /// Whether a group was imported from a file that it names.
  var hasImportedRows: Bool { groups.contains { $0.importedRow != TextTable.none } }
}
