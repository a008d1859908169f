/// Where the text of a report goes, as far as the text depends on it.
public struct RenderingOptions: Sendable, Hashable {
  /// Columns of the screen that the table must fit; `nil` lets it be as wide as it is.
  public var width: Int?
  /// Whether the table may use colour: headings bold, negative amounts red.
  public var color: Bool
  /// Whether the reader is a terminal: rules and ellipses are then drawn, else plain ASCII.
  public var isTerminal: Bool

  /// Whether texts are escaped, so that none of them can steer a terminal or look like a line of
  /// its own. The table and JSON need no such thing: they never have such characters.
  public var escapesText = false

  /// Whether charts are drawn under the table.
  public var charts: Bool

  /// The name of the portfolio, where reports of many are written one after the other. JSON is then
  /// one line, `{"portfolio": "a.json", "report": {...}}`; CSV has the name as its first column;
  /// the table stands under it.
  public var portfolio: String?

  /// Options for a file or a pipe, unless something else is said.
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
