/// Computes the width of a text in terminal columns.
///
/// The width of a grapheme cluster is the sum of its scalars, but at most two. Combining marks and
/// joiners have width zero. Wide and fullwidth East Asian scalars and emoji have width two (Unicode
/// Standard Annex 11; emoji presentation according to Unicode Technical Standard 51).
package enum TextWidth {
  package static func of(_ text: String) -> Int {
    if isPlainASCII(text) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  static func of(_ cluster: Character) -> Int {
    var width = 0
    for scalar in cluster.unicodeScalars {
      if scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation { return 2 }
      width += of(scalar)
    }
    return min(width, 2)
  }

  /// Whether all characters are printable ASCII, which have width one.
  static func isPlainASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20 <= $0 && $0 < 0x7F }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    // Terminals display the soft hyphen although it is a format character.
    if scalar.value == 0xAD { return 1 }
    // The vowels and final consonants that complete a Hangul syllable.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    let zeroWidth: [Unicode.GeneralCategory] = [.nonspacingMark, .enclosingMark, .format]
    if zeroWidth.contains(scalar.properties.generalCategory) { return 0 }
    return isWide(scalar.value) ? 2 : 1
  }

  private static func isWide(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x1100 else { return false }
    return wideBlocks.contains { $0.contains(scalar) }
  }

  /// The wide and fullwidth East Asian blocks. All wide symbols outside them are emoji.
  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x3041...0x3247, 0x3250...0x4DBF, 0xFF01...0xFF60,
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0xA000...0xA4CF, 0xA960...0xA97C,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFFE0...0xFFE6, 0x16FE0...0x18D08,
    0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

extension String {
  /// The text as a single safe line. Tabs and line breaks become spaces, and characters that could
  /// control the terminal or change the text direction become `?`.
  var forOneLine: String {
    if TextWidth.isPlainASCII(self) { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map(\.forOneLine)))
  }

  /// Returns the text truncated to a width, ending in an ellipsis.
  func shortened(to width: Int, ellipsis: String) -> String {
    if TextWidth.of(self) <= width { return self }
    var room = width - TextWidth.of(ellipsis)
    var kept = ""
    for cluster in self {
      room -= TextWidth.of(cluster)
      if room < 0 { break }
      kept.append(cluster)
    }
    return kept + ellipsis
  }
}

extension Unicode.Scalar {
  fileprivate var forOneLine: Unicode.Scalar {
    switch value {
    case 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: " "
    case 0x00..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: "?"
    default: self
    }
  }
}
