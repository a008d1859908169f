import Folio
import Testing

@testable import FolioImporters

/// Files that overlap, and of which one begins or ends between the rows of a transaction.
struct CutFileTests {
  private static let header =
    "Datum;Konto;Typ av transaktion;Värdepapper/beskrivning;Antal;Kurs;Belopp;Transaktionsvaluta;"
    + "Courtage;Valutakurs;Instrumentvaluta;ISIN;Resultat\n"
  /// The rows, the newest first.
  private static let rows = [
    "2031-06-01;1000001;Insättning;Insättning;-;-;10,00;SEK;-;;SEK;-;-\n",
    "2031-05-05;1000001;Utländsk källskatt 15%;Quixa;10;-0,75;-7,50;SEK;;;USD;US0000000QX1;\n",
    "2031-05-05;1000001;Utdelning;Quixa Inc;10;0,50;50,00;SEK;;10,00;USD;US0000000QX1;-\n",
    "2031-02-03;1000001;Köp;Quixa Inc;10;20,00;-2010,00;SEK;10,00;10,00;USD;US0000000QX1;-\n",
    "2031-02-01;1000001;Insättning;Insättning;-;-;5000,00;SEK;-;;SEK;-;-\n",
  ]

  private static func file(_ range: Range<Int>) -> [UInt8] {
    Array((header + rows[range].joined()).utf8)
  }

  private static func result(
    _ files: [Range<Int>], addingTo ledger: LedgerContents? = nil
  ) -> ImportResult {
    var run = ImportRun()
    for (number, range) in files.enumerated() {
      run.read(file(range), name: "file-\(number).csv")
    }
    return run.finish(addingTo: ledger)
  }

  private static func amounts(_ groups: [LedgerGroup]) -> [String] {
    groups.flatMap(\.cashLegs).map { "\($0.type.rawValue) \($0.amount)" }.sorted()
  }

  @Test func aTaxWhoseDividendIsInTheOtherFileCountsOnce() {
    let whole = Self.amounts(Self.result([0..<5]).contents.groups)
    #expect(
      whole == [
        "deposit 10.00", "deposit 5000.00", "dividend 50.00", "fee 10.00",
        "principal 2000.00", "tax 7.50",
      ])
    for files in [[1..<5, 0..<2], [0..<2, 1..<5]] {
      let result = Self.result(files)
      #expect(Self.amounts(result.contents.groups) == whole)
      #expect(result.findings.diagnostics.map(\.code.rawValue) == ["W643"])
    }
  }

  @Test func aTaxThatOnlyOneFileHasIsSaid() {
    for files in [[2..<5, 0..<2], [0..<2, 2..<5]] {
      let codes = Self.result(files).findings.diagnostics.map(\.code.rawValue)
      #expect(codes == ["W643"])
    }
    #expect(Self.result([0..<5, 0..<3]).findings.diagnostics.isEmpty)
  }

  @Test func aTaxWhoseDividendIsInTheLedgerCountsOnce() throws {
    let older = Self.result([1..<5])
    let ledger = try LedgerContents(reading: older.document, name: "ledger")
    let result = Self.result([0..<2], addingTo: ledger)
    #expect(Self.amounts(result.contents.groups) == ["deposit 10.00"])
    #expect(result.findings.diagnostics.map(\.code.rawValue) == ["W643"])
  }
}
