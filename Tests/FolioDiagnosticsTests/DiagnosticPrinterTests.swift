import Testing

@testable import FolioDiagnostics

@Suite("Findings as text")
struct DiagnosticPrinterTests {
  private let file = SourceFile(
    name: "ledger.json", contents: Array("[\n  {\"id\": \"g1\", \"amount\": \"12,50\"}\n]\n".utf8))

  private func amount(_ message: String, help: String) -> Diagnostic {
    Diagnostic(
      .badNumber, message, help: help, at: SourcePosition(file: 0, offset: 4), field: ["amount"])
  }

  @Test("file, line, column, severity, message and code; the line, the caret, the help")
  func golden() {
    let text = DiagnosticPrinter([file]).text([
      amount("\"12,50\" is not a number", help: "Write 12.50.")
    ])
    #expect(
      text == """
        ledger.json:2:26: error: "12,50" is not a number [F112]
            {"id": "g1", "amount": "12,50"}
                                   ^^^^^^^
          Write 12.50.

        """)
  }

  @Test("a warning says so; one without a place or help stands on a line of its own")
  func warning() {
    let text = DiagnosticPrinter([file]).text([
      Diagnostic(.noRate, "there is no rate", help: "", at: .none)
    ])
    #expect(text == "warning: there is no rate [W405]\n")
  }

  @Test("a severity that was raised is the one that is shown")
  func raised() {
    var diagnostic = Diagnostic(.noRate, "no rate", help: "", at: .none)
    diagnostic.severity = .error
    #expect(DiagnosticPrinter([]).text([diagnostic]) == "error: no rate [W405]\n")
  }

  @Test("of the warnings with one code, the first three by position and the number of the others")
  func examples() {
    let warnings = (0..<5).reversed().map { offset in
      Diagnostic(
        .grossDiffers, "row \(offset)", help: "",
        at: SourcePosition(file: 0, offset: offset))
    }
    let others = [
      Diagnostic(.noRate, "no rate", help: "", at: .none),
      Diagnostic(.badNumber, "bad", help: "", at: .none),
    ]
    let printer = DiagnosticPrinter([], color: false, width: nil, listsAllWarnings: false)
    let lines = printer.text(warnings + others).split(separator: "\n").map(String.init)
    #expect(
      Set(lines) == [
        "warning: row 0 [W401]", "warning: row 1 [W401]", "warning: row 2 [W401]",
        "warning: no rate [W405]", "error: bad [F112]",
        "warning: 2 more like these [W401]; --all-warnings lists all",
      ])
    #expect(lines.last == "warning: 2 more like these [W401]; --all-warnings lists all")
    let all = DiagnosticPrinter([]).text(warnings)
    #expect(all.split(separator: "\n").count == 5)
  }

  @Test("warnings that name something else are all listed, whatever their numbers are")
  func subjects() {
    let parts = ["12 rows of loans", "3 rows of loans", "7 rows of loans", "9 rows of loans"]
    for code in [DiagnosticCode.unsupportedPart, .openQuestion, .unknownKey] {
      let warnings = (parts + ["12 rows of plans"]).map {
        Diagnostic(code, "\($0) are left out", help: "", at: .none)
      }
      let printer = DiagnosticPrinter([], color: false, width: nil, listsAllWarnings: false)
      let lines = printer.text(warnings).split(separator: "\n").map(String.init)
      #expect(lines.count == 5)
      #expect(lines.contains("warning: 12 rows of plans are left out [\(code.rawValue)]"))
      #expect(lines.last?.hasPrefix("warning: 1 more like these [\(code.rawValue)];") == true)
    }
  }

  @Test("findings are printed in the order of their lines")
  func order() {
    let late = amount("late", help: "")
    let early = Diagnostic(
      .malformedJSON, "early", help: "", at: SourcePosition(file: 0, offset: 0))
    let lines = DiagnosticPrinter([file]).text([late, early]).split(separator: "\n")
    #expect(lines.first == "ledger.json:1:1: error: early [F101]")
    #expect(lines.count == 6)
  }

  @Test("colours mark the place, the severity and the caret, and end where they should")
  func colours() {
    let text = DiagnosticPrinter([file], color: true).text([amount("bad", help: "Help.")])
    #expect(
      text == "\u{1B}[1mledger.json:2:26: \u{1B}[0m\u{1B}[31merror:\u{1B}[0m bad [F112]\n"
        + "    {\"id\": \"g1\", \"amount\": \"12,50\"}\n"
        + "                           \u{1B}[32m^^^^^^^\u{1B}[0m\n  Help.\n")
    let warning = DiagnosticPrinter([], color: true).text([
      Diagnostic(.noRate, "w", help: "", at: .none)
    ])
    #expect(warning == "\u{1B}[33mwarning:\u{1B}[0m w [W405]\n")
  }

  @Test("control characters of the file never reach the terminal")
  func control() {
    let evil = SourceFile(name: "f", contents: Array("\u{1B}[31m\u{7}\u{9B}2J X".utf8))
    let text = DiagnosticPrinter([evil]).text([
      Diagnostic(.malformedJSON, "m", help: "", at: SourcePosition(file: 0, offset: 0))
    ])
    #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.value < 0x20 })
    #expect(!text.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
  }

  @Test("a value of many lines or pages gets no more carets than its line has room for")
  func longValue() {
    let long = SourceFile(
      name: "f", contents: Array("{\"a\": \"\(String(repeating: "x", count: 500))\"}".utf8))
    let text = DiagnosticPrinter([long]).text([
      Diagnostic(.wrongType, "m", help: "", at: SourcePosition(file: 0, offset: 0), field: ["a"])
    ])
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[2].filter { $0 == "^" }.count == 60)
    #expect(lines[2].count <= lines[1].count)
  }

  @Test("no findings are no text")
  func nothing() { #expect(DiagnosticPrinter([file]).text([]).isEmpty) }
}
