import Folio
import FolioImporters
import Testing

/// Sections of statements of Interactive Brokers, in English and in other languages.
struct StatementSectionTests {
  private func result(_ lines: [String]) -> ImportResult {
    var run = ImportRun()
    run.read(Array(lines.joined(separator: "\n").utf8), name: "U1.csv")
    return run.finish()
  }

  private static let deposits = [
    "Deposits & Withdrawals,Header,Currency,Settle Date,Description,Amount",
    "Deposits & Withdrawals,Data,EUR,2024-01-05,Electronic Fund Transfer,1000",
    "Deposits & Withdrawals,Data,Total,,,1000",
  ]

  @Test("rows of a section that is not known are faults, whatever columns they have")
  func unknownSection() throws {
    let result = result(
      Self.deposits + [
        "Transaktionen,Header,DataDiscriminator,Asset Category,Symbol,Date/Time,Quantity,Proceeds",
        "Transaktionen,Data,Order,Stocks,QSA,\"2024-02-01, 10:00:00\",10,-150",
        "",
      ])
    let found = try #require(result.findings.errors.first)
    #expect(result.findings.errors.map(\.code.rawValue) == ["F503"])
    #expect(found.message.contains("\"section Transaktionen\""))
    #expect(found.help.contains("Create the report in English"))
  }

  @Test("rows of a section without transactions are skipped and counted")
  func knownSection() {
    let result = result(
      Self.deposits + [
        "Net Asset Value,Header,Asset Class,Prior Total,Current Long",
        "Net Asset Value,Data,Cash ,0,1000", "",
      ])
    #expect(result.findings.errors.isEmpty, "\(result.findings.text())")
    #expect(result.report.skipped.map(\.text).contains("a row of the section Net Asset Value"))
  }

  @Test("a statement in another language is recognized by the shape of its rows")
  func otherLanguage() throws {
    let result = result([
      "Statement,Header,Feldname,Feldwert",
      "Statement,Data,Title,Umsatzübersicht",
      "Einzahlungen,Header,Währung,Abwicklungsdatum,Beschreibung,Betrag",
      "Einzahlungen,Data,EUR,2024-01-05,Electronic Fund Transfer,1000", "",
    ])
    let found = try #require(result.findings.errors.first)
    #expect(found.code.rawValue == "F501")
    #expect(found.help.contains("create the report in English"))
  }

  @Test("the cash of a cash report counts as cash")
  func cashReport() {
    let result = result(
      Self.deposits + [
        "Cash Report,Header,Currency Summary,Currency,Total",
        "Cash Report,Data,Starting Cash,EUR,0", "Cash Report,Data,Ending Cash,EUR,1000", "",
      ])
    #expect(result.report.comparisons.map(\.subject) == ["cash"])
    #expect(result.report.comparisons.map(\.agree) == [1])
  }
}
