import Folio
import Testing

@testable import FolioImporters

/// Files of one run that have a transaction without an id in two versions.
struct OverlappingFilesTests {
  private func result(_ files: [String]) -> ImportResult {
    var run = ImportRun()
    for (number, text) in files.enumerated() {
      run.read(Array(text.utf8), name: "file-\(number).csv")
    }
    return run.finish()
  }

  private func codes(_ result: ImportResult) -> [String] {
    result.findings.diagnostics.map(\.code.rawValue)
  }

  // MARK: Numbers

  private static let schwab = [
    #""Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount""#,
    #""03/15/2024","Cash Dividend","QXA","QUIXA INC","","","","$12.50""#,
    #""02/12/2024","Buy","QXA","QUIXA INC","3","$10.123","","-$30.37""#,
    #""02/10/2024","Buy","QXA","QUIXA INC","10","$10.00","","-$100.00""#,
    #""01/05/2024","MoneyLink Transfer","","Tfr BANK","","","","$500.00""#,
  ]

  private func schwab(_ rows: [Int], price: String = "$10.123") -> String {
    ([Self.schwab[0]] + rows.map { Self.schwab[$0].replacing("$10.123", with: price) })
      .joined(separator: "\n") + "\n"
  }

  @Test("a price with more digits is another version, and the first file counts")
  func otherDigits() {
    let result = result([schwab([1, 2, 3, 4]), schwab([1, 2, 3, 4], price: "$10.1234")])
    #expect(codes(result) == ["W604"])
    #expect(result.contents.groups.count == 4)
    let prices = result.contents.groups.flatMap(\.stockLegs).compactMap(\.price?.description)
    #expect(prices == ["10.00", "10.123"])
  }

  @Test("files that share no transaction may be those of two accounts, so both versions are booked")
  func nothingInCommon() {
    let result = result([schwab([1, 2]), schwab([2, 3, 4], price: "$10.1234")])
    #expect(codes(result) == ["W606"])
    #expect(result.contents.groups.count == 5)
  }

  @Test("two purchases of a day that one file has stay apart")
  func twoPurchases() {
    let other = Self.schwab[2].replacing("$10.123", with: "$10.12")
      .replacing("-$30.37", with: "-$30.36")
    let rows = Self.schwab.prefix(3) + [other] + Self.schwab.suffix(2)
    let result = result([rows.joined(separator: "\n") + "\n", schwab([1, 2, 3, 4])])
    #expect(codes(result) == [])
    #expect(result.contents.groups.count == 5)
  }

  // MARK: Times

  private static let trading212 = """
    Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),\
    Exchange rate,Result,Currency (Result),Total,Currency (Total),Withholding tax,\
    Currency (Withholding tax),Notes,ID
    Market buy,2024-01-03 10:00:00,US0000000QX1,QXA,QUIXA,10,20.00,EUR,1,,,200.00,EUR,,,,
    Dividend (Ordinary),2024-02-03 10:00:00,US0000000QX1,QXA,QUIXA,10,0.10,EUR,,,,1.00,EUR,0,EUR,,
    Interest on cash,2024-03-04 10:00:00,,,,,,,,,,0.25,EUR,,,,

    """

  @Test("times with and without fractions of a second are those of one transaction")
  func milliseconds() {
    let precise = Self.trading212.replacing(":00:00,", with: ":00:00.123,")
    for files in [[Self.trading212, precise], [precise, Self.trading212]] {
      let result = result(files)
      #expect(codes(result) == ["W604", "W604", "W604"])
      #expect(result.contents.groups.count == 3)
    }
  }

  // MARK: Ids

  private static let flex = """
    <FlexQueryResponse queryName="q" type="AF"><FlexStatements count="1">
    <FlexStatement accountId="U1" fromDate="20240101" toDate="20240331"
     whenGenerated="20240401;120000"><Trades>
    <Trade accountId="U1" currency="USD" assetCategory="STK" symbol="QXA" isin="US0000000QX1"
     dateTime="20240105;100000" tradeDate="20240105" quantity="10" tradePrice="10" taxes="0"
     ibCommission="-1" ibCommissionCurrency="USD" buySell="BUY" levelOfDetail="EXECUTION"
     transactionID="901" />
    </Trades></FlexStatement></FlexStatements></FlexQueryResponse>
    """

  @Test("files with ids of two kinds have the same trades")
  func twoKindsOfIDs() {
    let other = Self.flex.replacing("transactionID=\"901\"", with: "tradeID=\"55\"")
    let result = result([Self.flex, other])
    #expect(result.contents.groups.filter { !$0.stockLegs.isEmpty }.count == 1)
    let later = other.replacing("100000", with: "110000")
    #expect(self.result([Self.flex, later]).contents.groups.count { !$0.stockLegs.isEmpty } == 2)
  }

  @Test("a trade with the broker's id and without it is one trade, and keeps the id")
  func withAndWithoutID() throws {
    let bare = Self.flex.replacing("transactionID=\"901\"", with: "")
    for files in [[Self.flex, bare], [bare, Self.flex]] {
      let result = result(files)
      #expect(codes(result).filter { $0 != "W641" } == [])
      let trades = result.contents.groups.filter { !$0.stockLegs.isEmpty }
      #expect(trades.count == 1)
      #expect(trades.first.flatMap { ImportMark(of: $0)?.nativeID } == "901")
    }
  }

  // MARK: Units that end

  @Test("units that end count once, if one report has the cash for them and the other one has not")
  func unitsThatEnd() throws {
    let account = """
      Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id
      07-06-2024,09:05,07-06-2024,QUIXA NV,NL0000000QX1,\
      Corporate Action Cash Settlement Stock,,EUR,33.00,EUR,978.00,
      07-06-2024,09:00,07-06-2024,QUIXA NV,NL0000000QX1,\
      DELISTING: Sell 3 Quixa NV@0 EUR (NL0000000QX1),,EUR,0.00,EUR,945.00,
      01-03-2024,10:00,01-03-2024,QUIXA NV,NL0000000QX1,\
      Buy 3 Quixa NV@18.3333 EUR (NL0000000QX1),,EUR,-55.00,EUR,945.00,o1
      29-02-2024,08:00,29-02-2024,,,flatex Deposit,,EUR,1000.00,EUR,1000.00,

      """
    let trades = """
      Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,\
      Exchange rate,Transaction and/or third,,Total,,Order ID
      07-06-2024,09:00,QUIXA NV,NL0000000QX1,EAM,XAMS,-3,0.0000,EUR,0.00,EUR,0.00,EUR,,,EUR,\
      0.00,EUR,
      01-03-2024,10:00,QUIXA NV,NL0000000QX1,EAM,XAMS,3,18.3333,EUR,-55.00,EUR,-55.00,EUR,,,\
      EUR,-55.00,EUR,o1

      """
    for files in [[account, trades], [trades, account]] {
      let result = result(files)
      #expect(codes(result).isEmpty, "\(result.findings.text())")
      #expect(result.contents.groups.flatMap(\.stockLegs).map(\.type) == [.buy, .merger])
    }
  }
}
