import FolioImporters
import Testing

/// Rows that nothing in a file contradicts, and that few portfolios have.
struct UnlikelyRowTests {
  private func codes(_ rows: [String], _ header: String = Self.header) -> [String] {
    var run = ImportRun()
    run.read(Array(([header] + rows).joined(separator: "\n").utf8 + [0x0A]), name: "a.csv")
    return run.finish().findings.diagnostics.map(\.code.rawValue)
  }

  private static let header =
    "Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Total,"
    + "Currency (Total),Notes,ID"

  private func deposit(_ day: String, _ amount: String, _ currency: String = "EUR") -> String {
    "Deposit,\(day) 08:00:00,,,,,,,\(amount),\(currency),,\(day)\(amount)"
  }

  private func trade(
    _ kind: String, _ day: String, _ units: String, _ price: String, _ total: String
  ) -> String {
    "Market \(kind),\(day) 09:30:00,DE0000000QX1,QXA,Quixa,\(units),\(price),EUR,\(total),EUR,,"
      + "\(kind)\(day)"
  }

  @Test("Cash below zero is said once, unless a deposit follows or the beginning is not known")
  func cash() {
    let first = deposit("2024-01-02", "1000.00")
    let purchase = trade("buy", "2024-01-03", "11", "100.00", "1100.00")
    let next = trade("buy", "2024-01-04", "1", "100.00", "100.00")
    #expect(codes([first, purchase, next]) == ["W648"])
    #expect(codes([first, purchase, deposit("2024-01-08", "100.00")]).isEmpty)
    #expect(codes([first, purchase, deposit("2024-01-09", "100.00")]) == ["W648"])
    #expect(codes([trade("buy", "2024-01-01", "11", "100.00", "1100.00"), first, next]).isEmpty)
  }

  @Test("A price five times that of the trade before is said, unless a year or a split is between")
  func prices() {
    let first = [
      deposit("2024-01-02", "9000.00"), trade("buy", "2024-01-03", "10", "100.00", "1000.00"),
    ]
    #expect(codes(first + [trade("buy", "2024-02-03", "10", "20.00", "200.00")]) == ["W649"])
    #expect(codes(first + [trade("buy", "2024-02-03", "10", "21.00", "210.00")]).isEmpty)
    #expect(codes(first + [trade("buy", "2025-02-03", "10", "20.00", "200.00")]).isEmpty)
    let units = "Stock distribution,2024-01-09 09:30:00,DE0000000QX1,QXA,Quixa,40,,,,,,d"
    #expect(codes(first + [units, trade("buy", "2024-02-03", "10", "20.00", "200.00")]).isEmpty)
    #expect(
      codes(first + [units, trade("buy", "2024-02-03", "10", "100.00", "1000.00")]) == ["W649"])
  }

  @Test("The only row that is not in the order of time is said")
  func order() {
    func rows(_ days: [Int]) -> [String] {
      let first = [deposit("2024-01-01", "9000.00")]
      return first
        + days.enumerated().map { number, day in
          trade("buy", "2024-01-\(day)", "1", "100.00", "100.00")
            .replacing(",,buy", with: ",,\(number)")
        }
    }
    #expect(codes(rows([10, 11, 11, 12, 13])).isEmpty)
    #expect(codes(rows([10, 11, 10, 12, 13])) == ["W653"])
    #expect(codes(rows([10, 11, 15, 12, 13])) == ["W653"])
    // Several rows out of order are another order.
    #expect(codes(rows([12, 11, 13, 10, 14])).isEmpty)
    #expect(codes(rows([11, 10])).isEmpty)
  }

  @Test("A dividend that its units cannot pay is said")
  func dividends() {
    let first = [
      deposit("2024-01-02", "9000.00"), trade("buy", "2024-01-03", "10", "100.00", "1000.00"),
    ]
    func dividend(_ each: String, _ total: String) -> String {
      "Dividend (Ordinary),2024-03-03 09:30:00,DE0000000QX1,QXA,Quixa,10,\(each),EUR,\(total),EUR,,"
    }
    #expect(codes(first + [dividend("2.00", "20.00")]).isEmpty)
    #expect(codes(first + [dividend("20.01", "200.10")]) == ["W652"])
    #expect(codes(first + [dividend("0.40", "20.00")]) == ["W652"])
  }

  @Test("One row in a currency of its own is said, but no exchange")
  func currencies() {
    let rows = (2...6).map { deposit("2024-01-0\($0)", "100.00") }
    #expect(codes(rows + [deposit("2024-02-01", "100.00", "USD")]) == ["W650"])
    let two = ["2024-02-01", "2024-02-02"].map { deposit($0, "100.00", "USD") }
    #expect(codes(rows + two).isEmpty)
  }

  private static let costs = "ActivityType,Symbol,Date,Currency,Quantity,UnitPrice,Fee"

  @Test("A fee far above all others is said, unless its trade is as much larger")
  func fees() {
    let first = ["CashDeposit,EUR,2024-01-02,EUR,1,90000,0"]
    let trades = (3...6).map { "Buy,QXA,2024-01-0\($0),EUR,2,100,1" }
    let large = first + trades + ["Buy,QXA,2024-01-07,EUR,2,100,9"]
    #expect(codes(large, Self.costs) == ["W651"])
    let proportional = first + trades + ["Buy,QXA,2024-01-07,EUR,20,100,9"]
    #expect(codes(proportional, Self.costs).isEmpty)
    #expect(codes(first + ["Buy,QXA,2024-01-07,EUR,2,20,15"], Self.costs) == ["W651"])
  }
}
