import Testing

@testable import FolioDiagnostics

/// Where in a text the marked byte is found: line, column, excerpt and the caret below it.
@Suite("Lines, columns and carets")
struct SourceLocatorTests {
  private func locate(
    _ text: String, at offset: Int, _ field: [FieldStep] = []
  ) throws -> FolioDiagnostics.SourceLocation {
    let file = SourceFile(name: "f", contents: Array(text.utf8))
    let diagnostic = Diagnostic(
      .malformedJSON, "", help: "", at: SourcePosition(file: 0, offset: offset), field: field)
    return try #require(SourceLocator([file]).locate([diagnostic]).first?.1)
  }

  /// The offset of the first `mark` in a text.
  private func offset(of mark: String, in text: String) throws -> Int {
    let range = try #require(text.firstRange(of: mark))
    return text.utf8.distance(from: text.startIndex, to: range.lowerBound)
  }

  /// The part of the excerpt that the caret stands under.
  private func marked(_ location: FolioDiagnostics.SourceLocation) -> String {
    let scalars = Array(location.excerpt.unicodeScalars)
    var view = String.UnicodeScalarView()
    for index in location.highlight where scalars.indices.contains(index) {
      view.append(scalars[index])
    }
    return String(view)
  }

  @Test(
    "line and column count from 1",
    arguments: [
      ("X", 1, 1, "X"), ("ab X", 1, 4, "ab X"), ("a\nX", 2, 1, "X"), ("a\n\nbX\nc", 3, 2, "bX"),
      ("a\r\nbX\r\nc", 2, 2, "bX"), ("\tX", 1, 2, " X"), ("é€X", 1, 3, "é€X"),
      ("😀X", 1, 2, "😀X"), ("e\u{301}X", 1, 3, "e\u{301}X"), ("a\nlast X", 2, 6, "last X"),
    ])
  func places(_ text: String, _ line: Int, _ column: Int, _ excerpt: String) throws {
    let location = try locate(text, at: offset(of: "X", in: text))
    #expect(location.file == "f")
    #expect(location.line == line)
    #expect(location.column == column)
    #expect(location.excerpt == excerpt)
    #expect(marked(location) == "X")
  }

  @Test("the lines of many places are found at once, whatever their order")
  func linesOfPlaces() {
    let files = ["a\nb\nc", "\n\nd"].map { SourceFile(name: "f", contents: Array($0.utf8)) }
    let places = [(1, 2), (0, 4), (0, 0), (0, 2), (0, 4)].map {
      SourcePosition(file: $0.0, offset: $0.1)
    }
    let lines = SourceLocator(files).lines(
      of: places + [.none, SourcePosition(file: 2, offset: 0)])
    #expect(places.map { lines[$0] } == [3, 3, 1, 2, 3])
    #expect(lines.count == 4)
  }

  @Test("a place in a line that is far too long shows its surroundings, the caret below it")
  func longLine() throws {
    let text = String(repeating: "abc,", count: 5000) + "X" + String(repeating: ",d", count: 5000)
    let location = try locate(text, at: 20_000)
    #expect(location.line == 1)
    #expect(location.column == 20_001)
    #expect(location.excerpt.count <= 130)
    #expect(marked(location) == "X")
  }

  @Test("a long line of long characters is cut between them", arguments: 0..<4)
  func longLineOfEuros(_ shift: Int) throws {
    let text =
      String(repeating: "x", count: shift) + String(repeating: "€", count: 100) + "X"
      + String(repeating: "x", count: shift) + String(repeating: "€", count: 100)
    let location = try locate(text, at: shift + 300)
    #expect(location.column == shift + 101)
    #expect(!location.excerpt.contains("\u{FFFD}"))
    #expect(marked(location) == "X")
  }

  @Test(
    "a caret at a character of several bytes shows the whole of it", arguments: ["é", "“", "😀"])
  func wideMark(_ mark: String) throws {
    let text = "{\(mark)format: 1}"
    let location = try locate(text, at: 1)
    #expect(location.excerpt == text)
    #expect(marked(location) == mark)
    #expect(location.column == 2)
  }

  @Test("bytes that are no UTF-8 don't hide what stands around them")
  func brokenBytes() throws {
    let file = SourceFile(name: "f", contents: Array("ab \"".utf8) + [0xFF] + Array("\" cd".utf8))
    let diagnostic = Diagnostic(
      .badUTF8, "", help: "", at: SourcePosition(file: 0, offset: 4))
    let location = try #require(SourceLocator([file]).locate([diagnostic]).first?.1)
    #expect(location.column == 5)
    #expect(location.excerpt.hasPrefix("ab \""))
    #expect(location.excerpt.hasSuffix("\" cd"))
    #expect(location.highlight.lowerBound == 4)
  }

  @Test("the end of a text is a place: empty, after a line break, after the last line")
  func ends() throws {
    let cases: [(String, Int, Int, String)] = [
      ("", 1, 1, ""), ("abc", 1, 4, "abc"), ("abc\n", 2, 1, ""), ("a\r\n", 2, 1, ""),
    ]
    for (text, line, column, excerpt) in cases {
      let location = try locate(text, at: text.utf8.count)
      #expect(location.line == line, "\(text)")
      #expect(location.column == column, "\(text)")
      #expect(location.excerpt == excerpt, "\(text)")
      #expect(location.highlight.count == 1)
    }
  }

  @Test("a place beyond the end, or in a file that is gone, is still told")
  func beyond() throws {
    #expect(try locate("abc", at: 900).line == 1)
    let gone = SourceFile(name: "gone") { _, _ in [] }
    let diagnostic = Diagnostic(
      .malformedJSON, "", help: "", at: SourcePosition(file: 0, offset: 10), field: ["id"])
    let location = try #require(SourceLocator([gone]).locate([diagnostic]).first?.1)
    #expect(location.file == "gone")
    #expect(location.excerpt.isEmpty)
  }

  @Test("diagnostics come in order of position, those of one place as they were found")
  func order() {
    let files = [
      SourceFile(name: "a", contents: Array("one\ntwo\n".utf8)),
      SourceFile(name: "b", contents: Array("three\n".utf8)),
    ]
    func diagnostic(_ message: String, _ file: Int, _ offset: Int) -> Diagnostic {
      Diagnostic(
        .malformedJSON, message, help: "", at: SourcePosition(file: file, offset: offset))
    }
    let found = SourceLocator(files).locate([
      Diagnostic(.malformedJSON, "none", help: "", at: .none), diagnostic("d", 1, 2),
      diagnostic("c", 0, 5), diagnostic("a", 0, 1), diagnostic("b", 0, 1),
      diagnostic("no such file", 7, 1),
    ])
    #expect(found.map(\.0.message).prefix(4) == ["a", "b", "c", "d"])
    #expect(found.map { $0.1?.line } == [1, 1, 2, 1, nil, nil])
    #expect(found.map { $0.1?.file } == ["a", "a", "a", "b", nil, nil])
  }

  @Test("a column of a record is found on its own line")
  func field() throws {
    let text = "[\n  {\"id\": \"g1\",\n   \"amount\": \"12,50\"}]"
    let location = try locate(text, at: offset(of: "{", in: text), ["amount"])
    #expect(location.line == 3)
    #expect(location.column == 14)
    #expect(marked(location) == "\"12,50\"")
  }

  @Test("a column deep in a record of many pages is found")
  func farField() throws {
    let filler = String(repeating: "x", count: 10_000)
    let text = "{\"a\": \"\(filler)\", \"b\": 1, \"c\": 23}"
    let location = try locate(text, at: 0, ["c"])
    #expect(marked(location) == "23")
    #expect(location.column == text.utf8.count - 2)
  }
}
