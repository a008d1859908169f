/// The forms in which a report leaves the library.
public enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// Aligned columns for people at a terminal.
  case table
  /// One JSON object, exact, one row a line.
  case json
  /// RFC 4180, exact, a header of keys.
  case csv
  /// A table in GitHub's Markdown.
  case markdown
  /// A complete small page.
  case html
}
