extension Unicode.Scalar {
  /// Whether the character affects a terminal or the layout of its line: control characters, line
  /// separators and bidirectional formatting characters.
  package var steersTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether the character affects a terminal or is invisible, so that it could hide in an id or a
  /// name.
  var isControl: Bool {
    switch value {
    case 0x61C, 0x200B...0x200F, 0xFEFF: true
    default: steersTerminal
    }
  }

  /// The escape sequence in JSON: `\n`, `\u001b`. Characters that control a terminal have at most
  /// four hexadecimal digits.
  package var escape: String {
    switch self {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let digits = String(value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}
