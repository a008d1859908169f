import FolioNumbers
import Testing

@testable import FolioInterchange

/// Prices and rates in CSV.
struct QuoteTableTests {
  @Test(arguments: [
    "date,symbol,price,currency\n2024-03-01,AAPL,180.25,USD\n2024-03-04,AAPL,1.5e2,EUR\n",
    "date,symbol,price,currency\r\n2024-03-01,AAPL,180.25,USD\r\n2024-03-04,AAPL,1.5e2,EUR",
    "date,symbol,price,currency\r2024-03-01,AAPL,180.25,USD\r2024-03-04,AAPL,1.5e2,EUR\r",
    "\u{FEFF}Date;Symbol;Price;Currency\n2024-03-01;AAPL;180.25;USD\n\n;;;\n"
      + "2024-03-04;AAPL;1.5e2;EUR",
    "date\tsymbol\tprice\tcurrency\n2024-03-01\tAAPL\t180.25\tUSD\n"
      + "2024-03-04\tAAPL\t1.5e2\tEUR\t\n",
    "currency,note,close,stock_id,date\nUSD,\"a, b\",180.25,s-1,2024-03-01\n"
      + "EUR,\"\"\"c\"\"\n\",1.5e2,s-1,2024-03-04",
    "\n\n\"date\" , \"symbol\",price,  currency \n 2024-03-01 ,\"AAPL\" , 180.25,\"USD\"\n"
      + "2024-03-04,aapl,1.5e2,EUR",
  ])
  func pricesInEveryDress(_ text: String) {
    let quotes = Quotes(prices: text)
    #expect(quotes.faults == [])
    #expect(quotes.priceLines == ["2024-03-01 AAPL 180.25 USD", "2024-03-04 AAPL 150 EUR"])
  }

  @Test func aPriceWithoutCurrencyIsInTheInstrumentsUnlessTheCallerSays() {
    let text = "date,symbol,price,currency\n2024-03-01,AAPL,1,\n2024-03-01,UNI,2,EUR"
    #expect(
      Quotes(prices: text).priceLines == ["2024-03-01 AAPL 1 -", "2024-03-01 UNI 2 EUR"])
    #expect(
      Quotes(prices: text, currency: "CHF").priceLines
        == ["2024-03-01 AAPL 1 CHF", "2024-03-01 UNI 2 EUR"])
    let without = "date,symbol,price\n2024-03-01,AAPL,1\n"
    #expect(Quotes(prices: without).priceLines == ["2024-03-01 AAPL 1 -"])
  }

  @Test func laterFilesComeLater() {
    let quotes = Quotes(
      prices: "date,symbol,price\n2024-03-01,AAPL,1", "date,symbol,price\n2024-03-01,AAPL,2")
    #expect(quotes.priceLines == ["2024-03-01 AAPL 1 -", "2024-03-01 AAPL 2 -"])
  }

  @Test(arguments: [
    "date,from,to,rate\n2024-03-01,GBP,USD,1.2652\n",
    "rate;to_currency;from_currency;date\n1.2652;USD;GBP;2024-03-01\n",
    #"{"fx_rates": [{"date": "2024-03-01", "from": "GBP", "to": "USD", "rate": 1.2652}]}"#,
  ])
  func ratesInEveryDress(_ text: String) {
    let quotes = Quotes(rates: [text])
    #expect(quotes.faults == [])
    #expect(quotes.rateLines == ["2024-03-01 GBP USD 1.2652"])
  }

  // The shape of the published files: https://www.ecb.europa.eu/stats/eurofxref/
  static let history =
    "Date,USD,JPY,BGN,CYP,GBP,\n2021-06-03,1.2187,133.81,1.9558,N/A,0.85955,\n"
    + "2021-06-02,1.2191,133.88,1.9558,N/A,0.86055,\n"
  static let day = "Date, USD, JPY, BGN, GBP, \n03 June 2021, 1.2187, 133.81, 1.9558, 0.85955, \n"

  @Test func theHistoryOfTheEuropeanCentralBank() {
    let quotes = Quotes(rates: [Self.history])
    #expect(quotes.faults == [])
    #expect(
      quotes.rateLines == [
        "2021-06-03 EUR USD 1.2187", "2021-06-03 EUR GBP 0.85955", "2021-06-02 EUR USD 1.2191",
        "2021-06-02 EUR GBP 0.86055",
      ])
  }

  @Test func theDayOfTheEuropeanCentralBank() {
    let quotes = Quotes(rates: [Self.day])
    #expect(quotes.faults == [])
    #expect(quotes.rateLines == ["2021-06-03 EUR USD 1.2187", "2021-06-03 EUR GBP 0.85955"])
  }

  @Test func currenciesThatLeadNowhereAreLeftOut() throws {
    var quotes = Quotes(rates: [Self.history])
    quotes.ledger = #"{"portfolio_cash_accounts": [{"id": "u", "currency": "USD"}]}"#
    #expect(quotes.rateLines == [])
    #expect(quotes.draft.tables.currencies.all.count == 1)
    quotes.wanted = [Currency("JPY")]
    #expect(
      quotes.rateLines.map { $0.prefix(18) } == [
        "2021-06-03 EUR USD", "2021-06-03 EUR JPY", "2021-06-02 EUR USD", "2021-06-02 EUR JPY",
      ])
    quotes.rates = [Array("date,from,to,rate\n2024-01-01,USD,SEK,10\n2024-01-01,SEK,NOK,1\n".utf8)]
    #expect(quotes.rateLines == [])
  }

  @Test(arguments: [
    ("date,symbol,price\n2024-3-1,AAPL,1", ["F114 18+8"]),
    ("date,symbol,price\n2024-03-01,AAPL,1.x", ["F112 34+3"]),
    ("date,symbol,price\n2024-03-01,AAPL,", ["F112 34+1"]),
    ("date,symbol,price\n2024-03-01,AAPL,-1", ["F207 34+2"]),
    (
      "date,symbol,price\n2024-03-01,,1\n2024-02-30,AAPL,x",
      ["F124 29+1", "F114 32+10", "F112 48+1"]
    ),
    ("date,symbol,price,currency\n2024-03-01,AAPL,1,usd", ["F116 45+3"]),
    ("date,symbol,price\n2024-03-01,AAPL", ["F131 18+15"]),
    ("date,symbol,price\n2024-03-01,AAPL,1,2\n", ["F131 18+19"]),
    ("date,symbol,price\n2024-03-01,\"AAPL\"x,1\n2024-03-01,AAPL,x", ["F131 35+1", "F112 55+1"]),
    ("date,symbol,price\n2024-03-01,\"AAPL,1\n2024-03-01,AAPL,x", ["F131 29+1"]),
    ("date,symbol\n2024-03-01,AAPL", ["F111 0+11"]),
    ("price\n1", ["F111 0+5", "F111 0+5"]),
    ("date,symbol,price,close\n", ["F104 18+5"]),
    ("date,from,to,rate\n2024-03-01,EUR,USD,1", ["F132 0+17"]),
    ("Date,USD,\n2024-03-01,1,", ["F132 0+9"]),
    ("date,USD,hello\n", ["F130 0+14"]),
    ("some text\n", ["F130 0+9"]), ("", ["F130 0+1"]), (" \n\n", ["F130 0+1"]),
  ])
  func faultsOfPrices(_ text: String, _ faults: [String]) {
    #expect(Quotes(prices: text).faults == faults, "\(text)")
  }

  @Test(arguments: [
    ("date,from,to,rate\n2024-03-01,EUR,USD,0", ["F207 37+1"]),
    ("date,from,to,rate\n2024-03-01,,USDX1234Y,1", ["F116 29+1", "F116 30+9"]),
    ("date,from,rate\n", ["F111 0+14"]),
    ("date,symbol,price\n", ["F132 0+17"]),
    ("Date,USD,GBP\n2024-03-01,-1,x\n1 Juno 2024,1,1", ["F207 24+2", "F112 27+1", "F114 29+11"]),
    (#"[{"id": "bitcoin"}]"#, ["F132 0+1"]),
    (#"{"fx_rates": [{"date": "2024-03-01", "from": "GBP", "to": "USD"}]}"#, ["F111"]),
  ])
  func faultsOfRates(_ text: String, _ faults: [String]) {
    #expect(Quotes(rates: [text]).faults == faults, "\(text)")
  }

  @Test func bytesThatAreNoText() {
    var quotes = Quotes()
    let head = Array("date,symbol,price\n2024-03-01,".utf8)
    quotes.prices = [head + [0xFF] + Array(",1".utf8), [0xFF, 0xFE, 0x64, 0]]
    #expect(quotes.faults == ["F103 29+1", "F102 0+1"])
  }
}
