/// Escapes bytes for a terminal.
enum TerminalBytes {
  /// Folio's own control sequences without the escape character: plain, bold, red, green, yellow.
  /// The data in a report contains none of them: renderers escape or replace them.
  private static let styles = ["[0m", "[1m", "[31m", "[32m", "[33m"].map { Array($0.utf8) }

  /// Escapes control characters in the syntax of JSON, so that JSON stays valid. Line breaks, tabs
  /// and Folio's own colours are unchanged.
  static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A }) { return bytes }
    return bytes.escaped { isLayout(bytes, $0) }
  }

  /// Whether the control character at `index` is part of Folio's own layout.
  private static func isLayout(_ bytes: [UInt8], _ index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\t"): return true
    case UInt8(ascii: "\r"): return bytes[index...].dropFirst().first == UInt8(ascii: "\n")
    case 0x1B:
      let rest = bytes[index...].dropFirst()
      return styles.contains { rest.starts(with: $0) }
    default: return false
    }
  }
}
