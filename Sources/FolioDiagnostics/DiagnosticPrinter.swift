/// Prints diagnostics in the style of compilers: `FILE:LINE:COLUMN: error: MESSAGE [CODE]`, the
/// source line with a caret, and advice.
public struct DiagnosticPrinter: Sendable {
  private let locator: SourceLocator
  private let usesColor: Bool
  private let width: Int?
  private let listsAllWarnings: Bool

  /// Creates a printer for diagnostics in these files.
  public init(_ files: [SourceFile], color: Bool = false) {
    self.init(files, color: color, width: nil, listsAllWarnings: true)
  }

  /// Creates a printer that shortens the lines of files to a width, and may list only some of the
  /// warnings of a kind.
  package init(_ files: [SourceFile], color: Bool, width: Int?, listsAllWarnings: Bool) {
    locator = SourceLocator(files)
    usesColor = color
    self.width = width
    self.listsAllWarnings = listsAllWarnings
  }

  /// The text of all diagnostics in order of position. Each ends with a line break.
  public func text(_ diagnostics: [Diagnostic]) -> String { terminalText(diagnostics).string }

  /// The text of all diagnostics in order of position, for a terminal.
  public func terminalText(_ diagnostics: [Diagnostic]) -> TerminalText {
    var out: TerminalText = ""
    let warnings = WarningExamples(
      of: diagnostics.lazy.filter { $0.severity == .warning }.sorted { $0.position < $1.position },
      listsAll: listsAllWarnings, by: { ($0.code, $0.message) })
    let errors = diagnostics.filter { $0.severity == .error }
    for (diagnostic, location) in locator.locate(errors + warnings.listed) {
      append(diagnostic, at: location, to: &out)
    }
    for line in warnings.remainders { out += paint("warning:", "33") + " \(line)\n" }
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
      let (excerpt, highlight) = shortened(location)
      let carets = String(repeating: "^", count: min(highlight.count, 60))
      out += "  \(excerpt)\n"
      out += "  \(String(repeating: " ", count: highlight.lowerBound))"
      out += paint("\(carets)", "32") + "\n"
    }
    if !diagnostic.help.isEmpty { out += "  \(Self.printable(diagnostic.help))\n" }
  }

  /// The part of an excerpt around its highlight that fits the width.
  private func shortened(_ location: SourceLocation) -> (text: String, highlight: Range<Int>) {
    let (text, highlight) = (location.excerpt, location.highlight)
    let scalars = Array(text.unicodeScalars)
    // East Asian characters take two columns.
    let widths = scalars.map { $0.value < 0x1100 ? 1 : 2 }
    // The indentation takes two columns, and a caret may stand after the end.
    guard let width, widths.reduce(0, +) > width - 3 else { return (text, highlight) }
    let room = max(width - 3, 9)
    var (start, used) = (max(0, highlight.lowerBound - room / 3), 0)
    var end = start
    while end < scalars.count, used + widths[end] <= room {
      used += widths[end]
      end += 1
    }
    while start > 0, used + widths[start - 1] <= room {
      start -= 1
      used += widths[start]
    }
    var shown = String.UnicodeScalarView()
    shown.append(contentsOf: scalars[start..<end])
    let lower = highlight.lowerBound - start
    return (String(shown), lower..<max(lower + 1, min(highlight.upperBound, end) - start))
  }

  private static func place(_ location: SourceLocation) -> String {
    ([location.file] + [location.line, location.column].compactMap { $0.map(String.init) })
      .joined(separator: ":")
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
