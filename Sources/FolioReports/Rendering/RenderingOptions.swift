/// Rendering options that depend on the destination of the text.
public struct RenderingOptions: Sendable, Hashable {
  /// The number of terminal columns that the table must fit, or `nil` for no limit.
  public var width: Int?
  /// Whether the table uses colours: bold headings and red negative amounts.
  public var color: Bool
  /// Whether the reader is a terminal. Rules are Unicode characters then, and ASCII otherwise.
  public var isTerminal: Bool

  /// Whether texts are escaped, so that they cannot control a terminal or imitate lines of the
  /// report. The table and JSON always do this.
  public var escapesText = false

  /// Whether charts are drawn under the table.
  public var charts: Bool

  /// The name of the portfolio, for output with several portfolios.
  ///
  /// JSON is then one line, `{"portfolio": "a.json", "report": {...}}`. CSV has the name in its
  /// first column. The table has the name above it.
  public var portfolio: String?

  /// Creates options. The defaults suit a file or a pipe.
  public init(
    width: Int? = nil, color: Bool = false, isTerminal: Bool = false, charts: Bool = false,
    portfolio: String? = nil
  ) {
    self.width = width
    self.color = color
    self.isTerminal = isTerminal
    self.charts = charts
    self.portfolio = portfolio
  }
}

extension RenderingOptions {
  var dash: String { isTerminal ? "─" : "-" }

  func bold(_ text: String) -> String { color ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
  func red(_ text: String) -> String { color ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
}
