extension ExportFormat {
  /// A ledger as one JSON object.
  public static let folioJSON = ExportFormat(
    name: "folio-json", meaning: "one JSON object", content: .document(.json))

  /// A ledger as JSON with one transaction group per line.
  public static let folioNDJSON = ExportFormat(
    name: "folio-ndjson", meaning: "the same with one group per line, for long ledgers",
    content: .document(.lines))
}
