import FolioDiagnostics
import Testing

/// A source that is a part of a longer file.
struct FirstLineTests {
  @Test func linesCountFromWhereThePartBegins() {
    let bytes = Array("{\n  \"a\": 1\n}".utf8)
    let part = SourceFile(name: "many.ndjson", firstLine: 17, contents: bytes)
    let place = SourcePosition(file: 0, offset: 4)
    #expect(SourceLocator([part]).lines(of: [place]) == [place: 18])
    let found = Diagnostic(.badNumber, "no number", help: "", at: place)
    #expect(DiagnosticPrinter([part]).text([found]).hasPrefix("many.ndjson:18:3: error: "))
  }
}
