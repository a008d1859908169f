extension TerminalText {
  /// The text with lines that fit a width, if their words do. A line continues with its own
  /// indentation; a line without one by four, since lines of files have two.
  func wrapped(at width: Int) -> TerminalText {
    dividingLines { line in
      if Self.columns(of: line) <= width { return [line] }
      let indent = String(line.prefix { $0 == " " })
      var (lines, used) = ([indent], indent.count)
      var isEmpty = true
      for word in TextWrap.words(of: line) {
        let columns = Self.columns(of: word)
        if !isEmpty, used + 1 + columns > width {
          lines.append(indent.isEmpty ? "    " : indent)
          (used, isEmpty) = (lines[lines.count - 1].count, true)
        }
        lines[lines.count - 1] += (isEmpty ? "" : " ") + word
        used += columns + (isEmpty ? 0 : 1)
        isEmpty = false
      }
      return lines
    }
  }

  /// The columns that a text takes, without its colours.
  private static func columns(of text: String) -> Int {
    var isCode = false
    let shown = text.unicodeScalars.filter { scalar in
      if scalar == "\u{1B}" { isCode = true }
      defer { if scalar == "m" { isCode = false } }
      return !isCode
    }
    return TextWidth.of(String(String.UnicodeScalarView(shown)))
  }
}
