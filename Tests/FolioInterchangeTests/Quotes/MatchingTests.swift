import Testing

@testable import FolioInterchange

/// Which instrument a row of a price file is for.
struct MatchingTests {
  private func table(_ symbols: String...) -> String {
    "date,symbol,price\n" + symbols.map { "2024-03-01,\($0),1\n" }.joined()
  }

  @Test(arguments: [
    ("AAPL", "AAPL"), ("s-1", "AAPL"), ("Apple Inc.", "AAPL"), ("aapl", "AAPL"), ("S-1", "AAPL"),
    ("APPLE INC.", "AAPL"), ("s-4", "s-4"), ("only an id", "s-4"), ("uni", "UNI"),
  ])
  func byEveryName(_ name: String, _ instrument: String) {
    #expect(Quotes(prices: table(name)).priceLines == ["2024-03-01 \(instrument) 1 -"])
  }

  @Test func capitalsCountWhereSomethingIsExactlyAlike() {
    var quotes = Quotes(prices: table("abc", "ABC"))
    quotes.ledger = #"{"stocks_master": [{"symbol": "abc"}, {"symbol": "ABC"}, {"symbol": "Xy"}]}"#
    #expect(quotes.priceLines == ["2024-03-01 abc 1 -", "2024-03-01 ABC 1 -"])
    quotes.prices = [Array(table("Abc", "xY").utf8)]
    #expect(quotes.priceLines == ["2024-03-01 Xy 1 -"])
    #expect(quotes.warnings == [])
  }

  @Test func theBetterMatchOfAFileCounts() {
    let quotes = Quotes(prices: table("aapl", "AAPL", "aapl"))
    #expect(quotes.priceLines == ["2024-03-01 AAPL 1 -"])
    #expect(quotes.warnings == [])
  }

  @Test func anInstrumentMayHaveAnotherNameOnAnotherDay() {
    let quotes = Quotes(
      prices: "date,symbol,price\n2024-03-01,s-1,1\n2024-03-02,AAPL,2\n2024-03-03,aapl,3\n")
    #expect(
      quotes.priceLines == [
        "2024-03-01 AAPL 1 -", "2024-03-02 AAPL 2 -", "2024-03-03 AAPL 3 -",
      ])
    #expect(quotes.warnings == [])
  }

  @Test func twoCoinsOfOneSymbolAreWarnedOf() {
    func coin(_ id: String, _ price: Int) -> String {
      #"{"id": "\#(id)", "symbol": "uni", "name": "x", "current_price": \#(price)}"#
    }
    var quotes = Quotes(
      prices: "[\(coin("uniswap", 11)), \(coin("unicorn", 2))]", day: "2024-03-01")
    #expect(quotes.priceLines == ["2024-03-01 UNI 11 GBP"])
    #expect(
      quotes.warnings == [#"W421 prices of both "uniswap" and "unicorn" would fit UNI"#])
    quotes.ledger = #"{"stocks_master": [{"id": "unicorn", "symbol": "UNI", "currency": "GBP"}]}"#
    #expect(quotes.priceLines == ["2024-03-01 UNI 2 GBP"])
    #expect(quotes.warnings == [])
  }

  @Test func aFileForNothingIsWarnedOf() {
    #expect(
      Quotes(prices: table("ZZZ")).warnings
        == ["W420 no price of prices-0 is for an instrument of the ledger"])
    #expect(Quotes(prices: table()).warnings == ["W420 prices-0 has no price"])
    #expect(Quotes(prices: table("AAPL", "ZZZ")).warnings == [])
    #expect(Quotes(prices: "date,symbol,price\n2024-03-01,ZZZ,x").warnings == [])
    #expect(Quotes(rates: [QuoteTableTests.history]).warnings == [])
  }

  @Test func instrumentsThatOnlyLegsMentionAreKnown() {
    var quotes = Quotes(prices: table("new", "old", "ZZZ"))
    quotes.ledger = """
      {"stock_transactions": [{"group_id": "g", "symbol": "OLD", "trade_type": "symbol_change",
        "trade_date": "2024-01-01", "new_symbol": "NEW"}]}
      """
    #expect(quotes.priceLines == ["2024-03-01 NEW 1 -", "2024-03-01 OLD 1 -"])
  }
}
