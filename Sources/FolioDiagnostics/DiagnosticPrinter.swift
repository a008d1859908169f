/// Prints diagnostics in the style of compilers: `FILE:LINE:COLUMN: error: MESSAGE [CODE]`, the
/// source line with a caret, and advice.
public struct DiagnosticPrinter: Sendable {
  private let locator: SourceLocator
  private let usesColor: Bool

  /// Creates a printer for diagnostics in these files.
  public init(_ files: [SourceFile], color: Bool = false) {
    locator = SourceLocator(files)
    usesColor = color
  }

  /// The text of all diagnostics in order of position. Each ends with a line break.
  public func text(_ diagnostics: [Diagnostic]) -> String { terminalText(diagnostics).string }

  /// The text of all diagnostics in order of position, for a terminal.
  public func terminalText(_ diagnostics: [Diagnostic]) -> TerminalText {
    var out: TerminalText = ""
    for (diagnostic, location) in locator.locate(diagnostics) {
      append(diagnostic, at: location, to: &out)
    }
    return out
  }

  private func append(
    _ diagnostic: Diagnostic, at location: SourceLocation?, to out: inout TerminalText
  ) {
    if let location { out += paint("\(Self.place(location)): ", "1") }
    let isError = diagnostic.severity == .error
    out += paint("\(diagnostic.severity.rawValue):", isError ? "31" : "33")
    out += " \(Self.printable(diagnostic.message)) [\(diagnostic.code.rawValue)]\n"
    if let location {
      let carets = String(repeating: "^", count: min(location.highlight.count, 60))
      out += "  \(location.excerpt)\n"
      out += "  \(String(repeating: " ", count: location.highlight.lowerBound))"
      out += paint("\(carets)", "32") + "\n"
    }
    if !diagnostic.help.isEmpty { out += "  \(Self.printable(diagnostic.help))\n" }
  }

  private static func place(_ location: SourceLocation) -> String {
    location.isArgument
      ? location.file : "\(location.file):\(location.line):\(location.column)"
  }

  /// The text on one line, escaped, and truncated after 600 characters.
  package static func printable(_ text: String) -> String {
    let scalars = text.unicodeScalars
    if scalars.dropFirst(600).isEmpty { return text.escaped }
    return String(scalars.prefix(600)).escaped + "…"
  }

  private func paint(_ text: TerminalText, _ style: StaticString) -> TerminalText {
    usesColor && !text.isEmpty ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }
}
