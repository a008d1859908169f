import FolioNumbers
import Testing

@testable import FolioInterchange

/// Files of prices of one instrument, as other programs export them.
struct InstrumentFileTests {
  @Test(arguments: [
    // Yahoo
    "Date,Open,High,Low,Close,Adj Close,Volume\n2024-03-01,1,2,0.5,180.25,179,100\n"
      + "2024-03-04,null,null,null,null,null,null\n2024-03-05,1,1,1,1150.20,1,9\n",
    // Stooq
    "Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen\n2024-03-01,1,2,3,180.25,9\n"
      + "2024-03-05,1,2,3,1150.20,9\n",
    // onvista
    "Datum;Eröffnung;Hoch;Tief;Schluss;Volumen\n05.03.2024;1;1;1;1.150,20;1.234\n"
      + "01.03.2024;1;1;1;180,25;5\n",
    // Portfolio Performance
    "Datum;Kurs\n2024-03-01;180,25\n2024-03-05;1150,20\n",
    "Date,Quote\n2024-03-01,180.25\n2024-03-05,\"1,150.20\"\n",
    "date\tprice\n20240301\t180.25\n20240305\t1150.20",
  ])
  func `a file without a column of symbols is of the instrument that is named`(_ text: String) {
    var quotes = Quotes(prices: text)
    quotes.symbol = "AAPL"
    #expect(quotes.faults == [])
    #expect(
      quotes.priceLines.sorted() == ["2024-03-01 AAPL 180.25 -", "2024-03-05 AAPL 1150.20 -"])
    quotes.symbol = nil
    #expect(quotes.faults.map { $0.prefix(4) } == ["F111"])
  }

  @Test func `an instrument is found by its ISIN`() {
    var quotes = Quotes(prices: "date,isin,close\n2024-03-01,US0378331005,1\n")
    quotes.ledger = Quotes.ledger.replacing(
      "\"symbol\": \"AAPL\",", with: "\"symbol\": \"AAPL\", \"isin\": \"US0378331005\",")
    #expect(quotes.priceLines == ["2024-03-01 AAPL 1 -"])
    quotes.prices = [Array("date,close\n2024-03-01,2\n".utf8)]
    quotes.symbol = "us0378331005"
    #expect(quotes.priceLines == ["2024-03-01 AAPL 2 -"])
  }

  @Test func `other names of columns do not disturb files that have the usual ones`() {
    let text = "kurs,isin,symbol,price,date,data\n9,X,AAPL,1,2024-03-01,never\n"
    #expect(Quotes(prices: text).priceLines == ["2024-03-01 AAPL 1 -"])
  }

  @Test(arguments: ["1,234", "1,5x"])
  func `a comma without a clear meaning is a fault`(_ price: String) {
    var quotes = Quotes(prices: "Datum;Kurs\n2024-03-01;\(price)\n2024-03-02;7\n")
    quotes.symbol = "AAPL"
    #expect(quotes.faults == ["F112 22+\(price.count)"])
  }

  @Test func `a file with symbols is not of one instrument`() {
    var quotes = Quotes(prices: "date,symbol,price\n2024-03-01,AAPL,1\n")
    quotes.symbol = "BTC"
    #expect(quotes.faults == ["F104 5+6"])
  }
}
