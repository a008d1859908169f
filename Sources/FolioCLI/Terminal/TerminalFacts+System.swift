#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The only place where the operating system is asked about the terminal.
extension TerminalFacts {
  /// What holds for standard output at this moment.
  static func ofStandardOutput() -> TerminalFacts {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    return TerminalFacts(
      isTerminal: isTerminal,
      driverColumns: isTerminal ? driverColumns() : nil,
      noColor: environment("NO_COLOR"),
      term: environment("TERM"),
      columns: environment("COLUMNS"),
      locale: ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty })
  }

  private static func driverColumns() -> Int? {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return Int(size.ws_col)
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
