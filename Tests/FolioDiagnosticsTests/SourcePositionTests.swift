import Testing

@testable import FolioDiagnostics

@Suite("Positions")
struct SourcePositionTests {
  @Test(
    "file and offset come out as they went in",
    arguments: [(0, 0), (1, 5), (65_534, 281_474_976_710_655), (3, 1 << 40)])
  func roundTrip(_ file: Int, _ offset: Int) {
    let position = SourcePosition(file: file, offset: offset)
    #expect(position.file == file)
    #expect(position.offset == offset)
    #expect(position.isKnown)
  }

  @Test("positions are in the order of files, then of bytes; no position comes last")
  func order() {
    let sorted = [
      SourcePosition(file: 0, offset: 9), SourcePosition(file: 1, offset: 2),
      SourcePosition(file: 1, offset: 3), SourcePosition(file: 2, offset: 0), .none,
    ]
    #expect(sorted.reversed().sorted() == sorted)
    #expect(!SourcePosition.none.isKnown)
  }

  @Test("a code that starts with W is a warning, every other one an error")
  func severities() {
    for code in DiagnosticCode.allCases {
      let letter = code.rawValue.first
      #expect(letter == "F" || letter == "W")
      #expect(code.severity == (letter == "W" ? .warning : .error))
      #expect(code.rawValue.count == 4)
    }
    #expect(Diagnostic(.noRate, "", help: "", at: .none).severity == .warning)
  }

  @Test("a file in memory gives the bytes that are asked for, as far as it has them")
  func bytes() {
    let file = SourceFile(name: "a", contents: Array("abcdef".utf8))
    let slices: [(Int, Int, String)] = [
      (0, 3, "abc"), (4, 9, "ef"), (6, 1, ""), (9, 1, ""), (-1, 2, ""), (2, 0, ""), (2, -1, ""),
    ]
    for (offset, count, text) in slices {
      #expect(file.bytes(offset, count) == Array(text.utf8), "\(offset) \(count)")
    }
  }
}
