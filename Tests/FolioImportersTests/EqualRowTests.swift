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
        "W606 this row has the content of line 2 and no id, and is booked as well"
      ])
    #expect(
      found(deposit + deposit + deposit + purchase) == [
        "W606 this row has the content of line 2 and no id, and is booked as well (2 such rows)"
      ])
  }

  private func cash(_ file: String, _ name: String) -> [String] {
    var run = ImportRun()
    run.read(Array(file.utf8), name: name)
    let result = run.finish()
    let sum = result.contents.groups.flatMap(\.cashLegs).reduce(ExactDecimal.zero) { sum, leg in
      (try? sum.adding(leg.direction == .in ? leg.amount : -leg.amount)) ?? sum
    }
    return ["\(sum.normalized())"]
      + result.findings.diagnostics.map(\.code.rawValue).filter { $0 == "W606" }
  }

  @Test("A row that is joined to another one is booked once, too")
  func joinedRows() {
    let header = "ID;Type;Time;Comment;Symbol;Amount;Currency\n"
    let dividend = "1;Dividend;02.01.2024 10:00:00;QUUX.US USD 1/ SHR;QUUX.US;10;USD\n"
    let tax = "2;Withholding tax;02.01.2024 10:00:00;QUUX.US tax;QUUX.US;-1.5;USD\n"
    let other = tax.replacing("-1.5", with: "-2.5")
    #expect(cash(header + dividend + tax, "x.csv") == ["8.5"])
    #expect(cash(header + dividend + tax + tax, "x.csv") == ["8.5", "W606"])
    #expect(cash(header + dividend + dividend + tax, "x.csv") == ["8.5", "W606"])
    #expect(cash(header + dividend + tax + other, "x.csv") == ["6", "W606"])
  }

  @Test("A row of a Flex query is booked once, before taxes are added to dividends")
  func flexRows() {
    func row(_ type: String, _ amount: String, _ id: String) -> String {
      """
      <CashTransaction accountId="U1" currency="USD" symbol="QUUX" conid="9" \
      description="QUUX(US0000000001) CASH DIVIDEND USD 1 PER SHARE - US TAX" \
      dateTime="20240103" amount="\(amount)" type="\(type)" transactionID="\(id)" \
      levelOfDetail="DETAIL" />

      """
    }
    func found(_ rows: String...) -> [String] {
      cash(
        """
        <FlexQueryResponse><FlexStatements count="1"><FlexStatement accountId="U1" \
        fromDate="20240101" toDate="20241231"><CashTransactions>
        \(rows.joined())</CashTransactions></FlexStatement></FlexStatements></FlexQueryResponse>
        """, "flex.xml")
    }
    let (dividend, tax) = (row("Dividends", "10", "1"), row("Withholding Tax", "-1.5", "2"))
    #expect(found(dividend, tax) == ["8.5"])
    #expect(found(dividend, tax, tax) == ["8.5", "W606"])
    #expect(found(dividend, tax, row("Withholding Tax", "-1.5", "3")) == ["7"])
    let unnamed = row("Withholding Tax", "-1.5", "")
    #expect(found(dividend, unnamed, unnamed) == ["7", "W606"])
  }
}
