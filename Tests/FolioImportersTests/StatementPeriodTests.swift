import Folio
import Testing

@testable import FolioImporters

/// Days between two statements of an account that neither of them has.
struct StatementPeriodTests {
  private func codes(_ files: [String]) -> [String] {
    var run = ImportRun()
    for (number, text) in files.enumerated() {
      run.read(Array(text.utf8), name: "\(number).txt")
    }
    return run.finish().findings.diagnostics.map(\.code.rawValue)
  }

  private func flex(_ from: String, _ to: String, account: String = "U7") -> String {
    """
    <FlexQueryResponse><FlexStatements count="1">
    <FlexStatement accountId="\(account)" fromDate="\(from)" toDate="\(to)">
    <CashTransactions><CashTransaction accountId="\(account)" currency="USD" description="CASH"
     dateTime="\(from)" reportDate="\(from)" amount="10" type="Deposits/Withdrawals"
     transactionID="\(from)" levelOfDetail="DETAIL" /></CashTransactions>
    </FlexStatement></FlexStatements></FlexQueryResponse>
    """
  }

  @Test(arguments: [
    // 29 March 2024 was a Friday.
    ("20240102", "20240328", "20240401", ["W640"]), ("20240102", "20240328", "20240501", ["W640"]),
    // A weekend, and the first day of a year.
    ("20240102", "20240329", "20240401", []), ("20231201", "20231229", "20240102", []),
    ("20240102", "20240628", "20240301", []),
  ])
  func flexQueries(_ from: String, _ to: String, _ next: String, _ expected: [String]) {
    #expect(codes([flex(from, to), flex(next, "20240731")]) == expected)
    #expect(codes([flex(next, "20240731"), flex(from, to)]) == expected)
    #expect(codes([flex(from, to), flex(next, "20240731", account: "U8")]) == [])
  }

  @Test func activityStatements() {
    func statement(_ period: String, _ day: String) -> String {
      """
      Statement,Header,Field Name,Field Value
      Statement,Data,Period,"\(period)"
      Account Information,Header,Field Name,Field Value
      Account Information,Data,Account,U7
      Deposits & Withdrawals,Header,Currency,Settle Date,Description,Amount
      Deposits & Withdrawals,Data,EUR,\(day),Electronic Fund Transfer,100
      Deposits & Withdrawals,Data,Total,,,100

      """
    }
    let first = statement("January 1, 2024 - March 31, 2024", "2024-01-03")
    let second = statement("April 1, 2024 - June 30, 2024", "2024-04-03")
    let third = statement("July 1, 2024 - September 30, 2024", "2024-07-03")
    #expect(codes([first, second, third]) == [])
    #expect(codes([first, third]) == ["W640"])
  }
}
