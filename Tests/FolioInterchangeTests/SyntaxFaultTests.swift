import FolioDiagnostics
import Testing

@testable import FolioInterchange
@testable import TestSupport

/// What is not JSON is refused, at the very byte.
struct SyntaxFaultTests {
  struct Row: Sendable {
    let text: String
    let code: String
    let offset: Int
    let line: Int

    init(_ text: String, _ code: String, at offset: Int, line: Int = #line) {
      self.text = text
      self.code = code
      self.offset = offset
      self.line = line
    }
  }

  static let rows: [Row] = [
    Row("", "F101", at: 0),
    Row(" \n ", "F101", at: 3),
    Row("\u{FEFF}{}", "F102", at: 0),
    Row("[]", "F106", at: 0),
    Row(" 17", "F106", at: 1),
    Row("\"x\"", "F106", at: 0),
    Row("null", "F106", at: 0),
    Row("hello", "F101", at: 0),
    Row("{", "F101", at: 1),
    Row("{} x", "F101", at: 3),
    Row("{} {}", "F101", at: 3),
    Row("{},", "F101", at: 2),
    Row("{]", "F101", at: 1),
    Row("{\"a\"}", "F101", at: 4),
    Row("{\"a\" 1}", "F101", at: 5),
    Row("{\"a\":}", "F101", at: 5),
    Row("{\"a\":1,}", "F101", at: 7),
    Row("{\"a\":1 \"b\":2}", "F101", at: 7),
    Row("{'a':1}", "F101", at: 1),
    Row("{\"a\":'1'}", "F101", at: 5),
    Row("{\"a\":[1,]}", "F101", at: 8),
    Row("{\"a\":[1 2]}", "F101", at: 8),
    Row("{\"a\":[1}", "F101", at: 7),
    Row("{\"a\":01}", "F101", at: 5),
    Row("{\"a\":-}", "F101", at: 6),
    Row("{\"a\":+1}", "F101", at: 5),
    Row("{\"a\":.5}", "F101", at: 5),
    Row("{\"a\":5.}", "F101", at: 7),
    Row("{\"a\":1e}", "F101", at: 7),
    Row("{\"a\":nul}", "F101", at: 5),
    Row("{\"a\":nulls}", "F101", at: 5),
    Row("{\"a\":True}", "F101", at: 5),
    Row("{\"a\":NaN}", "F101", at: 5),
    Row("{\"a\":\"b\nc\"}", "F101", at: 7),
    Row("{\"a\":\"\\x\"}", "F101", at: 6),
    Row("{\"a\":\"\\u12g4\"}", "F101", at: 6),
    Row("{\"a\":\"\\ud800\"}", "F101", at: 6),
    Row("{\"a\":\"\\udc00\"}", "F101", at: 6),
    Row("{\"a\":\"\\ud800\\u0041\"}", "F101", at: 6),
    Row("{\"a\":1,\"a\":2}", "F104", at: 7),
    Row("{\"a\":1,\"\\u0061\":2}", "F104", at: 7),
    Row("{\"x\":{\"a\":1,\"b\":2,\"a\":3}}", "F104", at: 18),
    Row("{\"x\":[{\"\\u0061\":1},{\"a\":1,\"\\u0061\":2}]}", "F104", at: 26),
    Row("{\"settings\":{},\"settings\":{}}", "F104", at: 15),
    Row("{\"stocks\":[],\"stocks_master\":[]}", "F104", at: 13),
    Row("{\"transaction_groups\":[{\"id\":\"a\",\"id\":\"b\"}]}", "F104", at: 33),
    Row("{\"transaction_groups\":[{\"z\":1,\"y\":1,\"z\":2}]}", "F104", at: 36),
    Row("{\"prices\":[{\"close\":1,\"price\":2}]}", "F104", at: 22),
    Row("{\"transaction_groups\":[{\"id\":\"a\"},]}", "F101", at: 34),
    Row("{\"transaction_groups\":[{\"id\":\"a\",}]}", "F101", at: 33),
    Row("{\"transaction_groups\":[{\"stock_transactions\":[{},]}]}", "F101", at: 49),
  ]

  @Test(arguments: rows) func theFaultIsAtTheByte(row: Row) {
    for window in [1, 7, 1 << 20] {
      let draft = read(row.text, window: window)
      let fault = draft.faults.last
      #expect(fault?.code.rawValue == row.code, "line \(row.line) window \(window)")
      #expect(fault?.position.offset == row.offset, "line \(row.line) window \(window)")
      #expect(fault?.help.isEmpty == false, "line \(row.line)")
    }
  }

  @Test(arguments: [
    ("[{\"id\": 1}, [2, \"x\"]]\n", [("F106", 0)]), ("[1,]", [("F106", 0), ("F101", 3)]),
    ("[{\"a\":1,\"a\":2}]", [("F106", 0), ("F104", 8)]), ("[1] 2", [("F106", 0), ("F101", 4)]),
    (" 17 x", [("F106", 1), ("F101", 4)]), ("[{\"a\": nul}]", [("F106", 0), ("F101", 7)]),
    ("[\"a", [("F106", 0), ("F101", 3)]), ("[[[]", [("F106", 0), ("F101", 4)]),
    (String(repeating: "[", count: 500), [("F106", 0)]),
  ]) func whatIsNoObjectIsReadToItsEnd(text: String, expected: [(code: String, offset: Int)]) {
    for window in [1, 7, 1 << 20] {
      let faults = read(text, window: window).faults
      #expect(faults.map(\.code.rawValue) == expected.map(\.code), "\(text) window \(window)")
      #expect(faults.map(\.position.offset) == expected.map(\.offset), "\(text) window \(window)")
    }
  }

  @Test(arguments: [
    [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF], [0xED, 0xA0, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xFF], [0xC3], [0xE2, 0x82],
  ]) func badUTF8IsRefused(bytes: [UInt8]) {
    let document = Array("{\"a\":\"b".utf8) + bytes + Array("\"}".utf8)
    for window in [1, 1 << 20] {
      let draft = read(document, window: window)
      #expect(draft.faults.map(\.summary) == ["F103"])
      #expect(draft.faults.first?.position.offset == 7)
    }
  }

  @Test func goodUTF8IsTaken() {
    let draft = read("{\"x_a\":\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"}")
    #expect(draft.faults.isEmpty)
    let column = draft.tables.kept.first
    #expect(
      draft.tables.texts[column?.value ?? 0]
        == "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"")
  }

  @Test func nestingEndsAt128() {
    // The document's own object is the first level.
    func document(_ depth: Int) -> String {
      "{\"x_\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    }
    #expect(faults(document(127)).isEmpty)
    #expect(faults(document(128)) == ["F105"])
    let inGroup =
      "{\"transaction_groups\":[{\"id\":\"a\",\"occurred_at\":\"2024-01-01\",\"x\":"
      + String(repeating: "{\"k\":", count: 126) + "1" + String(repeating: "}", count: 126) + "}]}"
    #expect(faults(inGroup) == ["F105"])
  }

  @Test func manyKeysAreToldApart() {
    let keys = (0..<3000).map { "\"key-with-a-long-start-\($0 * 7919 % 3000)\":\($0)" }
    #expect(faults("{\"x_\":{" + keys.joined(separator: ",") + "}}").isEmpty)
    let text = "{\"x_\":{" + keys.joined(separator: ",") + ",\"key-with-a-long-start-77\":0}}"
    let draft = read(text)
    #expect(draft.faults.map(\.summary) == ["F104"])
    let last = text.utf8.count - "\"key-with-a-long-start-77\":0}}".utf8.count
    #expect(draft.faults.first?.position.offset == last)
  }

  @Test func whatCameBeforeTheFaultStays() {
    let draft = read(
      "{\"fx_rates\":[{\"date\":\"x\",\"from\":\"EUR\",\"to\":\"USD\",\"rate\":1}], oops}")
    #expect(draft.faults.map(\.summary) == ["F114 date", "F101"])
    #expect(draft.tables.rates.count == 1)
  }

  @Test func aLineWithAFaultDoesNotStopTheNext() {
    let good = "{\"id\":\"g\",\"occurred_at\":\"2024-01-01\"}\n"
    let draft = read(
      "{\"format\":\"folio/1\"}\n" + good + "{\"id\":\"b\",}\n" + good + "oops\n[1]\n" + good
        + "{\"id\":\"c\"")
    #expect(draft.faults.map(\.summary) == ["F101", "F101", "F110", "F101"])
    #expect(draft.tables.groups.count == 3)
  }

  @Test func theSecondLineMayHaveTheFault() {
    let good = "{\"id\":\"g\",\"occurred_at\":\"2024-01-01\"}\n"
    let draft = read("{\"format\":\"folio/1\"}\noops\n" + good)
    #expect(draft.faults.map(\.summary) == ["F101"])
    #expect(draft.tables.groups.count == 1)
    #expect(read("{} oops\n" + good).tables.groups.isEmpty)
  }

  @Test func aCutOffDocumentIsAlwaysAFault() {
    let bytes = Array(Samples.nested.compact.utf8)
    for count in stride(from: 0, to: bytes.count, by: TestScale.step) {
      let whole = read(Array(bytes[..<count]))
      #expect(!whole.faults.isEmpty, "\(count)")
      let pieces = read(Array(bytes[..<count]), window: 64)
      #expect(
        DraftText(pieces, positions: true).lines == DraftText(whole, positions: true).lines)
    }
  }

  @Test func wordsForEachKindOfFault() {
    let draft = read("{\"a\":1,\"a\":2}")
    #expect(draft.faults.first?.message == "the key \"a\" is given twice in one object")
    #expect(read("{\"a\":1,}").faults.first?.message == "nothing follows after the comma")
    #expect(read("").faults.first?.message == "the file is empty")
    #expect(read("{'a':1}").faults.first?.message == "a key is missing: here is '")
    #expect(read("a;b\n1;2\n").faults.first?.message == "this is not JSON")
    #expect(read("{\"a\":USD}").faults.first?.help.hasPrefix("Put texts in double quotes") == true)
  }

  @Test(arguments: [
    "// a\n{}", "{// a\n}", "{\"a\"/**/:1}", "{\"a\":/**/1}", "{\"a\":1 // a\n}",
    "{\"a\":[1 # a\n]}",
    "{} // a",
  ]) func commentsAreRefusedAsSuch(text: String) {
    #expect(read(text).faults.map(\.message) == ["JSON has no comments"])
  }

  @Test(arguments: [
    ("{\"stocks\":[{\"id\":\"s\"},\"prices\":[]}", 22),
    ("{\"stocks\":[\"prices\" : []}", 11),
    ("{\"transaction_groups\":[{\"cash_transactions\":[\"id\":\"g\"}]}", 45),
    (
      "{\"transaction_groups\":[{\"stock_transactions\":[{\"lots\":[\"symbol\":\"A\"}]}]}", 55
    ),
  ]) func anArrayLeftOpenIsOneFaultAtTheNextKey(text: String, offset: Int) {
    for window in [1, 7, 1 << 20] {
      let draft = read(text, window: window)
      #expect(draft.faults.map(\.message) == ["a ] is missing before this key"])
      #expect(draft.faults.first?.position.offset == offset)
    }
  }

  @Test(arguments: [
    [0xFF, 0xFE, 0x7B, 0, 0x7D, 0], [0xFE, 0xFF, 0, 0x7B, 0, 0x7D], [0xFF, 0xFE],
  ])
  func aByteOrderMarkOfUTF16IsKnown(bytes: [UInt8]) {
    for window in [1, 1 << 20] {
      let draft = read(bytes, window: window)
      #expect(draft.faults.map(\.summary) == ["F102"])
      #expect(draft.faults.first?.message == "the file is UTF-16")
    }
    #expect(read([0xFF] as [UInt8]).faults.map(\.summary) == ["F101"])
    #expect(read([0xFF, 0xFF] as [UInt8]).faults.map(\.summary) == ["F101"])
  }
}
