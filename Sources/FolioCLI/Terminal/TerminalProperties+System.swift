/// The only place where the program queries the operating system about the terminal.
extension TerminalProperties {
  /// The current properties of standard output.
  static func standardOutput() -> TerminalProperties {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    return TerminalProperties(
      isTerminal: isTerminal,
      driverColumns: isTerminal ? driverColumns(STDOUT_FILENO) : nil,
      noColor: environment("NO_COLOR"),
      term: environment("TERM"),
      columns: environment("COLUMNS"),
      locale: ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty })
  }

  /// The width of the terminal connected to standard error; nil if it is not a terminal, or if the
  /// terminal supports no control sequences.
  static func widthOfStandardError() -> Int? {
    guard isatty(STDERR_FILENO) == 1, environment("TERM") != "dumb" else { return nil }
    let columns = driverColumns(STDERR_FILENO) ?? 0
    return columns > 0 ? columns : 80
  }

  /// The width of messages on standard error: that of tables on the same terminal; nil if it is not
  /// a terminal.
  static func widthOfMessages() -> Int? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    return TerminalProperties(
      isTerminal: true, driverColumns: driverColumns(STDERR_FILENO), columns: environment("COLUMNS")
    ).width
  }

  private static func driverColumns(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return Int(size.ws_col)
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
