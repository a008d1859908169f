import Testing

@testable import FolioDiagnostics

@Suite("A value is found again by its path")
struct FieldFinderTests {
  private func found(_ text: String, _ path: [FieldStep]) -> String {
    let bytes = Array(text.utf8)
    var finder = FieldFinder(bytes)
    let range = finder.find(path)
    return String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  private static let record = """
     {"id" : "g1", "tricky": "a \\" , : { [ \\\\", "deep": {"id": "inner",
      "list": [1, [2, 3], {"x": -4.5e3}]}, "null": null, "last": true }
    """

  static let cases: [([FieldStep], String)] = [
    (["id"], "\"g1\""), (["tricky"], "\"a \\\" , : { [ \\\\\""), (["deep"], "{"),
    ([.name("last")], "\"last\""), (["deep", .name("id")], "\"id\""),
    (["deep", "id"], "\"inner\""), (["deep", "list"], "["), (["deep", "list", .index(0)], "1"),
    (["deep", "list", .index(1)], "["), (["deep", "list", .index(1), .index(1)], "3"),
    (["deep", "list", .index(2), "x"], "-4.5e3"), (["null"], "null"), (["last"], "true"),
  ]

  @Test("members and elements, past strings full of brackets", arguments: cases)
  func paths(_ path: [FieldStep], _ value: String) {
    #expect(found(Self.record, path) == value)
  }

  @Test("a path that leads nowhere ends where it can no longer be followed")
  func missing() {
    let cases: [([FieldStep], String)] = [
      (["nothing"], "{"), (["id", "x"], "\"g1\""), (["id", .index(0)], "\"g1\""),
      (["deep", "list", .index(9)], "["), (["deep", "nothing", "id"], "{"), ([.index(0)], "{"),
    ]
    for (path, value) in cases { #expect(found(Self.record, path) == value, "\(path)") }
  }

  @Test("an array of one line is entered at its elements")
  func array() {
    #expect(found("[10,20,30]", [.index(2)]) == "30")
    #expect(found("[]", [.index(0)]) == "]")
  }

  @Test("a key inside a value is not taken for the member")
  func keysInValues() {
    #expect(found("{\"a\":\"b\",\"b\":2}", ["b"]) == "2")
    #expect(found("{\"a\":{\"b\":1},\"b\":2}", ["b"]) == "2")
    #expect(found("{\"ab\":1,\"b\":2}", ["b"]) == "2")
  }

  @Test("broken text ends the search, and never loops or crashes")
  func broken() {
    let texts = [
      "", "{", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":\"", "{\"a\":\"\\", "{\"a\":1", "{a:1}",
      "{\"b\":]", "{\"b\"::1}", "[1,,2]", "]", "}", ",", ":", "\\", "{\"b\":1 \"a\":2}", "\u{0}",
      "{\"b\":[{\"a\":1]}", "nul", String(repeating: "[", count: 5000),
    ]
    for text in texts {
      for path: [FieldStep] in [["a"], ["b", "a"], [.index(1)], ["b", .index(2)]] {
        var finder = FieldFinder(Array(text.utf8))
        let range = finder.find(path)
        #expect(range.lowerBound >= 0 && range.count >= 1, "\(text)")
        #expect(range.lowerBound <= text.utf8.count, "\(text)")
      }
    }
  }

  @Test("every record cut anywhere is survived")
  func cut() {
    let bytes = Array(Self.record.utf8)
    for end in 0...bytes.count {
      var finder = FieldFinder(Array(bytes[..<end]))
      let range = finder.find(["deep", "list", .index(2), "x"])
      #expect(range.lowerBound <= end)
    }
  }
}
