/// The properties of standard output. All decisions about formatting are pure functions of them.
struct TerminalProperties: Sendable, Equatable {
  /// Whether standard output is a terminal.
  var isTerminal = false
  /// The width that the terminal driver reports; nil or 0 if unknown.
  var driverColumns: Int?
  /// The environment variables with these names, if set.
  var noColor: String?
  var term: String?
  var columns: String?
  /// The locale from LC_ALL, LC_CTYPE or LANG, which names the encoding.
  var locale: String?

  /// Whether to use colour. The command line takes precedence over NO_COLOR (no-color.org), which
  /// takes precedence over the capability of the terminal.
  func usesColor(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: isTerminal && (noColor ?? "").isEmpty && term != "dumb"
    }
  }

  /// The maximum width of a table: COLUMNS, the driver's width, or 80, in this order; nil if the
  /// output is a file or a pipe.
  var width: Int? {
    guard isTerminal else { return nil }
    if let columns, let width = Int(columns), width > 0 { return width }
    if let driverColumns, driverColumns > 0 { return driverColumns }
    return 80
  }

  /// Whether to show charts: on a terminal that is not dumb and has a UTF-8 locale.
  func showsCharts(_ choice: ChartChoice) -> Bool {
    let name = (locale ?? "").uppercased()
    let isUnicode = name.contains("UTF-8") || name.contains("UTF8")
    return choice == .auto && isTerminal && term != "dumb" && isUnicode
  }

  /// The rendering options for this output. A report to a separate file (`toFile`) is rendered as
  /// for a pipe, with colour only if requested explicitly.
  func renderingOptions(
    color: ColorChoice, toFile: Bool = false, charts: ChartChoice = .never
  ) -> RenderingOptions {
    let place = toFile ? TerminalProperties() : self
    return RenderingOptions(
      width: place.width, color: place.usesColor(color), isTerminal: place.isTerminal,
      charts: place.showsCharts(charts))
  }
}
