import Testing

@testable import FolioReports
@testable import TestSupport

struct TextWrapTests {
  @Test(arguments: [
    ("one two", ["one", "two"]), ("Assets:Cash:usd", ["Asset", "s:", "Cash:", "usd"]),
    ("日本語", ["日本", "語"]), ("a\u{200B}bcdefg", ["a\u{200B}bcde", "fg"]),
  ]) func `a word that is too wide is broken`(text: String, lines: [String]) {
    #expect(TextWrap.lines(of: text, width: 5) == lines)
  }

  @Test func `characters without a width stay in their line`() {
    let word = "ab" + String(repeating: "\u{200B}", count: 100_000) + "cdefg"
    let lines = TextWrap.lines(of: word, width: 5)
    #expect(lines.map { TextWidth.of($0) } == [5, 2])
    #expect(lines.joined() == word)
  }
}
