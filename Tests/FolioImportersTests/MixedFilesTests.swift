import Folio
import FolioImporters
import Testing

/// Files that no format knows, and files of several formats in one import.
struct MixedFilesTests {
  private func result(_ files: [String]) -> ImportResult {
    var run = ImportRun()
    for (number, text) in files.enumerated() { run.read(Array(text.utf8), name: "file\(number)") }
    return run.finish()
  }

  @Test(
    "an unknown file gets a message about what it is",
    arguments: [
      ("", "the file is empty"), (" \n", "the file is empty"), ("a\u{0}b", "the file is not text"),
      ("OFXHEADER:100\n", "OFX and QFX are not read"),
      ("<?xml version=\"1.0\"?>\n<OFX></OFX>", "OFX and QFX are not read"),
      ("<html></html>", "no format has the XML element <html> first"),
      ("<!DOCTYPE client []><client/>", "has a document type"),
      ("one,two\n", "no format is known for this file"),
    ])
  func unknownFiles(text: String, message: String) {
    let errors = result([text]).findings.errors
    #expect(errors.count == 1)
    #expect(errors.first?.message.contains(message) == true, "\(errors)")
  }

  private static let journal = """
    2031-01-01 open Assets:Broker
    2031-01-01 open Assets:Cash
    2031-01-01 open Equity:Start
    2031-01-02 * "start"
      Assets:Cash  100.00 EUR
      Equity:Start
    2031-01-03 * "buy"
      Assets:Broker  2 QJ {10.00 EUR}
      Assets:Cash
    """
  private static let table = """
    Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate
    2031-01-02T10:00:00.000Z,,CASH TOP-UP,,,$100.00,USD,1
    2031-01-03T10:00:00.000Z,QR,BUY - MARKET,1,$10.00,$10.00,USD,1
    2031-01-04T10:00:00.000Z,QR,BUY - MARKET,1,$12.00,$12.00,USD,1
    2031-01-05T10:00:00.000Z,QR,SELL - MARKET,1,$15.00,$15.00,USD,1

    """

  @Test("the method of a journal does not govern the sales of a table beside it")
  func methods() {
    let result = result([Self.journal, Self.table])
    #expect(result.findings.errors.isEmpty, "\(result.findings.text())")
    #expect(
      result.contents.settings.methods == [
        .init(.specific), .init(.fifo, account: "revolut"),
      ])
  }

  @Test("an alias cannot name a group that its expression does not have")
  func aliasGroups() {
    let journal = """
      alias /^a:(b)/ = c:\\2
      2031-01-02 x
        a:b  1 EUR
        e
      """
    let found = result([journal]).findings.text()
    #expect(found.contains("group \\2, but /^a:(b)/ has 1 group"), "\(found)")
  }
}

/// Files that lost something at their end.
struct CutOffTests {
  @Test(
    "a last row that ends with the file has to be whole",
    arguments: [
      (16, true), (10, true), (32, true), (0, false),
    ])
  func lastRow(_ lost: Int, _ isCut: Bool) {
    let header = "Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n"
    let rows =
      "01/02/2031,MoneyLink Transfer,,Deposit,,,,\"$1,000.00\"\n"
      + "01/03/2031,Buy,QSA,A Company,10,$50.00,$1.00,-$501.00\n"
    var run = ImportRun()
    run.read(Array((header + rows).utf8.dropLast(lost)), name: "file")
    let found = run.finish().findings.diagnostics.map(\.code.rawValue)
    #expect(found.contains("F506") == isCut, "\(found)")
  }
}

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
}
