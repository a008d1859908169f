/// Renders passages as plain text with underlined headings, numbered steps and wrapped paragraphs.
struct PassageText {
  private let width: Int
  private let options: RenderingOptions

  /// The maximum line length, also on wider screens, for readability.
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
    var heading = TextWrap.lines(of: passage.heading.forOneLine, width: width - 2)
    // Further lines are indented. A long name in a heading could otherwise produce a line that
    // looks like a heading of its own.
    for number in heading.indices.dropFirst() { heading[number] = "  " + heading[number] }
    if passage.steps.isEmpty && passage.closing.isEmpty {
      for line in heading { try sink.append(line + "\n") }
      return
    }
    for line in heading { try sink.append(options.bold(line) + "\n") }
    let length = heading.map(TextWidth.of).max() ?? 0
    try sink.append(String(repeating: options.dash, count: length) + "\n")
    let margin = "\(passage.steps.count)".count + 3
    for (number, step) in passage.steps.enumerated() {
      let label = "\(number + 1). "
      let blanks = String(repeating: " ", count: margin - label.count)
      try sink.append(blanks + label + options.bold(step.lead.forOneLine) + "\n")
      for text in step.paragraphs { try append(text, margin: margin, into: &sink) }
    }
    for text in passage.closing { try append(text, margin: 0, into: &sink) }
  }

  /// Appends a paragraph. All lines but the first have an extra indent of two.
  private func append(
    _ text: String, margin: Int, into sink: inout TextSink
  ) throws(SinkFailure) {
    let blanks = String(repeating: " ", count: margin)
    let lines = TextWrap.lines(of: text.forOneLine, width: width - margin - 2)
    for (number, line) in lines.enumerated() {
      try sink.append(blanks + (number == 0 ? "" : "  ") + line + "\n")
    }
  }
}
