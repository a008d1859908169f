import Folio
import FolioImporters
import Testing

/// Trades of which a file does not say whether they are short (Specs/decisions/import-events.md).
struct ShortTradeTests {
  private func result(_ files: [String], _ ledger: LedgerContents? = nil) -> ImportResult {
    var run = ImportRun()
    for (number, file) in files.enumerated() {
      run.read(Array(file.utf8), name: "\(number).csv")
    }
    return run.finish(addingTo: ledger)
  }

  private func codes(_ result: ImportResult) -> [DiagnosticCode] {
    result.findings.errors.map(\.code)
  }

  private func schwab(_ rows: [String]) -> String {
    let header =
      #""Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount""#
    let deposit = #""01/02/2024","Funds Received","","WIRE","","","","$9,000.00""#
    return ([header] + rows.reversed() + [deposit, ""]).joined(separator: "\n")
  }

  private let short = #""02/14/2024","Sell Short","QXA","QUIXA","5","$30.00","","$150.00""#
  private let purchase = #""02/20/2024","Buy","QXA","QUIXA","8","$20.00","","-$160.00""#
  private let other = #""02/05/2024","Buy","QXB","QUIXB","10","$10.00","","-$100.00""#
  private let tooMany = #""03/05/2024","Sell","QXB","QUIXB","50","$12.00","","$600.00""#

  @Test("a purchase buys back what is owed, and its amounts are divided by units")
  func purchaseOfMore() throws {
    let result = result([schwab([short, purchase])])
    #expect(codes(result) == [], "\(result.findings.text())")
    #expect(result.contents.settings.crossingZero == nil)
    let legs = try #require(result.contents.groups.last).stockLegs
    #expect(legs.map(\.type) == [.cover, .buy])
    #expect(legs.map(\.quantity) == [5, 3])
    #expect(legs.map(\.gross) == [100, 60])
    #expect(Set(legs.map(\.id)).count == 2)
  }

  @Test("a short sale of one instrument lets no other sale exceed what is held")
  func otherInstrument() {
    #expect(codes(result([schwab([other, tooMany])])) == [.soldMoreThanHeld])
    #expect(codes(result([schwab([other, short, tooMany])])) == [.soldMoreThanHeld])
  }

  @Test("nor does one of a store that has it from another file")
  func store() {
    let ledger = result([schwab([short])]).contents
    #expect(codes(result([schwab([short, other, tooMany])], ledger)) == [.soldMoreThanHeld])
    let later = result([schwab([short, purchase])], ledger)
    #expect(codes(later) == [], "\(later.findings.text())")
    #expect(later.contents.groups.flatMap(\.stockLegs).map(\.type) == [.cover, .buy])
  }

  @Test("a second import of divided trades adds nothing")
  func again() {
    let files = [schwab([short, purchase])]
    let again = result(files, result(files).contents)
    #expect(again.contents.groups.isEmpty)
    #expect(again.findings.diagnostics.isEmpty, "\(again.findings.text())")
  }

  @Test("a setting of the ledger decides, if it has one")
  func setting() {
    var ledger = LedgerContents()
    ledger.settings.crossingZero = .refuse
    #expect(codes(result([schwab([short, purchase])], ledger)) != [])
  }
}
