import Folio
import FolioImporters
import Testing

/// Running balances beside rows that are not booked.
struct SkippedBalanceTests {
  /// An account statement of DEGIRO, whose rows come in the order of time.
  private func result(_ rows: [String], skipsUnknown: Bool = false) -> ImportResult {
    var options = ImportOptions()
    options.skipsUnknown = skipsUnknown
    var run = ImportRun(options)
    let header = "Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id"
    let text = ([header] + rows.reversed()).joined(separator: "\n") + "\n"
    run.read(Array(text.utf8), name: "export.csv")
    return run.finish(addingTo: nil)
  }

  private static func row(
    _ day: Int, _ text: String, _ change: String, _ balance: String
  ) -> String {
    let currency = change.isEmpty ? "" : "EUR"
    let date = "0\(day)-03-2024"
    return "\(date),10:00,\(date),,,\(text),,\(currency),\(change),EUR,\(balance),"
  }

  private let rows = [
    Self.row(1, "Deposit", "1500.00", "1500.00"),
    Self.row(2, "flatex Deposit", "20.00", "1520.00"),
    Self.row(3, "Transfer to your Cash Account at flatexDEGIRO Bank 1520.00 EUR", "", "1520.00"),
    Self.row(3, "Degiro Cash Sweep Transfer", "-1520.00", "1520.00"),
    Self.row(4, "Flatex Interest", "-0.25", "1519.75"),
  ]

  /// The figures that agree, and all of them.
  private func cash(_ result: ImportResult) -> [Int] {
    let comparison = result.report.comparisons.first { $0.subject == "cash" }
    return [comparison?.agree ?? 0, comparison?.count ?? 0]
  }

  @Test func sweepChangesNoBalance() {
    let result = result(rows)
    #expect(cash(result) == [2, 2])
    #expect(result.findings.diagnostics.isEmpty)
  }

  @Test("a row that is lost beside a sweep is found")
  func lostRow() {
    var lost = rows
    lost.remove(at: 1)
    let result = result(lost)
    #expect(cash(result) == [1, 2])
    #expect(result.findings.diagnostics.map(\.code) == [.differsFromSource])
    let first = result.report.comparisons.first?.differences.first?.description
    #expect(first == "export.csv:3: 1520.00 in the file, 1500 booked")
  }

  @Test("two skipped rows that cancel each other, and one that takes money away")
  func movedMoney() {
    let sweep = "Degiro Cash Sweep Transfer"
    let transfer = "Transfer from your Cash Account at flatexDEGIRO Bank 10.00 EUR"
    let pairs = [
      [Self.row(2, sweep, "10.00", "20.00"), Self.row(2, transfer, "", "10.00")],
      // The transfer has its amount only in its text.
      [Self.row(2, transfer, "", "0.00"), Self.row(2, sweep, "10.00", "10.00")],
    ]
    let (first, next) = (
      Self.row(1, "Deposit", "10.00", "10.00"), Self.row(3, "Flatex Interest", "-1.00", "9.00")
    )
    for pair in pairs { #expect(cash(result([first] + pair + [next])) == [1, 1]) }
    let away = [
      Self.row(1, "Deposit", "10.00", "10.00"), Self.row(2, sweep, "-10.00", "0.00"),
      Self.row(3, "Flatex Interest", "-1.00", "-1.00"),
    ]
    let result = result(away)
    #expect(cash(result) == [1, 2])
    #expect(
      result.report.comparisons.first?.differences.first?.description
        == "export.csv:2: -1.00 in the file, 9 booked")
  }

  @Test("an unknown row that the user leaves out is missing in the cash")
  func unknownRow() {
    let unknown = Self.row(5, "Something new", "-1.50", "1518.25")
    let last = result(rows + [unknown], skipsUnknown: true)
    #expect(cash(last) == [2, 3])
    #expect(last.findings.diagnostics.map(\.code) == [.skippedUnknown, .differsFromSource])
    let between = Self.row(6, "Flatex Interest", "-0.25", "1518.00")
    #expect(cash(result(rows + [unknown, between], skipsUnknown: true)) == [3, 4])
  }
}
