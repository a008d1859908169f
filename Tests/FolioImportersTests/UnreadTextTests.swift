import FolioImporters
import Testing

/// Columns of text that no rule reads, signs of costs, and days far from each other.
struct UnreadTextTests {
  private static let columns =
    "Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Total,"
    + "Currency (Total),Notes,ID"

  private func codes(
    _ rows: [String], _ header: String, skipsUnknown: Bool = false
  ) -> [String] {
    var options = ImportOptions()
    options.skipsUnknown = skipsUnknown
    var run = ImportRun(options)
    run.read(Array(([header] + rows).joined(separator: "\n").utf8 + [0x0A]), name: "a.csv")
    return run.finish().findings.diagnostics.map(\.code.rawValue)
  }

  private func deposit(_ number: Int, _ last: String) -> String {
    "Deposit,2024-01-0\(number) 08:00:00,,,,,,,100.00,EUR,,d\(number),\(last)"
  }

  @Test(
    "A transaction that did not take place is a fault",
    arguments: [
      ("Status", "Cancelled", "F503"), ("Order status", "REJECTED", "F503"),
      ("State", "pending", "F503"), ("Status", "Completed", ""), ("Statement", "Cancelled", ""),
    ])
  func states(_ name: String, _ word: String, _ code: String) {
    let header = Self.columns + "," + name
    let rows = [deposit(1, "Completed"), deposit(2, word)]
    #expect(codes(rows, header) == (code.isEmpty ? [] : [code]))
    #expect(codes(rows, header, skipsUnknown: true).contains("F503") == false)
  }

  @Test("Rows of several accounts, and amounts in a currency that no rule reads, are said")
  func accountsAndCurrencies() {
    let account = Self.columns + ",Account ID"
    #expect(codes([deposit(1, "A-1"), deposit(2, "A-2")], account) == ["W605"])
    #expect(codes([deposit(1, "A-1"), deposit(2, "A-1")], account).isEmpty)
    let currency = Self.columns + ",Deposit currency"
    #expect(codes([deposit(1, "EUR"), deposit(2, "USD")], currency) == ["W605"])
    #expect(codes([deposit(1, "EUR"), deposit(2, "")], currency).isEmpty)
  }

  @Test("Whole numbers in a column of references are no amounts")
  func references() {
    #expect(codes([deposit(1, "1234")], Self.columns + ",Client ID").isEmpty)
    #expect(codes([deposit(1, "12.34")], Self.columns + ",Client ID") == ["W605"])
    #expect(codes([deposit(1, "1234")], Self.columns + ",Charge") == ["W605"])
  }

  private static let activities = "date,type,symbol,quantity,unit_price,currency,fee,amount"

  @Test("A cost with another sign than most is a fault, in tables whose costs have no sign")
  func signsOfCosts() {
    func purchase(_ day: Int, _ fee: String) -> String {
      "2024-01-0\(day)T10:00:00Z,BUY,QXA,10,50,USD,\(fee),500"
    }
    let deposit = "2024-01-01T09:00:00Z,DEPOSIT,,0,0,USD,0,5000"
    func found(_ fees: [String]) -> [String] {
      let rows = fees.enumerated().map { purchase($0 + 2, $1) }
      return codes([deposit] + rows, Self.activities)
    }
    #expect(found(["1", "1", "-1"]) == ["F506"])
    #expect(found(["-1", "-1", "1"]) == ["F506"])
    #expect(found(["-1", "1"]) == ["F506"])
    #expect(found(["-1", "-1", "0"]).isEmpty)
    #expect(found(["1", "1", "1"]).isEmpty)
  }

  @Test("No currency has the codes XXX and XTS")
  func noCurrency() {
    for code in ["XXX", "XTS"] {
      let row = "2024-01-01T09:00:00Z,DEPOSIT,,0,0,\(code),0,5000"
      #expect(codes([row], Self.activities) == ["F504"])
    }
  }

  @Test(
    "A settlement weeks away from its trade is said",
    arguments: [
      ("05/01/24", false), ("31/01/24", false), ("05/03/24", true), ("02/01/24", false),
      ("25/12/23", true),
    ])
  func settlements(_ day: String, _ isSaid: Bool) {
    let header =
      "Security / ISIN,Transaction Type,Quantity,Share Price,Total Trade Value,"
      + "Trade Date/Time,Settlement Date,Broker"
    let row = "Quixa / ISIN GB0000000QX3,Buy,10,\u{a3}5.00,\u{a3}50.00,03/01/24 10:00:00,\(day),B"
    #expect(codes([row], header).contains("W653") == isSaid)
  }
}
