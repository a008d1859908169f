/// The output formats of a report. New minor versions may add cases.
public enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// An aligned table for a terminal.
  case table
  /// One JSON object with exact values and one row per line.
  case json
  /// CSV (RFC 4180) with exact values and a header of keys.
  case csv
  /// A GitHub Markdown table.
  case markdown
  /// A complete HTML page.
  case html
}
