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
    let message = Self.printable(diagnostic.message)
    let help = Self.printable(diagnostic.help)
    let place = location.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
    let severity = paint(
      diagnostic.severity.rawValue + ":", diagnostic.severity == .error ? "31" : "33")
    out +=
      "\(paint(Self.printable(place), "1"))\(severity) \(message) [\(diagnostic.code.rawValue)]\n"
    if let location {
      let carets = String(repeating: "^", count: min(location.highlight.count, 60))
      out += "  \(location.excerpt)\n"
      out += "  \(String(repeating: " ", count: location.highlight.lowerBound))"
      out += paint(carets, "32") + "\n"
    }
    if !help.isEmpty { out += "  \(help)\n" }
  }

  /// A text that can't forge another line or move the cursor, whatever ids and symbols it quotes,
  /// and of no more than 600 scalars.
  public static func printable(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(600) {
      scalars.append(scalar.isControl ? "\u{FFFD}" : scalar)
    }
    return String(scalars) + (text.unicodeScalars.dropFirst(600).isEmpty ? "" : "…")
  }

  private func paint(_ text: String, _ style: String) -> String {
    usesColor && !text.isEmpty ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }
}
