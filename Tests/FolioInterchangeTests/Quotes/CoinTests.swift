import Testing

@testable import FolioInterchange

/// Prices as CoinGecko gives them, in the shapes of its documentation.
struct CoinTests {
  static let simple = """
    {"bitcoin": {"eur": 61000.5, "usd": 67187.3358936566, "usd_market_cap": 1317802988326.25,
      "usd_24h_vol": 31260929299.5248, "usd_24h_change": -3.637, "last_updated_at": 1711356300},
     "dogecoin": {"usd": 0.1, "last_updated_at": 1711356300}}
    """
  static let markets = """
    [{"id": "bitcoin", "symbol": "btc", "name": "Bitcoin", "image": "https://x/1.png",
      "current_price": 70187, "market_cap": 1381651251183, "roi": {"times": 2.3, "currency": "btc"},
      "last_updated": "2024-04-07T23:49:31.736Z"},
     {"id": "unicorn", "symbol": "uni", "name": "Unicorn", "current_price": null,
      "last_updated": null}]
    """

  @Test func simplePricesAreInTheCurrencyOfTheInstrument() {
    let quotes = Quotes(prices: Self.simple)
    #expect(quotes.faults == [])
    #expect(quotes.priceLines == ["2024-03-25 BTC 67187.3358936566 USD"])
  }

  @Test func elseInTheBaseElseInTheFirst() {
    var quotes = Quotes(prices: Self.simple)
    quotes.ledger = #"""
      {"settings": {"base_currency": "USD"}, "stocks_master": [{"symbol": "bitcoin"}]}
      """#
    #expect(quotes.priceLines == ["2024-03-25 bitcoin 67187.3358936566 USD"])
    quotes.ledger = #"{"stocks_master": [{"symbol": "bitcoin", "currency": "CHF"}]}"#
    #expect(quotes.priceLines == ["2024-03-25 bitcoin 61000.5 EUR"])
  }

  @Test func marketsNameNoCurrency() {
    #expect(Quotes(prices: Self.markets).priceLines == ["2024-04-07 BTC 70187 USD"])
    #expect(
      Quotes(prices: Self.markets, currency: "EUR").priceLines == ["2024-04-07 BTC 70187 EUR"])
    var quotes = Quotes(prices: Self.markets)
    quotes.ledger = #"""
      {"settings": {"base_currency": "SEK"}, "stocks_master": [{"symbol": "BTC"}]}
      """#
    #expect(quotes.priceLines == ["2024-04-07 BTC 70187 SEK"])
  }

  @Test func aTimeWithAnOffsetIsOfItsDayInUTC() {
    let text = Self.markets.replacing("23:49:31.736Z", with: "23:49:31-05:00")
    #expect(Quotes(prices: text).priceLines == ["2024-04-08 BTC 70187 USD"])
  }

  @Test func theDayOfPricesWithoutOneIsTheCallers() {
    let text = #"{"bitcoin": {"usd": 1.2e-7, "last_updated_at": null}}"#
    #expect(Quotes(prices: text).faults == ["F133 1+9"])
    #expect(
      Quotes(prices: text, day: "2024-05-01").priceLines == ["2024-05-01 BTC 0.00000012 USD"])
  }

  @Test(arguments: [
    ("{}", []), ("[]", []), (#"{"bitcoin": {}}"#, []), (#"{"bitcoin": {"usd": null}}"#, []),
    (#"{"error": "coin not found"}"#, ["F130 0+1"]), ("[1]", ["F130 0+1"]), ("[{}]", ["F130 0+1"]),
    (#"{"status": {"error_code": 429, "error_message": "x"}}"#, ["F130 0+1"]),
    (#"{"bitcoin": {"usd": true}}"#, ["F110 20+4"]), (#"{"bitcoin": {"usd": -1}}"#, ["F207 20+2"]),
    (#"{"bitcoin": {"usd": "x", "last_updated_at": 1e9}}"#, ["F112 21+1", "F115 44+3"]),
    (#"{"bitcoin": {"usd": 1, "last_updated_at": 1711356300000}}"#, ["F115 42+13"]),
    (#"{"bitcoin": {"usd": 1, "usd": 2}}"#, ["F104 23+1"]),
    (#"{"bitcoin": {"usd": 1}, "bitcoin": {}}"#, ["F133 1+9", "F104 24+1"]),
    (#"{"bitcoin": {"usd": 1"#, ["F101 21+1"]), (#"{"bitcoin": {}} x"#, ["F101 16+1"]),
    (#"[{"id": "bitcoin", "current_price": 1, "last_updated": "x"}]"#, ["F115 56+1"]),
  ])
  func faults(_ text: String, _ faults: [String]) {
    #expect(Quotes(prices: text).faults == faults, "\(text)")
  }

  @Test func aLedgerGivesItsPricesAndItsRates() {
    let text = """
      {"historical_prices": [{"stock_id": "s-4", "date": "2024-03-01", "close": "5"},
         {"symbol": "ZZZ", "date": "2024-03-01", "close": "5"}],
       "fx_rates": [{"date": "2024-03-01", "from": "GBP", "to": "USD", "rate": "1.25"}]}
      """
    #expect(Quotes(prices: text).priceLines == ["2024-03-01 s-4 5 -"])
    #expect(Quotes(prices: text).rateLines == ["2024-03-01 GBP USD 1.25"])
    #expect(Quotes(rates: [text]).priceLines == ["2024-03-01 s-4 5 -"])
    #expect(Quotes(prices: text).draft.symbolNames.all.isEmpty)
  }
}
