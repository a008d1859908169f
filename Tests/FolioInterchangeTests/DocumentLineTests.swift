import Testing

@testable import FolioInterchange

/// Files with a ledger on each line.
struct DocumentLineTests {
  private func lines(_ text: String, windowSize: Int = 1 << 17) throws -> [(String, Int)] {
    var source = DocumentLines(
      MemorySource(Array(text.utf8)), size: nil, windowSize: windowSize)
    var found: [(String, Int)] = []
    while let line = try source.next() {
      found.append((String(decoding: line.bytes, as: UTF8.self), line.number))
    }
    #expect(source.bytesRead == text.utf8.count)
    return found
  }

  @Test(arguments: [1, 2, 3, 7, 16, 1 << 17])
  func linesComeWithTheirNumbersWhateverTheWindow(_ windowSize: Int) throws {
    let long = String(repeating: "x", count: 1000)
    let text = "{}\n\n  \r\n{\"a\": 1}\r\n\(long)\n{}"
    let found = try lines(text, windowSize: windowSize)
    #expect(found.map(\.0) == ["{}", "{\"a\": 1}\r", long, "{}"])
    #expect(found.map(\.1) == [1, 4, 5, 6])
  }

  @Test func aFileMayBeEmptyOrEndWithABreak() throws {
    #expect(try lines("").isEmpty)
    #expect(try lines("\n\n").isEmpty)
    #expect(try lines("{}\n").map(\.1) == [1])
  }

  @Test(arguments: [
    ("{\"id\": \"g1\"}", true), (" {\"notes\": null}", true), ("{}", false),
    ("{\"settings\": {}, \"id\": 1}", false), ("{\"cash_transactions\": [], \"id\": 1}", true),
    ("7", false), ("{\"id", false),
  ])
  func aGroupIsKnownByItsKeys(_ text: String, _ isGroup: Bool) {
    #expect(DocumentLine(bytes: Array(text.utf8), number: 1).isGroup == isGroup)
  }
}
