import Folio
import Testing

@testable import FolioImporters

/// Cash before the first row of a statement, and between two statements.
struct CashBeforeTests {
  private func run(
    _ files: [String], addingTo ledger: LedgerContents? = nil
  ) throws
    -> ImportResult
  {
    let rules = """
      {"format": "folio-rules/1", "name": "q", "title": "Q", "tables": [{
        "header": ["date", "kind", "amount"], "account": "q",
        "columns": {"date": "Date", "kind": "Kind", "amount": "Amount", "balance": "Balance"},
        "set": {"currency": "EUR"}, "read": {"decimal": ".", "date": ["iso"]},
        "amounts": {"sign": "cash", "mean": "net"},
        "rows": [{"if": {"kind": "Cash"}, "is": "cash"}]}]}
      """
    let set = try RuleSet(reading: Array(rules.utf8), name: "q.json")
    var run = ImportRun(formats: [Importer(set)])
    for (number, rows) in files.enumerated() {
      run.read(Array("Date,Kind,Amount,Balance\n\(rows)\n".utf8), name: "\(number).csv")
    }
    return run.finish(addingTo: ledger)
  }

  private func cash(_ result: ImportResult) -> [String] {
    result.findings.diagnostics.map { "\($0.code.rawValue) \($0.message)" }
  }

  private let january = "2024-01-02,Cash,100,100\n2024-01-05,Cash,-40,60"
  private let march = "2024-03-02,Cash,10,85\n2024-03-05,Cash,5,90"

  @Test func theCashBeforeTheFirstRowIsStated() throws {
    #expect(try cash(run([january])).isEmpty)
    #expect(try cash(run([march])).count == 1)
    #expect(try cash(run([march]))[0].hasPrefix("W640 q-eur has 75 before the first row"))
  }

  @Test func cashBetweenTwoStatementsIsStated() throws {
    for files in [[january, march], [march, january]] {
      let found = try cash(run(files))
      #expect(found.count == 1)
      #expect(found[0].hasPrefix("W640 q-eur has 15 more at the beginning"))
    }
    let less = march.replacing("85", with: "65").replacing("90", with: "70")
    #expect(try cash(run([january, less]))[0].contains("has -5 less at the beginning"))
    let between = "2024-02-02,Cash,15,"
    #expect(try cash(run([january, between, march])).isEmpty)
  }

  @Test func aLedgerHasTheCashBefore() throws {
    let first = try run([january])
    let right = "2024-03-02,Cash,10,70\n2024-03-05,Cash,5,75"
    #expect(try cash(run([right], addingTo: first.contents)).isEmpty)
    #expect(try cash(run([march], addingTo: first.contents))[0].contains("has 15 before"))
  }

  @Test func statementsThatCutADayOrOverlapAreNoGap() throws {
    let second = "2024-01-05,Cash,20,80\n2024-01-06,Cash,20,100"
    #expect(try cash(run([january, second])).allSatisfy { !$0.hasPrefix("W640") })
    let overlap = "2024-01-05,Cash,-40,60\n2024-01-06,Cash,20,80"
    #expect(try cash(run([january, overlap])).allSatisfy { !$0.hasPrefix("W640") })
  }

  @Test func aDifferenceElsewhereHidesNothing() throws {
    let wrong = march.replacing("90", with: "91")
    let codes = try cash(run([wrong])).map { $0.prefix(4) }
    #expect(codes.contains("W640") && codes.contains("W601"))
  }

  @Test func sumsThatDoNotFitAreAFault() throws {
    let large = String(repeating: "9", count: 35)
    let rows = "2024-01-02,Cash,\(large),\n2024-01-03,Cash,\(large)9,\n2024-01-04,Cash,\(large)9,1"
    #expect(try !run([rows]).findings.errors.isEmpty)
  }

  @Test func theCashAtTheBeginningOfAReportIsStated() {
    var run = ImportRun()
    let text = """
      Statement,Header,Field Name,Field Value
      Summary,Header,Field Name,Field Value
      Summary,Data,Base Currency,USD
      Summary,Data,Starting Cash,12.50
      Summary,Data,Ending Cash,512.50
      Transaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,\
      Gross Amount ,Commission,Net Amount
      Transaction History,Data,2024-02-01,U***1,Electronic Fund Transfer,Deposit,-,-,-,500.0,-,500.0

      """
    run.read(Array(text.utf8), name: "a.csv")
    let found = run.finish().findings.diagnostics
    #expect(found.map(\.code.rawValue) == ["W640"])
    #expect(found.first?.message.contains("has 12.5 before") == true)
  }
}
