import Folio
import Testing

@testable import FolioCLI
@testable import FolioReports

/// Messages on a terminal: no line is wider, no word is cut or lost, and carets stay at their
/// values.
struct NarrowMessageSpecs {
  private func messages(of path: String, width: Int?) throws -> [Substring] {
    let folder = ErrorSpecs.folder(of: path)
    let session = CommandSession(try ErrorSpecs.files(besides: path, in: folder))
    session.messageWidth = width
    session.run(
      try ErrorSpecs.command(in: folder) + ErrorSpecs.arguments(in: folder) + ["ledger.json"])
    return session.errors.split(separator: "\n")
  }

  /// The number of each line that is of a file, before a line of carets.
  private func excerpts(_ lines: [Substring]) -> [Int] {
    lines.indices.dropLast().filter { lines[$0 + 1].allSatisfy { $0 == " " || $0 == "^" } }
  }

  /// The words without those of files.
  private func words(_ lines: [Substring]) -> [Substring] {
    let left = Set(excerpts(lines).flatMap { [$0, $0 + 1] })
    return lines.indices.filter { !left.contains($0) }.flatMap { lines[$0].split(separator: " ") }
  }

  /// The marked parts of the lines of files.
  private func marked(_ lines: [Substring]) -> [String] {
    excerpts(lines).map { number in
      let carets = lines[number + 1]
      let start = carets.prefix { $0 == " " }.unicodeScalars.count
      let scalars = lines[number].unicodeScalars.dropFirst(start).prefix(carets.count - start)
      return String(String.UnicodeScalarView(scalars))
    }
  }

  @Test(arguments: ErrorSpecs.reproducers)
  func fitsATerminal(_ path: String) throws {
    let whole = try messages(of: path, width: nil)
    for width in [80, 50] {
      let narrow = try messages(of: path, width: width)
      for line in narrow where line.drop(while: { $0 == " " }).contains(" ") {
        // A number stays with its currency even where that makes a line wider.
        #expect(TextWidth.of(String(line)) <= width || words([line]).count <= 2, "\(line)")
      }
      #expect(words(narrow) == words(whole))
      for (short, long) in zip(marked(narrow), marked(whole)) {
        #expect(long.hasPrefix(short) && short.isEmpty == long.isEmpty, "\(short)")
      }
      #expect(marked(narrow).count == marked(whole).count)
    }
  }

  @Test func otherMessagesBreakBetweenWords() {
    let session = CommandSession([:])
    session.messageWidth = 40
    session.run(["add", "memory:none", "--deposit", "5"])
    #expect(
      session.errors == """
        folio: there is no store 'memory:none';
            'folio init memory:none' creates one

        """)
    session.run(["cash", "a-path-that-is-longer-than-the-line/of-the-terminal.json"])
    #expect(
      session.errors == """
        folio:
            a-path-that-is-longer-than-the-line/of-the-terminal.json:
            there is no such file; check the
            path

        """)
  }

  @Test func coloursTakeNoColumns() {
    let start: TerminalText = "\u{1B}[1mabc:\u{1B}[0m \u{1B}[31merror:\u{1B}[0m"
    let text: TerminalText = "\(start) \("de") fg\n"
    #expect(text.wrapped(at: 17) == text)
    #expect(text.wrapped(at: 13).string == start.string + "\n    de fg\n")
  }

  @Test func aNumberStaysWithItsCurrency() {
    let text = "bought 30 AAPL at 185.00 USD, fees (1.00 EUR). In 2024 it"
    #expect(
      TextWrap.words(of: text) == [
        "bought", "30 AAPL", "at", "185.00 USD,", "fees", "(1.00 EUR).", "In", "2024", "it",
      ])
    #expect(TextWrap.words(of: "-1,185.00 USD", width: 8) == ["-1,185.00", "USD"])
    for width in 12...60 {
      for line in TextWrap.lines(of: text, width: width) {
        #expect(!["30", "185.00", "(1.00"].contains(line.split(separator: " ").last))
      }
    }
  }
}
