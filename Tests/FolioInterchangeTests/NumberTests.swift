import FolioNumbers
import Testing

@testable import FolioInterchange
@testable import TestSupport

/// Numbers are read from their digits, whether as texts or as literals.
struct NumberTests {
  @Test(arguments: [
    ("1", "1"), ("0.5", "0.5"), ("1.50", "1.50"), ("1234567.1234567", "1234567.1234567"),
    ("12345678.1", "12345678.1"), ("1.12345678", "1.12345678"), ("1e3", "1000"),
    ("12.5E-2", "0.125"), ("0.1", "0.1"), ("0.30000000000000004", "0.30000000000000004"),
    ("9007199254740993", "9007199254740993"),
    ("123456789012345678901234567890.123456", "123456789012345678901234567890.123456"),
    ("0.000000000000000000000000000000000001", "0.000000000000000000000000000000000001"),
    ("7.10", "7.10"), ("9999999", "9999999"), ("99999999", "99999999"),
  ]) func exactly(text: String, expected: String) {
    for literal in [text, "\"\(text)\""] {
      for end in ["}", " }", ",\"x\":1}", "\n}"] {
        let draft = read(
          "{\"fx_rates\":[{\"date\":\"2024-01-01\",\"from\":\"EUR\",\"to\":\"USD\",\"rate\":"
            + literal + end + "]}")
        #expect(draft.faults.isEmpty)
        #expect(draft.tables.rates.map { "\($0.rate)" } == [expected])
      }
    }
  }

  /// However many digits there are before and after the point.
  @Test func digitsOfAnyNumber() throws {
    var random = Random(seed: 41)
    for _ in 0..<TestScale.part(of: 20_000) {
      let whole = Int.random(in: 1...9, using: &random)
      let places = Int.random(in: 0...26, using: &random)
      var text = Bool.random(using: &random) ? "-" : ""
      for index in 0..<whole + places {
        if index == whole { text += "." }
        text += String(Int.random(in: 0...9, using: &random))
      }
      let isShort = whole < 8 && places < 24 && !(whole > 1 && text.drop { $0 == "-" }.first == "0")
      let count = text.utf8.count
      let literals: [(String, Int?)] = [
        ("\(text),", count), ("\"\(text)\"", count + 2), ("\(text)}", count), ("\(text)x", nil),
        ("\"\(text),", nil), ("\(text).", nil),
      ]
      for (literal, end) in literals {
        let bytes = Array((literal + String(repeating: " ", count: 48)).utf8)
        var offset = 0
        let number = unsafe JSONScanner.shortDecimal(bytes.span, &offset)
        #expect((number != nil) == (isShort && end != nil), "\(literal)")
        guard let number else { continue }
        let expected = try ExactDecimal(text)
        #expect(number == expected && number.places == expected.places, "\(literal)")
        #expect(offset == end, "\(literal)")
      }
    }
  }

  @Test(arguments: ["1.2.3", "1..2", "--1", "1-", "0x1", "1 ", "1_000", "١", "00", "-01", "1e+"])
  func notANumber(text: String) {
    let price = "{\"prices\":[{\"symbol\":\"A\",\"date\":\"2024-01-01\",\"close\":\"\(text)\"}]}"
    #expect(faults(price) == ["F112 close"])
  }

  @Test func idsOfEveryShapeAreKeptAsTheyAre() {
    let ids = [
      "a", "exactly-16-chars", "seventeen-chars-x", "5f0c8a9e-2d4b-4f6a-9c3e-1b2a3c4d5e6f",
      "5F0C8A9E-2D4B-4F6A-9C3E-1B2A3C4D5E6F", "5f0c8a9e-2d4b-4f6a-1c3e-1b2a3c4d5e6f",
      "5f0c8a9e-2d4b-4f6a-9c3e-1b2a3c4d5e6g", "5f0c8a9e-2d4b-4f6a-9c3e-1b2a3c4d5E6f", "é",
      "\u{7F}", " ", "5f0c8a9e_2d4b-4f6a-9c3e-1b2a3c4d5e6f", "日本語の銘柄コードです",
      ":f0c8a9e-2d4b-4f6a-9c3e-1b2a3c4d5e6f", "`f0c8a9e-2d4b-4f6a-9c3e-1b2a3c4d5e6f",
    ]
    let rows = ids.map { "{\"symbol\":\"\($0)\"}" }.joined(separator: ",")
    let draft = read("{\"stocks\":[\(rows)]}")
    #expect(draft.tables.instruments.map { draft.tables.text($0.symbol) } == ids)
    #expect(Set(draft.tables.instruments.map(\.symbol)).count == ids.count)
    // Escaped or not, a text is the same.
    let escaped = read("{\"stocks\":[{\"symbol\":\"\\u0061\"},{\"symbol\":\"a\"}]}")
    #expect(Set(escaped.tables.instruments.map(\.symbol)).count == 1)
  }
}
