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

  @Test(
    "The total of a section proves its rows",
    arguments: [
      ("Total,,,1000", []), ("Total,,,1500", ["W601"]),
      ("Total in USD,,,1100\nDeposits & Withdrawals,Data,Total,,,1000", []),
    ])
  func totals(_ total: String, _ expected: [String]) {
    let found = result(Self.deposits.dropLast() + ["Deposits & Withdrawals,Data,\(total)", ""])
    #expect(found.findings.diagnostics.map(\.code.rawValue) == expected)
  }

  @Test("A statement that ends within a section is said, if other sections have totals")
  func cutSection() {
    let interest = [
      "Interest,Header,Currency,Date,Description,Amount",
      "Interest,Data,EUR,2024-02-05,EUR Credit Interest for Jan-2024,1.50",
      "Interest,Data,Total,,,1.50",
    ]
    func codes(_ lines: [String]) -> [String] {
      result(lines + [""]).findings.diagnostics.map(\.code.rawValue)
    }
    #expect(codes(Self.deposits + interest) == [])
    #expect(codes(Self.deposits + interest.dropLast()) == ["W601"])
    #expect(codes(Self.deposits.dropLast() + interest.dropLast()) == [])
  }

  @Test("Trades whose subtotal is missing are said, if other instruments have one")
  func cutTrades() {
    let lines =
      Self.deposits + [
        "Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,"
          + "T. Price,Proceeds,Comm/Fee,Basis,Realized P/L,Code",
        "Trades,Data,Order,Stocks,EUR,QXA,\"2024-02-03, 10:00:00\",10,10,-100,-1,101,0,O",
        "Trades,SubTotal,,Stocks,EUR,QXA,,10,,-100,-1,101,0,",
        "Trades,Data,Order,Stocks,EUR,QXB,\"2024-02-04, 10:00:00\",5,10,-50,-1,51,0,O",
      ]
    let end = "Trades,SubTotal,,Stocks,EUR,QXB,,5,,-50,-1,51,0,"
    #expect(result(lines + [end, ""]).findings.diagnostics.map(\.code.rawValue) == [])
    #expect(result(lines + [""]).findings.diagnostics.map(\.code.rawValue) == ["W601"])
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
    #expect(result.report.comparisons.map(\.subject) == ["totals", "cash"])
    #expect(result.report.comparisons.map(\.agree) == [1, 1])
  }
}
