import Folio
import FolioImporters
import Testing

/// Faults and warnings that only files of some other programs can have.
struct ForeignErrorSpecs {
  /// A file for each code.
  static let files = [
    "F521": """
    <client>
      <version>56</version>
      <accounts></client>

    """,
    "W611": """
    <client>
      <version>28</version>
      <accounts>
        <account>
          <name>Giro</name>
          <transactions>
            <account-transaction>
              <date>2015-01-02</date>
              <type>DEPOSIT</type>
              <amount>10000</amount>
            </account-transaction>
          </transactions>
        </account>
      </accounts>
    </client>

    """,
  ]

  /// A file of a known program for each code that only tables have.
  static let tables = [
    "F522": """
    \(header)
    Deposit,2024-01-02 08:00:00,,,,,,,2,000.00,EUR,Bank,d1

    """,
    "F523": """
    \(header)
    Deposit,2024-01-02 08:00:00,,,,,,,20.00,EUR,"rent,d1
    Deposit,2024-01-03 08:00:00,,,,,,,20.00,EUR,"Bank",d2

    """,
    "F524": """
    \(header)
    Deposit,2024-01-02 08:00:00,,,,,,,2000.00,EUR,Bank,d1
    Market buy,2024-01-03 09:30:15,DE0000000QX1,QXA,Quixa,10,100.00,EUR,1100.00,EUR,,b1

    """,
    "W612": """
    date;time;status;reference;description;assetType;type;isin;shares;price;amount;fee;tax;currency
    2024-01-02;10:00:00;Executed;"r1";"Deposit";Cash;Deposit;;;;2000.00;;;EUR
    2024-01-03;12:00:00;Executed;"r2";"Quixa";Security;Buy;DE0000000QX1;1000;99.50;-995.00;;;EUR

    """,
    "W631": """
    ActivityType,Symbol,Date,Currency,Quantity,UnitPrice,Fee
    CashDeposit,EUR,2024-01-02,EUR,1,100,0
    Buy,QXA,2024-01-03,EUR,2,10,0
    Send,QXA,2024-01-04,EUR,1,0,0.50

    """,
    "W632": """
    ActivityType,Symbol,Date,Currency,Quantity,UnitPrice,Fee
    CashDeposit,EUR,2024-01-01T23:00:00Z,EUR,1,100,0
    CashDeposit,EUR,2024-06-30T22:00:00Z,EUR,1,50,0

    """,
    "F533": """
    ActivityType,Symbol,Date,Currency,Quantity,UnitPrice,Fee
    CashDeposit,EUR,2024-01-02,EUR,1,100,0
    Buy,QXA,2024-01-03,EUR,2,10,0
    Units of trades on or prior to the split of July 15 are in units before it.

    """,
    "W645": """
    ActivityType,Symbol,Date,Currency,Quantity,UnitPrice,Fee
    CashDeposit,EUR,2024-01-01T23:00:00Z,EUR,1,100,0
    Buy,QXA,2024-12-31T23:30:00Z,EUR,2,10,0

    """,
    "W633": """
    \(header)
    Deposit,2024-01-02 08:00:00,,,,,,,2000.00,EUR,Bank,d1
    Market buy,2024-01-03 09:30:15,DE0000000QX1,QXA,Quixa,10,100.00,EUR,1000.00,EUR,,b1
    Dividend (Ordinary),2024-03-04 09:30:15,DE0000000QX1,QXA,Quixa,10,0.50,EUR,-5.00,EUR,,

    """,
    "W634": """
    Statement,Header,Field Name,Field Value
    Statement,Data,BrokerName,Interactive Brokers
    Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,\
    Proceeds,Comm/Fee,Realized P/L,Code
    Trades,Data,Order,Stocks,USD,QXA,"2024-01-02, 10:00:00",10,100,-1000,0.5,0,O

    """,
    "W648": """
    \(header)
    Deposit,2024-01-02 08:00:00,,,,,,,1000.00,EUR,Bank,d1
    Market buy,2024-01-03 09:30:15,DE0000000QX1,QXA,Quixa,10,100.00,EUR,1000.00,EUR,,b1
    Market buy,2024-01-04 09:30:15,DE0000000QX1,QXA,Quixa,2,100.00,EUR,200.00,EUR,,b2

    """,
    "W649": """
    \(header)
    Deposit,2024-01-02 08:00:00,,,,,,,2000.00,EUR,Bank,d1
    Market buy,2024-01-03 09:30:15,DE0000000QX1,QXA,Quixa,10,100.00,EUR,1000.00,EUR,,b1
    Market buy,2024-01-04 09:30:15,DE0000000QX1,QXA,Quixa,10,10.00,EUR,100.00,EUR,,b2

    """,
    "W650": """
    \(header)
    Deposit,2024-01-02 08:00:00,,,,,,,1000.00,EUR,Bank,d1
    Deposit,2024-02-02 08:00:00,,,,,,,1000.00,EUR,Bank,d2
    Deposit,2024-03-02 08:00:00,,,,,,,1000.00,USD,Bank,d3
    Deposit,2024-04-02 08:00:00,,,,,,,1000.00,EUR,Bank,d4
    Deposit,2024-05-02 08:00:00,,,,,,,1000.00,EUR,Bank,d5

    """,
    "W651": """
    ActivityType,Symbol,Date,Currency,Quantity,UnitPrice,Fee
    CashDeposit,EUR,2024-01-02,EUR,1,1000,0
    Buy,QXA,2024-01-03,EUR,2,20,15

    """,
    "W652": """
    \(header)
    Deposit,2024-01-02 08:00:00,,,,,,,1000.00,EUR,Bank,d1
    Market buy,2024-01-03 09:30:15,DE0000000QX1,QXA,Quixa,10,100.00,EUR,1000.00,EUR,,b1
    Dividend (Ordinary),2024-03-04 09:30:15,DE0000000QX1,QXA,Quixa,10,50.00,EUR,500.00,EUR,,

    """,
    "W653": """
    \(header)
    Deposit,2024-01-02 08:00:00,,,,,,,1000.00,EUR,Bank,d1
    Market buy,2024-01-03 09:30:15,DE0000000QX1,QXA,Quixa,2,100.00,EUR,200.00,EUR,,b1
    Market buy,2024-01-03 09:30:15,DE0000000QX1,QXA,Quixa,1,100.00,EUR,100.00,EUR,,b2
    Market buy,2024-01-02 09:30:15,DE0000000QX1,QXA,Quixa,3,100.00,EUR,300.00,EUR,,b3
    Market buy,2024-01-05 09:30:15,DE0000000QX1,QXA,Quixa,1,100.00,EUR,100.00,EUR,,b4

    """,
  ]

  private static let header =
    "Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Total,"
    + "Currency (Total),Notes,ID"

  @Test(arguments: tables.keys.sorted())
  func codeOfTablesHasItsGoldenText(_ code: String) throws {
    var run = ImportRun()
    run.read(Array((Self.tables[code] ?? "").utf8), name: "export.csv")
    let result = run.finish()
    #expect(result.findings.diagnostics.map(\.code.rawValue) == [code])
    try Golden(path: "errors/\(code)/expected.txt").expect(
      result.findings.text() + "\(result.report)")
  }

  @Test(arguments: files.keys.sorted())
  func codeHasItsGoldenText(_ code: String) throws {
    var run = ImportRun(formats: Importer.formats)
    run.read(Array((Self.files[code] ?? "").utf8), name: "export.xml")
    let result = run.finish()
    #expect(result.findings.diagnostics.map(\.code.rawValue) == [code])
    try Golden(path: "errors/\(code)/expected.txt").expect(
      result.findings.text() + "\(result.report)")
  }
}
