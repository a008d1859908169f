import Testing

@testable import FolioDiagnostics

struct TerminalTextTests {
  @Test("what is put in is escaped, what the program wrote is not")
  func values() {
    let id = "a\nfolio: added safe\u{1B}]52;c;x\u{7}\u{9B}2J\u{202E}\u{2028}\u{7F}"
    let text: TerminalText = "\u{1B}[1mfolio:\u{1B}[0m added \(id)\n"
    #expect(
      text.string == "\u{1B}[1mfolio:\u{1B}[0m added a\\nfolio: added safe\\u001b]52;c;x"
        + "\\u0007\\u009b2J\\u202e\\u2028\\u007f\n")
  }

  @Test("a text that is put into another one is not escaped twice")
  func nested() {
    let inner: TerminalText = "\("a\tb")\n"
    let outer: TerminalText = "\(inner)\(inner)"
    #expect(outer.string == "a\\tb\na\\tb\n")
    #expect((inner + outer).string == "a\\tb\na\\tb\na\\tb\n")
  }

  @Test("names in any script stay as they are")
  func scripts() {
    for name in ["Zürich", "株式", "مؤسسة", "e\u{301}", "👍🏽", "a\\nb"] {
      let text: TerminalText = "\(name)"
      #expect(text.string == name)
    }
  }

  @Test("every character that a terminal obeys is escaped, and no other of the first 256")
  func everyControl() {
    for value in UInt8.min...UInt8.max {
      let isControl = value < 0x20 || (0x7F...0x9F).contains(value)
      let text = String(Unicode.Scalar(value))
      #expect((text.escaped != text) == isControl, "\(value)")
      #expect(text.escaped.unicodeScalars.allSatisfy { !$0.isControl }, "\(value)")
    }
  }

  @Test("a finding can't forge another one, whatever it quotes")
  func findings() {
    let file = SourceFile(name: "a\nb: error", contents: Array("{}".utf8))
    let finding = Diagnostic(
      .malformedJSON, "no \"x\ny\u{1B}[2J\"", help: "a\nb",
      at: SourcePosition(file: 0, offset: 0))
    let text = DiagnosticPrinter([file]).text([finding])
    #expect(text.split(separator: "\n").count == 4)
    #expect(text.hasPrefix("a\\nb: error:1:1: error: no \"x\\ny\\u001b[2J\" ["))
    #expect(text.hasSuffix("  a\\nb\n"))
  }
}
