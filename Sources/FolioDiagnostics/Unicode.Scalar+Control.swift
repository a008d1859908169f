extension Unicode.Scalar {
  /// Whether it does something to a terminal or to the line it stands in, rather than show:
  /// control characters, separators of lines, and what turns the direction of writing.
  package var steersTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether it steers a terminal or has no width: what can hide in an id or a name.
  var isControl: Bool {
    switch value {
    case 0x61C, 0x200B...0x200F, 0xFEFF: true
    default: steersTerminal
    }
  }

  /// The character as JSON writes it in a text: `\n`, `\u001b`. None of those that steer a
  /// terminal needs more than four digits.
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
