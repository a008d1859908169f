import Folio
import FolioImporters
import Testing

/// Rows whose sign contradicts what their words say, in files that prove nothing else.
struct ContradictorySignTests {
  private func codes(_ file: String, _ name: String = "export.csv") -> [String] {
    var options = ImportOptions()
    options.currency = Currency("EUR")
    var run = ImportRun(options)
    run.read(Array(file.utf8), name: name)
    return run.finish().findings.diagnostics.map(\.code.rawValue)
      .filter { ["F506", "W633"].contains($0) }
  }

  private static let xtb = "ID;Type;Time;Comment;Symbol;Amount\n"

  @Test("A withheld tax that comes in without one that was withheld is said")
  func withheld() {
    let dividend = "1;Dividend;02.01.2024 10:00:00;QUUX.US USD 1/ SHR;QUUX.US;10\n"
    let tax = "2;Withholding tax;02.01.2024 10:00:00;QUUX.US tax;QUUX.US;"
    #expect(codes(Self.xtb + dividend + tax + "-1.5\n") == [])
    #expect(codes(Self.xtb + dividend + tax + "1.5\n") == ["W633"])
    let refund = "3;Withholding tax;03.02.2024 10:00:00;QUUX.US refund;QUUX.US;1\n"
    #expect(codes(Self.xtb + refund + dividend + tax + "-1.5\n") == [])
  }

  private func flex(_ rows: (type: String, text: String, amount: String)...) -> String {
    let elements = rows.enumerated().map { number, row in
      """
      <CashTransaction accountId="U1" currency="USD" description="\(row.text)" \
      dateTime="2024010\(number + 2)" amount="\(row.amount)" type="\(row.type)" \
      transactionID="\(number + 1)" levelOfDetail="DETAIL" />
      """
    }
    return """
      <FlexQueryResponse><FlexStatements count="1"><FlexStatement accountId="U1" \
      fromDate="20240101" toDate="20241231"><CashTransactions>\(elements.joined())\
      </CashTransactions></FlexStatement></FlexStatements></FlexQueryResponse>
      """
  }

  @Test("Interest that was received does not go out, unless it takes back what came in")
  func interest() {
    let credit = ("Broker Interest Received", "USD CREDIT INT FOR JAN-2024", "3")
    let taken = ("Broker Interest Received", "USD CREDIT INT FOR JAN-2024", "-3")
    let debit = ("Broker Interest Paid", "USD DEBIT INT FOR JAN-2024", "3")
    #expect(codes(flex(credit), "flex.xml") == [])
    #expect(codes(flex(taken), "flex.xml") == ["W633"])
    #expect(codes(flex(debit), "flex.xml") == ["W633"])
    #expect(codes(flex(credit, taken), "flex.xml") == [])
  }

  private static let portfolio =
    "Date,Type,Value,Transaction Currency,Fees,Taxes,Shares,ISIN,Security Name,Note\n"

  @Test(
    "In a table without signs, a refund and interest are above zero, and all fees have one sign")
  func unsigned() {
    func found(_ rows: String...) -> [String] {
      codes(
        Self.portfolio
          + rows.enumerated().map { "2024-01-0\($0 + 2),\($1),EUR,0,0,,,,\n" }.joined())
    }
    #expect(found("Deposit,100", "Tax Refund,12", "Interest,3", "Fees,2") == [])
    #expect(found("Deposit,100", "Tax Refund,-12") == ["F506"])
    #expect(found("Deposit,100", "Interest,-3") == ["W633"])
    #expect(found("Deposit,100", "Fees,2", "Fees,3", "Fees,-2") == ["F506"])
    #expect(found("Deposit,100", "Fees,-2", "Fees,-3") == [])
  }
}
