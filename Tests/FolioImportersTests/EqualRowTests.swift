import Folio
import FolioImporters
import Testing

/// Rows that come twice and have no ids.
struct EqualRowTests {
  private static let header = "date,symbol,quantity,activityType,unitPrice,currency,fee,amount\n"
  private static let deposit = "2031-01-02,$CASH-EUR,1,DEPOSIT,1000,EUR,0,1000\n"
  private static let purchase = "2031-01-03,QUX,10,BUY,50,EUR,1,500\n"

  private func found(_ rows: String) -> [String] {
    var run = ImportRun()
    run.read(Array((Self.header + rows).utf8), name: "export.csv")
    return run.finish().findings.diagnostics.map { "\($0.code.rawValue) \($0.message)" }
      .filter { !$0.hasPrefix("W441") }
  }

  @Test("A row with the id of an earlier row and another content is said")
  func sameIDs() {
    let header =
      "Action,Time,ISIN,Ticker,No. of shares,Price / share,Currency (Price / share),Total,"
      + "Currency (Total),ID\n"
    func found(_ rows: String...) -> [String] {
      var run = ImportRun()
      let text = header + rows.map { "\($0)\n" }.joined()
      run.read(Array(text.utf8), name: "export.csv")
      return run.finish().findings.diagnostics.map(\.code.rawValue)
    }
    let first = "Deposit,2024-01-02 08:00:00,,,,,,5000.00,EUR,d1"
    #expect(found(first, "Deposit,2024-01-02 08:00:00,,,,,,500.00,EUR,d1") == ["W606"])
    #expect(found(first, "Deposit,2024-01-02 08:00:00,,,,,,500.00,EUR,d2") == [])
    #expect(found(first, "Interest on cash,2024-01-02 08:00:00,,,,,,5.00,EUR,d1") == [])
  }

  @Test("A row that comes twice without an id is booked twice, and said once for the file")
  func equalRows() {
    let (deposit, purchase) = (Self.deposit, Self.purchase)
    #expect(found(deposit + purchase) == [])
    #expect(
      found(deposit + deposit + purchase) == [
        "W606 this row has the content of an earlier row and no id, and is booked as well"
      ])
    #expect(
      found(deposit + deposit + deposit + purchase) == [
        "W606 this row has the content of an earlier row and no id, and is booked as well "
          + "(2 such rows)"
      ])
  }
}
