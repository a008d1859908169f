/// Passages as plain text: headings underlined, steps numbered, paragraphs broken between words.
struct PassageText {
  private let width: Int
  private let options: RenderingOptions

  /// Lines are no longer than this, however wide the screen is: they are to be read.
  private static let longest = 96

  init(_ options: RenderingOptions) {
    width = min(max(options.width ?? Self.longest, 40), Self.longest)
    self.options = options
  }

  func append(_ passages: [Report.Passage], into sink: inout TextSink) throws(SinkFailure) {
    for (number, passage) in passages.enumerated() {
      if number > 0 { try sink.append("\n") }
      try append(passage, into: &sink)
    }
  }

  private func append(
    _ passage: Report.Passage, into sink: inout TextSink
  ) throws(SinkFailure) {
    var heading = Self.lines(of: passage.heading.forOneLine, width: width - 2)
    // A name in it may be long and hold words: no line but the first begins at the edge.
    for number in heading.indices.dropFirst() { heading[number] = "  " + heading[number] }
    if passage.steps.isEmpty && passage.closing.isEmpty {
      for line in heading { try sink.append(line + "\n") }
      return
    }
    for line in heading { try sink.append(bold(line) + "\n") }
    let dash = options.isTerminal ? "─" : "-"
    let length = heading.map(TextWidth.of).max() ?? 0
    try sink.append(String(repeating: dash, count: length) + "\n")
    let margin = "\(passage.steps.count)".count + 3
    for (number, step) in passage.steps.enumerated() {
      let label = "\(number + 1). "
      let blanks = String(repeating: " ", count: margin - label.count)
      try sink.append(blanks + label + bold(step.lead.forOneLine) + "\n")
      for text in step.paragraphs { try append(text, margin: margin, into: &sink) }
    }
    for text in passage.closing { try append(text, margin: 0, into: &sink) }
  }

  private func bold(_ text: String) -> String {
    options.color ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  /// A paragraph; its further lines stand two places in.
  private func append(
    _ text: String, margin: Int, into sink: inout TextSink
  ) throws(SinkFailure) {
    let blanks = String(repeating: " ", count: margin)
    let lines = Self.lines(of: text.forOneLine, width: width - margin - 2)
    for (number, line) in lines.enumerated() {
      try sink.append(blanks + (number == 0 ? "" : "  ") + line + "\n")
    }
  }

  /// Breaks a text between words so that no line is wider, unless one word alone is.
  private static func lines(of text: String, width: Int) -> [String] {
    var lines: [String] = []
    var length = 0
    for word in text.split(separator: " ") {
      let wordWidth = TextWidth.of(String(word))
      if !lines.isEmpty, length + 1 + wordWidth <= width {
        lines[lines.count - 1] += " " + word
        length += 1 + wordWidth
      } else {
        lines.append(String(word))
        length = wordWidth
      }
    }
    return lines
  }
}
