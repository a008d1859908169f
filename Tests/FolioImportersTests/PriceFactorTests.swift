import Folio
import Testing

@testable import FolioImporters

/// Prices for a part of a unit: only bonds have them.
struct PriceFactorTests {
  private func run(_ header: String, _ rows: [String], _ name: String = "q") -> ImportResult {
    var run = ImportRun()
    run.read(Array(([header] + rows).joined(separator: "\n").utf8 + [0x0A]), name: "\(name).csv")
    return run.finish()
  }

  private func codes(_ result: ImportResult) -> [String] {
    result.findings.diagnostics.map(\.code.rawValue)
  }

  private static let scalable =
    "date;time;status;reference;description;assetType;type;isin;shares;price;amount;fee;tax;"
    + "currency"

  private func trade(_ name: String, _ units: String, _ amount: String, _ id: String) -> String {
    "2024-01-0\(id);12:00:00;Executed;r\(id);\(name);Security;Buy;DE0000000QX1;\(units);99.50;"
      + "\(amount);;;EUR"
  }

  private let deposit =
    "2024-01-02;10:00:00;Executed;r1;Deposit;Cash;Deposit;;;;9000.00;;;EUR"

  @Test(
    "a name shows a bond or a fund",
    arguments: [
      ("Quixa 4.25% 2031", ""), ("Quixa", "W612"), ("Quixa World UCITS ETF", "F524"),
      ("US TREASURY BILL24 DUE 08/22/24", ""), ("Quix Treasury Wine", "W612"),
    ])
  func names(name: String, code: String) {
    let result = run(Self.scalable, [deposit, trade(name, "1000", "-995.00", "3")])
    #expect(codes(result) == (code.isEmpty ? [] : [code]), "\(name)")
  }

  @Test("a reading without a factor wins, and all trades of an instrument have one factor")
  func readings() {
    let small = run(Self.scalable, [deposit, trade("Quixa", "0.0001", "-0.01", "3")])
    #expect(codes(small).isEmpty)
    let mixed = run(
      Self.scalable,
      [deposit, trade("Quixa", "10", "-995.00", "3"), trade("Quixa", "1000", "-995.00", "4")])
    #expect(codes(mixed) == ["F524"])
  }

  @Test(
    "kinds of instruments",
    arguments: [
      ("STOCK", InstrumentClass.pricedByUnit), ("Equity and Index Options", .pricedByUnit),
      ("Bond ETF", .pricedByUnit), ("Treasury Bills", .bond), ("BOND", .bond),
      ("PRIVATE_FUND", .pricedByUnit), ("Security", nil), ("", nil),
    ])
  func kinds(text: String, expected: InstrumentClass?) {
    #expect(InstrumentClass(kind: text) == expected, "\(text)")
  }

  @Test("interest that no column gives is at most a fifth of the amount")
  func interest() {
    let bond = "Quixa 4.25% 2031"
    let row = trade(bond, "1000", "-1015.00", "3")
    #expect(codes(run(Self.scalable, [deposit, row])).isEmpty)
    let large = trade(bond, "1000", "-1300.00", "3")
    #expect(codes(run(Self.scalable, [deposit, large])) == ["F524"])
  }

  private static let trading212 =
    "Action,Time,ISIN,Ticker,Name,ID,No. of shares,Price / share,Currency (Price / share),"
    + "Exchange rate,Total,Currency (Total)"

  @Test(
    "the rate of a trade in two currencies explains its units",
    arguments: [
      ("10,50.00,USD,1.25", ""), ("1000,50.00,USD,1.25", "F524"), ("10,50.00,USD,1.50", "W601"),
      ("100,344.00,GBX,86.00", ""), ("10000,344.00,GBX,86.00", "F524"),
    ])
  func rates(trade: String, code: String) {
    let rows = [
      "Deposit,2024-01-02 09:00:00,,,,d1,,,,,9000.00,EUR",
      "Market buy,2024-01-03 09:00:00,US0000000QX1,QXA,Quixa,o1,\(trade),400.00,EUR",
    ]
    #expect(codes(run(Self.trading212, rows)) == (code.isEmpty ? [] : [code]), "\(trade)")
  }

  @Test("a symbol of letters is no bond at brokers that give bonds a number")
  func tickers() {
    let header =
      "\"Date\",\"Action\",\"Symbol\",\"Description\",\"Quantity\",\"Price\",\"Fees & Comm\","
      + "\"Amount\""
    for (symbol, expected) in [("QXA", ["F524"]), ("912000QX1", ["W612"])] {
      let rows = [
        "\"01/03/2024\",\"Buy\",\"\(symbol)\",\"QUIXA\",\"1,000\",\"$99.50\",\"\",\"-$995.00\"",
        "\"01/02/2024\",\"Wire Received\",\"\",\"WIRE\",\"\",\"\",\"\",\"$2,000.00\"",
      ]
      #expect(codes(run(header, rows)) == expected, "\(symbol)")
    }
  }

  @Test(
    "Flex queries compare units times price with their amounts",
    arguments: [
      ("10", "STK", []), ("1000", "STK", ["F524"]), ("1000", "BOND", []), ("10", "BOND", ["F524"]),
    ])
  func flex(units: String, category: String, expected: [String]) {
    let text = """
      <FlexQueryResponse queryName="q" type="AF"><FlexStatements count="1">
      <FlexStatement accountId="U1" fromDate="20240101" toDate="20240201">
      <Trades><Trade accountId="U1" currency="USD" assetCategory="\(category)" symbol="QXA"
      conid="1" tradeID="7" dateTime="20240103;100000" buySell="BUY" quantity="\(units)"
      tradePrice="99.5" multiplier="1" proceeds="-995" ibCommission="0" ibCommissionCurrency="USD"
      taxes="0" netCash="-995" transactionID="8" /></Trades></FlexStatement></FlexStatements>
      </FlexQueryResponse>
      """
    var run = ImportRun()
    run.read(Array(text.utf8), name: "q.xml")
    let found = codes(run.finish()).filter { $0 == "F524" }
    #expect(found == expected)
  }
}
