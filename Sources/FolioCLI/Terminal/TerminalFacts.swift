import FolioReports

/// What is known about where standard output goes, so that all decisions are pure functions of it.
struct TerminalFacts: Sendable, Equatable {
  /// Whether standard output is a terminal.
  var isTerminal = false
  /// The width that the terminal driver tells; `nil` or 0 where it does not know.
  var driverColumns: Int?
  /// The environment variables of these names, as far as they are set.
  var noColor: String?
  var term: String?
  var columns: String?
  /// The encoding that the locale names, from LC_ALL, LC_CTYPE or LANG.
  var locale: String?

  /// Whether to write colour. What the command line says comes first; then NO_COLOR, if it is set
  /// to anything (no-color.org); then whether a terminal that knows colour is there to show it.
  func usesColor(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: isTerminal && (noColor ?? "").isEmpty && term != "dumb"
    }
  }

  /// How wide a table may be: as COLUMNS says, else as the driver does, else 80; `nil` where the
  /// text goes to a file or a pipe, which have no width.
  var width: Int? {
    guard isTerminal else { return nil }
    if let columns, let width = Int(columns), width > 0 { return width }
    if let driverColumns, driverColumns > 0 { return driverColumns }
    return 80
  }

  /// Whether charts can be shown: on a terminal that is not dumb, in a locale of Unicode.
  func showsCharts(_ choice: ChartChoice) -> Bool {
    let name = (locale ?? "").uppercased()
    let isUnicode = name.contains("UTF-8") || name.contains("UTF8")
    return choice == .auto && isTerminal && term != "dumb" && isUnicode
  }

  /// How to render for this place. A report that goes to a file of its own (`toFile`) is written
  /// as for a pipe, and in colour only if that is asked for.
  func renderingOptions(
    color: ColorChoice, toFile: Bool = false, charts: ChartChoice = .never
  ) -> RenderingOptions {
    let place = toFile ? TerminalFacts() : self
    return RenderingOptions(
      width: place.width, color: place.usesColor(color), isTerminal: place.isTerminal,
      charts: place.showsCharts(charts))
  }
}
