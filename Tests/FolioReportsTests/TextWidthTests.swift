import Testing

@testable import FolioReports
@testable import TestSupport

struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2),
    ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("👩‍💻", 2), ("🇩🇪", 2), ("👍🏽", 2),
    ("❤\u{FE0F}", 2), ("❤", 1), ("⌚", 2), ("→", 1), ("─", 1), ("…", 1), ("€", 1),
    ("a\u{200B}b", 2), ("a\u{AD}b", 3), ("नि", 2), ("𠀀", 2), ("١٢٣", 3),
  ])
  func `a text takes the columns that a terminal gives it`(text: String, width: Int) {
    #expect(TextWidth.of(text) == width)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("日本語", 6, "日本語"),
    ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `a text is cut between characters`(text: String, width: Int, short: String) {
    #expect(text.shortened(to: width, ellipsis: "…") == short)
  }

  @Test func `a plain ellipsis takes three columns`() {
    #expect("abcdefghij".shortened(to: 8, ellipsis: "...") == "abcde...")
  }
}
