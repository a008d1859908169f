/// How many columns of a terminal a text takes.
///
/// A grapheme cluster takes as many as its scalars, but two at most: marks and joiners take none,
/// East Asian wide and fullwidth scalars and emoji two (Unicode Standard Annex 11; emoji
/// presentation as in Unicode Technical Standard 51).
enum TextWidth {
  static func of(_ text: String) -> Int {
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

  /// Whether every byte is a visible ASCII character or a blank, one column each.
  static func isPlainASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20 <= $0 && $0 < 0x7F }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    // A soft hyphen is a format character that terminals draw.
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

  /// The East Asian wide and fullwidth blocks. Wide symbols outside of them are all emoji.
  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x3041...0x3247, 0x3250...0x4DBF, 0xFF01...0xFF60,
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0xA000...0xA4CF, 0xA960...0xA97C,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFFE0...0xFFE6, 0x16FE0...0x18D08,
    0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

extension String {
  /// The text as a terminal may show it in one line: tabs and line breaks are blanks, and what
  /// could steer the terminal or turn the direction of the line is `?`.
  var forOneLine: String {
    if TextWidth.isPlainASCII(self) { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map(\.forOneLine)))
  }

  /// The text cut to a width, with an ellipsis where something is missing.
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
