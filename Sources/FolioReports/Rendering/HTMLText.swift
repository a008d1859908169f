/// Escaping for HTML.
package enum HTMLText {
  /// Appends a text as HTML, also for attribute values in quotes. Replaces control characters that
  /// HTML forbids with U+FFFD.
  package static func appendEscaped(_ text: some StringProtocol, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): bytes.append(contentsOf: "&#39;".utf8)
      // A text must not begin a line of its own where the source is shown, as on a terminal.
      case 0x0A: bytes.append(contentsOf: "&#10;".utf8)
      case 0x0D: bytes.append(contentsOf: "&#13;".utf8)
      case 0x09, 0x20..<0x7F, 0x80...: bytes.append(byte)
      default: bytes.append(contentsOf: "\u{FFFD}".utf8)
      }
    }
  }

  /// Whether a text may run from right to left, so that its element needs `dir="auto"`.
  static func needsDirection(_ text: String) -> Bool { text.utf8.contains { $0 >= 0x80 } }
}
