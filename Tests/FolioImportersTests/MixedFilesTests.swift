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
      ("%PDF-1.7\n", "the file is not text"),
      ("<svg/>", "no format has the XML element <svg> first"),
      ("<html></html>", "the file is a web page"),
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

/// Two reports of one time.
struct NewerReportTests {
  private func report(_ written: String, _ amount: String) -> [UInt8] {
    Array(
      """
      <FlexQueryResponse queryName="q" type="AF"><FlexStatements count="1">
      <FlexStatement accountId="U7000009" fromDate="20310101" toDate="20310630" \
      whenGenerated="\(written)">
      <CashTransactions>
      <CashTransaction accountId="U7000009" currency="USD" fxRateToBase="1" \
      type="Deposits/Withdrawals" \
      dateTime="20310105" reportDate="20310105" amount="\(amount)" transactionID="77" \
      levelOfDetail="DETAIL" description="CASH RECEIPTS" />
      </CashTransactions></FlexStatement></FlexStatements></FlexQueryResponse>
      """.utf8)
  }

  @Test("what the broker wrote last counts, in whatever order the files are named")
  func lastWord() {
    let (old, new) = (report("20310701;080000", "10"), report("2031-08-01, 08:00:00", "12"))
    for files in [[old, new], [new, old]] {
      var run = ImportRun()
      for (number, bytes) in files.enumerated() { run.read(bytes, name: "\(number).xml") }
      let result = run.finish()
      #expect(result.findings.diagnostics.map(\.code.rawValue) == ["W604"])
      #expect(result.contents.groups.flatMap(\.cashLegs).map(\.amount.description) == ["12"])
      #expect(result.report.groupsRepeated == 1)
    }
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
    #expect(found.contains("F522") == isCut, "\(found)")
  }
}
