/// Prints findings the way compilers do: `FILE:LINE:COLUMN: error: MESSAGE [CODE]`, the source
/// line with a caret, and what to do about it.
public struct DiagnosticPrinter: Sendable {
  private let locator: SourceLocator
  private let usesColor: Bool

  /// A printer for findings in these files.
  public init(_ files: [SourceFile], color: Bool = false) {
    locator = SourceLocator(files)
    usesColor = color
  }

  /// The text of all findings in order of position, each ending with a line break.
  public func text(_ diagnostics: [Diagnostic]) -> String {
    var out = ""
    for (diagnostic, location) in locator.locate(diagnostics) {
      append(diagnostic, at: location, to: &out)
    }
    return out
  }

  private func append(
    _ diagnostic: Diagnostic, at location: SourceLocation?, to out: inout String
  ) {
    let place = location.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
    let severity = paint(
      diagnostic.severity.rawValue + ":", diagnostic.severity == .error ? "31" : "33")
    out += "\(paint(place, "1"))\(severity) \(diagnostic.message) [\(diagnostic.code.rawValue)]\n"
    if let location {
      let carets = String(repeating: "^", count: min(location.highlight.count, 60))
      out += "  \(location.excerpt)\n"
      out += "  \(String(repeating: " ", count: location.highlight.lowerBound))"
      out += paint(carets, "32") + "\n"
    }
    if !diagnostic.help.isEmpty { out += "  \(diagnostic.help)\n" }
  }

  private func paint(_ text: String, _ style: String) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }
}
