import Folio
import FolioImporters
import Testing

@testable import TestSupport

/// Faults and warnings that every import can have, shown with a format that only tests have.
struct ImportErrorSpecs {
  /// The lines of a file for each code.
  static let files: [String: [String]] = [
    "F501": ["Date,Description,Amount"],
    "F502": ["lines\n2024-01-31 total X 0 100\n"],
    "F503": ["lines\n2024-01-02 barter X 1 100\n2024-01-03 barter X 1 100\n"],
    "F504": ["lines\n2024-02-30 buy X 1 100\n"],
    "F505": ["lines\n2024-01-02 either X 1 100\n"],
    "F506": ["lines\n2024-01-02 negative X 1 100\n"],
    "F507": ["lines\n2024-01-02 half X 1 100\n"],
    "F509": ["lines\n2024-01-02 deposit X 0 100\n2024-01-03 lost X 1 100\n"],
    "F510": ["lines\n2024-01-02 deposit X 0 100 - 100\n2024-01-04 deposit X 0 50 - 180\n"],
    "W601": ["lines\n2024-01-02 deposit X 0 100 - 100\n2024-01-04 deposit X 0 50 - 180\n"],
    "W602": ["lines\n2024-01-02 deposit X 0 100\n2024-01-04 receive BTC 0.5 0\n"],
    "W603": ["lines\n2024-01-02 deposit B\u{F6}rse 0 100\n"],
    "W604": ["lines\n2024-01-02 deposit X 0 100 d7\n", "lines\n2024-01-02 deposit X 0 90 d7\n"],
    "W605": ["lines\n2024-01-02 deposit X 0 100\n2024-01-03 barter X 1 100\n"],
    "W621": ["2024-01-02 Opening\n  Assets:Cash  $100.00\n  Equity:Opening\n"],
    "W637": ["2024-01-02 Opening\n  Assets:Cash  100.00\n  Equity:Opening\n"],
    "W622": [
      """
      option "operating_currency" "USD"
      2024-01-02 * "Sell short"
        Assets:Stocks  -10 DUSK {100.00 USD}
        Assets:Cash   1000.00 USD

      """
    ],
    "F530": [
      """
      option "operating_currency" "USD"
      2024-01-02 * "Buy"
        Assets:Stocks  10 DUSK {100.00 USD}
        Assets:Cash
      2024-01-03 * "Sell"
        Assets:Stocks  -4 DUSK {90.00 USD} @ 110.00 USD
        Assets:Cash    440.00 USD
        Income:Gains

      """
    ],
    "F531": [
      """
      commodity DUSK  ; lots: FIFOALL
      2024-01-02 buy
        assets:first   10 DUSK {100.00 USD}
        assets:cash
      2024-02-02 buy
        assets:second  10 DUSK {110.00 USD}
        assets:cash
      2024-03-02 sell
        assets:second  -5 DUSK {} @ 120.00 USD
        assets:cash    600.00 USD

      """
    ],
    "F532": [
      """
      2024-01-02 buy
        assets:broker  10 DUSK @ 100.00 USD
        assets:cash
      2024-03-02 sell
        assets:broker  -5 DUSK
        assets:cash    600.00 USD
        income:gains

      """
    ],
    "F511": ["lines\n2024-01-02 deposit X 0 100\n2024-01-03 buy X 1 100\n"],
    "W607": ["lines\n2024-01-02 deposit X 0 100\n2024-01-09 deposit X 0 50\n"],
    "W606": ["lines\n2024-01-02 deposit X 0 100 d7\n2024-01-02 deposit X 0 100 d7\n"],
    "W640": ["lines\n2024-01-02 deposit X 0 100 - 150\n"],
    "W641": [
      """
      {"activities": [{"currency": "EUR", "dataSource": "MANUAL", "date": "2024-01-02",
        "fee": 0, "quantity": 1, "symbol": "QUUX", "type": "BUY", "unitPrice": 100}]}
      """
    ],
    "W642": [
      """
      Statement,Header,Field Name,Field Value
      Account Information,Header,Field Name,Field Value
      Account Information,Data,Account,U1
      Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,\
      Proceeds,Comm/Fee,Basis,Realized P/L,Code
      Trades,Data,Order,Stocks,USD,QUUX,"2024-02-01, 10:00:00",-10,300,3000,0,-2000,1000,C
      Trades,Data,ClosedLot,Stocks,USD,QUUX,2023-05-02,10,200,,,2000,1000,LT

      """
    ],
    "W643": [
      "lines\n2024-01-02 deposit X 0 100\n2024-01-05 deposit X 0 70\n",
      """
      lines
      2024-01-05 deposit X 0 70
      2024-01-05 deposit X 0 80
      2024-01-09 deposit X 0 50

      """,
    ],
    "W644": [
      """
      lines
      2024-01-02 deposit X 0 100
      2024-01-03 buy X 0.1234567 100
      2024-01-04 sell X 0.1234567000000000001 90

      """
    ],
  ]

  /// The lines of a file that was imported before, for some codes.
  private static let earlier = [
    "F511": "lines\n2024-02-02 deposit X 0 100\n2024-02-03 sell X 1 100\n",
    "W607":
      "lines\n2024-01-02 deposit X 0 100\n2024-01-05 deposit X 0 70\n2024-01-09 deposit X 0 50\n",
  ]

  /// The ledger that the earlier file made.
  private func ledger(_ code: String) throws -> LedgerContents? {
    guard let text = Self.earlier[code] else { return nil }
    var options = ImportOptions()
    let answers = """
      {"answers": [{"id": "opening ticker:X:EUR in a", "quantity": "1", "cost": "80",
      "acquired": "2023-01-02"}]}
      """
    options.answers = try ImportAnswers(reading: Array(answers.utf8), name: "answers.json")
    var run = ImportRun(formats: [.lines], options)
    run.read(Array(text.utf8), name: "earlier.txt")
    let result = run.finish()
    #expect(result.findings.errors.isEmpty)
    return result.contents
  }

  @Test(arguments: files.keys.sorted())
  func codeHasItsGoldenText(_ code: String) throws {
    var options = ImportOptions()
    options.isStrict = code == "F510"
    options.skipsUnknown = code == "W605"
    let isJournal = ["W62", "W63", "F53"].contains { code.hasPrefix($0) }
    let usesBuiltIn = isJournal || ["W641", "W642"].contains(code)
    let formats = usesBuiltIn ? Importer.builtIn : [.lines]
    var run = ImportRun(formats: formats, options)
    for (number, text) in (Self.files[code] ?? []).enumerated() {
      let bytes = code == "W603" ? text.unicodeScalars.map { UInt8($0.value) } : Array(text.utf8)
      run.read(bytes, name: number == 0 ? "export.txt" : "export-\(number).txt")
    }
    let result = run.finish(addingTo: try ledger(code))
    #expect(result.findings.diagnostics.map(\.code.rawValue) == [code])
    let proof = "\(result.report)"
    try Golden(path: "errors/\(code)/expected.txt").expect(result.findings.text() + proof)
  }

  /// A file of answers or symbols that cannot be read.
  @Test func answersThatCannotBeRead() throws {
    do {
      _ = try ImportAnswers(reading: Array("{\"answers\": [{}]}".utf8), name: "answers.json")
      Issue.record("the answer without an id was taken")
    } catch {
      try Golden(path: "errors/F508/expected.txt").expect(error.text())
    }
  }
}
