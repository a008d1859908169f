import Folio
import FolioImporters
import Testing

/// Files that are imported into a ledger one after the other.
struct LaterFilesTests {
  private func result(_ text: String, addingTo ledger: LedgerContents? = nil) -> ImportResult {
    var run = ImportRun()
    run.read(Array(text.utf8), name: "file")
    return run.finish(addingTo: ledger)
  }

  @Test("a dividend whose tax comes in a later file is the same dividend")
  func laterTax() {
    let header = "Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n"
    let deposit = "01/02/2031,MoneyLink Transfer,,Deposit,,,,\"$1,000.00\"\n"
    let buy = "01/03/2031,Buy,QSA,A Company,10,$50.00,,-$500.00\n"
    let dividend = "02/03/2031,Cash Dividend,QSA,A Company,,,,$10.00\n"
    let tax = "02/03/2031,NRA Tax Adj,QSA,A Company,,,,-$3.00\n"
    let first = result(header + dividend + buy + deposit)
    let later = result(header + tax + dividend + buy + deposit, addingTo: first.contents)
    #expect(first.findings.errors.isEmpty && later.findings.errors.isEmpty)
    #expect(later.report.groupsCorrected == 1, "\(later.report)")
    #expect(later.contents.groups.isEmpty)
    #expect(later.findings.diagnostics.map(\.code.rawValue) == ["W604"])
  }

  @Test("a sale and a dividend keep their ids if a later file has another one of that day")
  func laterRowsOfADay() {
    let header = "Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n"
    let start = """
      01/03/2031,Buy,QSA,A Company,20,$10.00,,-$200.00
      01/02/2031,MoneyLink Transfer,,Deposit,,,,$900.00

      """
    let sale = "02/03/2031,Sell,QSA,A Company,5,$12.00,,$60.00\n"
    let dividend = "02/03/2031,Qualified Dividend,QSA,A Company,,,,$10.00\n"
    let tax = "02/03/2031,NRA Tax Adj,QSA,A Company,,,,-$3.00\n"
    let more = """
      02/03/2031,Sell,QSA,A Company,3,$12.00,,$36.00
      02/03/2031,NRA Tax Adj,QSA,A Company,,,,-$0.60
      02/03/2031,Non-Qualified Div,QSA,A Company,,,,$2.00

      """
    let first = result(header + sale + dividend + tax + start)
    let later = result(header + more + sale + dividend + tax + start, addingTo: first.contents)
    #expect(later.findings.diagnostics.isEmpty, "\(later.findings.text())")
    #expect(later.report.groupsKnown == 4)
    #expect(later.contents.groups.flatMap(\.stockLegs).map(\.quantity) == [nil, "3"])
    #expect(later.contents.groups.flatMap(\.stockLegs).map(\.taxes) == ["0.60", nil])
  }

  @Test("a group of an order is corrected if a later file has more rows of it")
  func laterRowsOfAnOrder() throws {
    let rules = """
      {"format": "folio-rules/1", "name": "test-orders", "tables": [{
       "header": ["date", "kind", "number"], "account": "test",
       "columns": {"date": "Day", "kind": "Kind", "symbol": "What", "quantity": "Units",
        "amount": "Cash", "number": "Order"}, "set": {"currency": "USD"},
       "read": {"decimal": ".", "date": ["iso"]}, "amounts": {"sign": "cash"}, "cash": false,
       "rows": [{"if": {"kind": "buy"}, "is": "buy"}], "join": [{"by": ["number"]}]}]}
      """
    let importer = Importer(try RuleSet(reading: Array(rules.utf8), name: "rules"))
    func result(_ text: String, addingTo ledger: LedgerContents? = nil) -> ImportResult {
      var run = ImportRun(formats: [importer])
      run.read(Array("Day,Kind,What,Units,Cash,Order\n\(text)".utf8), name: "file")
      return run.finish(addingTo: ledger)
    }
    let first = result("2031-01-02,buy,QSA,5,-50,7\n")
    let later = result(
      "2031-01-02,buy,QSA,5,-50,7\n2031-01-02,buy,QSA,3,-30,7\n", addingTo: first.contents)
    #expect(later.contents.groups.isEmpty && later.report.groupsCorrected == 1)
    #expect(later.findings.diagnostics.map(\.code.rawValue) == ["W604"])
  }

  @Test("a column with amounts that no rule reads is reported, and a fault if all have to agree")
  func unreadColumns() {
    let text = """
      Action,Time,ISIN,Ticker,No. of shares,Price / share,Currency (Price / share),Total,\
      Currency (Total),Levy,Order number,ID
      Market buy,2031-01-03 10:00:00,US0000000931,QSA,2,10.00,USD,20.50,USD,0.50,12345678,E1
      Market buy,2031-01-04 10:00:00,US0000000931,QSA,2,10.00,USD,20.50,USD,0.50,12345679,E2

      """
    for (isStrict, code) in [(false, "W605"), (true, "F503")] {
      var options = ImportOptions()
      options.isStrict = isStrict
      var run = ImportRun(formats: Importer.builtIn, options)
      run.read(Array(text.utf8), name: "file")
      let found = run.finish().findings.diagnostics.filter { $0.message.contains("column") }
      #expect(found.map(\.code.rawValue) == [code])
      #expect(found.first?.message.contains("\"Levy\", whose first amount is 0.50") ?? false)
    }
  }

  @Test("the balances of a journal agree again when it is imported again")
  func balancesAgain() {
    let journal = """
      2031-01-01 open Assets:Cash
      2031-01-01 open Equity:Start
      2031-01-02 * "start"
        Assets:Cash  100.00 EUR
        Equity:Start
      2031-01-03 balance Assets:Cash 100.00 EUR
      """
    let first = result(journal)
    let again = result(journal, addingTo: first.contents)
    #expect(again.report.comparisons.map(\.agree) == [1])
    #expect(again.findings.diagnostics.isEmpty, "\(again.findings.text())")
  }

  private static let journal = """
    2031-01-01 open Assets:Cash
    2031-01-01 open Assets:Stock
    2031-01-01 open Equity:Start
    2031-01-01 open Income:Gains
    2031-01-02 * "start"
      Assets:Cash  1000.00 EUR
      Equity:Start
    2031-01-03 * "buy"
      Assets:Stock  10 QSA {20.00 EUR}
      Assets:Cash  -200.00 EUR
    2031-01-04 * "sell"
      Assets:Stock  -10 QSA {20.00 EUR}
      Assets:Cash   250.00 EUR
      Income:Gains

    """

  @Test(
    "an entry of a journal that was edited is another version, not a second entry",
    arguments: [
      ("1000.00", "1100.00"), ("2031-01-04 * \"sell", "2031-01-05 * \"sell"),
      ("{20.00 EUR}\n  Assets:Cash  -200", "{20.00 EUR}\n  Assets:Cash  -201"),
    ])
  func editedEntries(_ old: String, _ new: String) throws {
    let first = result(Self.journal)
    #expect(first.contents.groups.count == 3)
    var edited = Self.journal.replacing(old, with: new)
    if new.contains("-201") { edited = edited.replacing("{20.00 EUR}", with: "{20.10 EUR}") }
    let second = result(edited, addingTo: first.contents)
    #expect(second.findings.errors.isEmpty, "\(second.findings.text())")
    #expect(second.contents.groups.isEmpty && second.report.groupsGone == 0)
    #expect(Set(second.findings.diagnostics.map(\.code.rawValue)) == ["W604"])
    #expect(Set(second.corrections.map(\.id)).isSubset(of: Set(first.contents.groups.map(\.id))))
    // After the correction the journal agrees, and the next import has nothing to say.
    var ledger = first.contents
    for group in second.corrections {
      let place = try #require(ledger.groups.firstIndex { $0.id == group.id })
      ledger.groups[place] = group
    }
    let third = result(edited, addingTo: ledger)
    #expect(third.findings.diagnostics.isEmpty, "\(third.findings.text())")
    #expect(third.report.groupsKnown == 3)
  }

  @Test("an entry that a journal lost is named, and one more entry is one more")
  func lostEntries() {
    let first = result(Self.journal)
    let entry = "2031-01-03 * \"gift\"\n  Assets:Cash  7.00 EUR\n  Equity:Start\n"
    let more = result(Self.journal + entry, addingTo: first.contents)
    #expect(more.findings.diagnostics.isEmpty, "\(more.findings.text())")
    #expect(more.contents.groups.count == 1)
    var all = first.contents
    all.groups += more.contents.groups
    let less = result(Self.journal, addingTo: all)
    #expect(less.findings.diagnostics.map(\.code.rawValue) == ["W607"])
    #expect(less.report.groupsGone == 1)
  }

  // MARK: Tables

  private func table(_ rows: String...) -> String {
    "Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n"
      + rows.reversed().map { $0 + "\n" }.joined()
  }

  private func deposit(_ day: String, _ amount: String) -> String {
    "\(day)/2031,MoneyLink Transfer,,Deposit,,,,$\(amount)"
  }

  /// The ledger after an import with `--update`.
  private func added(_ result: ImportResult, to ledger: LedgerContents) -> LedgerContents {
    var ledger = ledger
    for group in result.corrections {
      if let place = ledger.groups.firstIndex(where: { $0.id == group.id }) {
        ledger.groups[place] = group
      }
    }
    ledger.groups += result.contents.groups
    return ledger
  }

  private func amounts(_ ledger: LedgerContents) -> [String] {
    ledger.groups.filter { !$0.isDeleted }.flatMap(\.cashLegs).map(\.amount.description).sorted()
  }

  @Test("a corrected row stays the same one in later files, also on their first and last days")
  func correctedRows() {
    let (first, last) = (deposit("01/02", "1.00"), deposit("03/02", "3.00"))
    var ledger = result(table(first, deposit("02/02", "100.00"), last)).contents
    let corrected = result(table(first, deposit("02/02", "120.00"), last), addingTo: ledger)
    #expect(corrected.corrections.count == 1 && corrected.contents.groups.isEmpty)
    ledger = added(corrected, to: ledger)
    #expect(amounts(ledger) == ["1.00", "120.00", "3.00"])
    for rows in [
      table(first, deposit("02/02", "120.00")), table(deposit("02/02", "120.00"), last),
    ] {
      let again = result(rows, addingTo: ledger)
      #expect(again.findings.diagnostics.isEmpty && again.contents.groups.isEmpty)
    }
    // The last day of an earlier export may have been corrected, too.
    let end = result(
      table(first, deposit("02/02", "120.00"), deposit("03/02", "4.00")),
      addingTo: ledger)
    #expect(end.corrections.count == 1 && end.contents.groups.isEmpty)
  }

  @Test("a new row that says what another one said before its correction is a new one")
  func formerContent() {
    let (first, last) = (deposit("01/02", "1.00"), deposit("03/02", "3.00"))
    var ledger = result(table(first, deposit("02/02", "100.00"), last)).contents
    ledger = added(
      result(table(first, deposit("02/02", "110.00"), last), addingTo: ledger), to: ledger)
    let both = table(first, deposit("02/02", "110.00"), deposit("02/02", "100.00"), last)
    let more = result(both, addingTo: ledger)
    #expect(more.findings.diagnostics.isEmpty, "\(more.findings.text())")
    ledger = added(more, to: ledger)
    #expect(amounts(ledger) == ["1.00", "100.00", "110.00", "3.00"])
    #expect(Set(ledger.groups.map(\.id)).count == 4)
    #expect(result(both, addingTo: ledger).contents.groups.isEmpty)
  }

  @Test("what was deleted stays deleted, also after a correction")
  func deletedCorrection() {
    let (first, last) = (deposit("01/02", "1.00"), deposit("03/02", "3.00"))
    var ledger = result(table(first, deposit("02/02", "100.00"), last)).contents
    let corrected = table(first, deposit("02/02", "110.00"), last)
    ledger = added(result(corrected, addingTo: ledger), to: ledger)
    let place = ledger.groups.firstIndex { $0.cashLegs[0].amount.description == "110.00" }
    ledger.groups[place ?? 0].isDeleted = true
    let again = result(corrected, addingTo: ledger)
    #expect(again.contents.groups.isEmpty && again.report.groupsDeleted == 1)
  }

  @Test("equal payments of two months are two payments")
  func monthlyPayments() {
    let (january, march) = (deposit("01/02", "50.00"), deposit("03/02", "50.00"))
    let (start, end) = (deposit("01/01", "9.00"), deposit("04/30", "8.00"))
    let ledger = result(table(start, january, end)).contents
    let later = result(table(start, march, end), addingTo: ledger)
    #expect(later.contents.groups.count == 1)
    #expect(later.findings.diagnostics.map(\.code.rawValue) == ["W607"])
  }

  @Test("the first entry of a journal may be moved, and another journal lacks nothing")
  func movedFirstEntry() {
    let first = result(Self.journal)
    let moved = Self.journal.replacing("2031-01-02 * \"start", with: "2031-01-03 * \"start")
    let second = result(moved, addingTo: first.contents)
    #expect(second.contents.groups.isEmpty && second.corrections.count == 1)
    let other = """
      2031-01-01 open Assets:Other
      2031-01-01 open Equity:Other
      2031-01-01 * "other"
        Assets:Other  5.00 EUR
        Equity:Other
      2031-02-01 * "other"
        Assets:Other  6.00 EUR
        Equity:Other
      """
    let beside = result(other, addingTo: first.contents)
    #expect(beside.findings.diagnostics.isEmpty, "\(beside.findings.text())")
    #expect(beside.contents.groups.count == 2)
  }

  @Test("a file of prices is known the second time, and a table without rows is a fault")
  func emptyFiles() {
    let prices = "2031-01-02 open Assets:A\n2031-01-02 price QSA 5.00 EUR\n"
    let first = result(prices)
    #expect(result(prices, addingTo: first.contents).findings.diagnostics.isEmpty)
    var run = ImportRun()
    run.read(Array(table(deposit("01/02", "1.00")).utf8), name: "one.csv")
    run.read(Array(table().utf8), name: "empty.csv")
    #expect(run.finish().findings.diagnostics.map(\.code.rawValue) == ["F502"])
  }

  @Test("the orders of a broker do not replace what its account statement has")
  func ordersAfterStatement() {
    let statement = """
      Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id
      11-02-2031,09:05,11-02-2031,QUIXA,NL0000000QX1,DEGIRO Transaction and/or third party fees,,\
      EUR,"-1,00",EUR,"912,00",aaaa-0001
      11-02-2031,09:05,11-02-2031,QUIXA,NL0000000QX1,"Buy 5 Quixa@17,4 EUR (NL0000000QX1)",,\
      EUR,"-87,00",EUR,"913,00",aaaa-0001
      10-02-2031,08:00,10-02-2031,,,flatex Deposit,,EUR,"1000,00",EUR,"1000,00",

      """
    let orders = """
      Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,\
      Exchange rate,Transaction and/or third,,Total,,Order ID
      11-02-2031,09:05,QUIXA,NL0000000QX1,EAM,XAMS,5,17.4000,EUR,-87.00,EUR,-87.00,EUR,,-1.00,EUR,\
      -88.00,EUR,aaaa-0001

      """
    let first = result(statement)
    #expect(first.findings.errors.isEmpty && first.contents.groups.count == 2)
    let second = result(orders, addingTo: first.contents)
    #expect(second.findings.diagnostics.isEmpty, "\(second.findings.text())")
    #expect(second.report.groupsKnown == 1 && second.contents.groups.isEmpty)
  }

  @Test("a file that has nothing of the ledger may be one of another account")
  func otherAccount() {
    let first = table(deposit("01/02", "1.00"), deposit("02/02", "2.00"), deposit("03/02", "3.00"))
    let other = table(deposit("01/01", "4.00"), deposit("02/02", "5.00"), deposit("03/03", "6.00"))
    let second = result(other, addingTo: result(first).contents)
    #expect(second.contents.groups.count == 3 && second.corrections.isEmpty)
    #expect(second.findings.diagnostics.map(\.code.rawValue) == ["W607"])
    #expect(second.findings.text().contains("--account"))
    // All transactions that the other file lacks are named.
    let named = result(first).contents.groups.filter { second.findings.text().contains($0.id) }
    #expect(named.count == second.report.groupsGone && named.count > 1)
  }
}
