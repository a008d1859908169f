import Testing

@testable import FolioInterchange

/// Damaged and hostile files of prices and rates: none ends the process, and every place that is
/// reported lies in the file.
struct QuoteFuzzTests {
  private static let tokens: [[UInt8]] =
    [
      "\"", "\"\"", ",", ";", "\n", "\r", "\t", "{", "}", "[", "]", ":", "N/A", "-", "1e999",
      "date",
      "price", "rate", "EUR", "\u{0}", "2024-02-30", "é", "\\u", "null",
    ].map { Array($0.utf8) } + [[0xFF], [0xEF, 0xBB, 0xBF], [0xFE, 0xFF]]

  @Test(arguments: [
    QuoteTableTests.history, QuoteTableTests.day, CoinTests.simple, CoinTests.markets,
    "date;symbol;price;currency\n2024-03-01;\"AAPL\";180.25;USD\n2024-03-01;UNI;1;\n",
    #"{"fx_rates": [{"date": "2024-03-01", "from": "GBP", "to": "USD", "rate": 1.2652}]}"#,
  ])
  func damageDoesNoHarm(_ text: String) {
    var random = Random(seed: UInt64(text.utf8.count))
    for round in 0..<400 {
      var bytes = Array(text.utf8)
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let at = Int.random(in: 0...bytes.count, using: &random)
        let token = Self.tokens[Int.random(in: 0..<Self.tokens.count, using: &random)]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(contentsOf: token, at: at)
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + 5))
        default: bytes.replaceSubrange(at..<min(bytes.count, at + 1), with: token)
        }
      }
      var quotes = Quotes()
      quotes.prices = [bytes]
      quotes.rates = [bytes]
      let draft = quotes.draft
      #expect(draft.faults.allSatisfy { $0.position.offset <= bytes.count }, "round \(round)")
      #expect(!draft.faults.isEmpty || !draft.warnings.isEmpty, "round \(round)")
    }
  }

  @Test(
    arguments: [
      ("zeros", Array(repeating: 0, count: 100_000), "F130"),
      ("quotes", Array(repeating: 0x22, count: 100_001), "F131"),
      ("commas", Array(repeating: 0x2C, count: 100_000), "F130"),
      ("brackets", Array(repeating: 0x5B, count: 100_000), "F130"),
      ("deep", Array("{\"a\": {\"b_c\": ".utf8) + Array(repeating: 0x5B, count: 100_000), "F105"),
      ("every byte", Array(0...255), "F130"),
      (
        "a long number",
        Array("date,from,to,rate\n2024-03-01,EUR,USD,".utf8)
          + Array(repeating: 0x39, count: 1_000_000), "F113"
      ),
    ].map(HostileFile.init))
  func hostileFiles(_ file: HostileFile) {
    let (name, bytes, code) = (file.name, file.bytes, file.code)
    var quotes = Quotes()
    quotes.rates = [bytes]
    let isOfRates = code == "F113" || name == "commas" || name == "zeros"
    if !isOfRates { (quotes.prices, quotes.rates) = ([bytes], []) }
    let draft = quotes.draft
    #expect(draft.faults.map(\.code.rawValue) == [code], "\(name)")
    #expect(draft.faults.allSatisfy { $0.message.utf8.count < 300 }, "\(name)")
  }
}

/// A file that no one means well with; tests print its name, not its bytes.
struct HostileFile: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let code: String

  var testDescription: String { name }
}
