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
