extension Unicode.Scalar {
  /// Whether it does something to a terminal rather than show: control characters, line
  /// separators, marks without width, and those that turn the direction of writing.
  var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}
