import Testing

@testable import FolioCLI

/// Bytes on their way to a terminal.
struct TerminalBytesTests {
  private func shown(_ bytes: [UInt8]) -> String {
    String(decoding: TerminalBytes.escaped(bytes), as: UTF8.self)
  }

  @Test func `the layout and Folio's own colours stay`() {
    let text = "\u{1B}[1mName\u{1B}[0m\t─\r\n\u{1B}[31m-5\u{1B}[0m \u{1B}[32m^\u{1B}[33m\n"
    #expect(shown(Array(text.utf8)) == text)
  }

  @Test func `every other control character is written as JSON writes it`() {
    #expect(shown(Array("a\rb\u{1B}[2Jc\u{1B}".utf8)) == "a\\rb\\u001b[2Jc\\u001b")
    #expect(
      shown(Array("\u{9B}\u{85}\u{2028}\u{202E}\u{2069}\u{7F}\u{0}".utf8))
        == "\\u009b\\u0085\\u2028\\u202e\\u2069\\u007f\\u0000")
  }

  @Test func `names in any script and joined emoji stay`() {
    let text = "Zürich 株式 مؤسسة 👨‍👩‍👧 e\u{301}"
    #expect(shown(Array(text.utf8)) == text)
  }

  @Test func `bytes that are not UTF-8 are shown as numbers`() {
    #expect(shown([0x61, 0x9B, 0x32, 0x4A, 0xC3, 0x0A, 0xFF]) == "a\\x9b2J\\xc3\n\\xff")
    #expect(shown([0xC0, 0x9B, 0xED, 0xA0, 0x80]) == "\\xc0\\x9b\\xed\\xa0\\x80")
  }

  @Test func `no byte gets through that steers a terminal`() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        for scalar in shown([0x61, first, second, 0x62]).unicodeScalars where scalar.steersTerminal
        {
          #expect(
            scalar == "\n" || scalar == "\t" || (first, second) == (13, 10), "\(first) \(second)")
        }
      }
    }
  }
}
