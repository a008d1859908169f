import Testing

@testable import FolioInterchange

/// `GBp` and `ZAc` are pence and cents, in every file.
struct QuoteUnitReadingTests {
  @Test(arguments: [("GBp", "GBX"), ("ZAc", "ZAC"), ("ILA", "ILA")])
  func inLedgers(_ code: String, _ unit: String) {
    let draft = read(#"{"stocks_master": [{"symbol": "H", "currency": "\#(code)"}]}"#)
    #expect(draft.faults.isEmpty)
    #expect(draft.tables.currencies.all.map(\.code) == [unit])
  }

  @Test(arguments: ["Gbp", "gbx", "GBpence"])
  func othersAreFaults(_ code: String) {
    #expect(
      faults(#"{"stocks_master": [{"symbol": "H", "currency": "\#(code)"}]}"#)
        == ["F116 currency"])
  }

  @Test func inPriceFiles() {
    var quotes = Quotes(prices: "date,symbol,price,currency\n2024-01-31,H,130.25,GBp\n")
    quotes.ledger = #"{"stocks_master": [{"symbol": "H", "currency": "GBp"}]}"#
    #expect(quotes.priceLines == ["2024-01-31 H 130.25 GBX"])
  }
}
