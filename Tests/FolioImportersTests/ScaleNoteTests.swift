import Folio
import Testing

@testable import FolioImporters

/// Lines of files that say that figures are in thousands or in millions.
struct ScaleNoteTests {
  @Test(arguments: [
    "in thousands", "All amounts in 000s", "Amounts in thousands of US dollars", "Value (000s)",
    "EUR '000", "(in millions)", "Beträge in Tsd. EUR", "Montants en milliers d'euros",
    "Importi in migliaia", "All amounts in this report, unless stated, are in thousands of dollars",
  ])
  func scales(_ text: String) { #expect(ScaleNote.isScale(text)) }

  @Test(arguments: [
    "Amount", "A fee of EUR 10,000", "Value in EUR", "Thousand Oaks Fund", "",
    "We have served millions of clients for more than twenty years, and value each of them",
    "Our funds invest in thousands of companies in many countries, and in all sectors of markets",
  ])
  func nothing(_ text: String) { #expect(!ScaleNote.isScale(text)) }

  @Test func aRowMaySayAnything() {
    let file = """
      ActivityType,Symbol,Date,Currency,Quantity,UnitPrice,Fee
      CashDeposit,EUR,2024-01-02,EUR,1,100,0
      Buy,in thousands,2024-01-03,EUR,2,10,0

      """
    var run = ImportRun()
    run.read(Array(file.utf8), name: "a.csv")
    #expect(run.finish().findings.errors.isEmpty)
    var noted = ImportRun()
    noted.read(Array(("Amounts in thousands\n" + file).utf8), name: "a.csv")
    #expect(noted.finish().findings.errors.map(\.code.rawValue) == ["F533"])
  }
}
