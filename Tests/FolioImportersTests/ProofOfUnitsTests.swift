import Folio
import FolioImporters
import Testing

/// The units that files give, compared with what was booked.
struct ProofOfUnitsTests {
  private func result(_ files: [String], _ ledger: LedgerContents? = nil) -> ImportResult {
    var run = ImportRun()
    for (number, file) in files.enumerated() {
      run.read(Array(file.utf8), name: "export-\(number).csv")
    }
    return run.finish(addingTo: ledger)
  }

  /// A statement of Interactive Brokers with ten units of QUUX, and further rows.
  private func statement(_ rows: String) -> String {
    """
    Statement,Header,Field Name,Field Value
    Account Information,Header,Field Name,Field Value
    Account Information,Data,Account,U1
    Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,\
    Proceeds,Comm/Fee,Code
    Trades,Data,Order,Stocks,USD,QUUX,"2024-02-01, 10:00:00",10,300,-3000,0,O
    \(rows)

    """
  }

  private func action(_ text: String, _ new: String, _ quantity: String) -> String {
    "Corporate Actions,Data,Stocks,USD,\"2024-03-01, 20:25:00\",\"\(text) \(new)\",\(quantity),0"
  }

  private let actions =
    "Corporate Actions,Header,Asset Category,Currency,Date/Time,Description,Quantity,Proceeds\n"

  private func held(_ result: ImportResult) throws -> [String: ExactDecimal] {
    var reader = LedgerReader()
    reader.acceptsUnknownKeys = true
    reader.read(result.contents.document(), name: "ledger")
    let booked = try BookedLedger(booking: LedgerCheck(of: reader.finish()).validPart)
    return Dictionary(uniqueKeysWithValues: try booked.holdings().map { ($0.symbol, $0.quantity) })
  }

  @Test("a split says how many units it adds, so a lost purchase is found", arguments: [90, 63])
  func split(added: Int) {
    let text = "QUUX(US0000000001) Split 10 for 1"
    let row = action(text, "(QUUX, QUUX INC, US0000000001)", "\(added)")
    let result = result([statement(actions + row)])
    #expect(result.findings.diagnostics.map(\.code) == (added == 90 ? [] : [.differsFromSource]))
    #expect(result.report.comparisons.map(\.agree) == [added == 90 ? 1 : 0])
  }

  @Test("a list of positions lacks units that were booked")
  func unlisted() throws {
    let rows = """
      Trades,Data,Order,Stocks,USD,QUAX,"2024-02-02, 10:00:00",2,50,-100,0,O
      Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity
      Open Positions,Data,Summary,Stocks,USD,QUUX,10
      """
    let result = result([statement(rows)])
    let finding = try #require(result.findings.diagnostics.first)
    #expect(finding.code == .differsFromSource)
    #expect(finding.message.contains("0 units of QUAX"))
  }

  @Test("an exchange moves the units of its rows, and the others stay")
  func part() throws {
    let text = "QUUX(US0000000001) Tendered to US0000000009 1 FOR 1"
    let rows = [
      action(text, "(QUUX, QUUX INC, US0000000001)", "-4"),
      action(text, "(QUUX.TEN, QUUX INC - TENDER, US0000000009)", "4"),
    ]
    let result = result([statement(actions + rows.joined(separator: "\n"))])
    #expect(try held(result) == ["QUUX": 6, "QUUX.TEN": 4])
  }

  @Test("the ticker of an action is in its last parentheses")
  func parentheses() throws {
    let text = "QUUX(US0000000001) CUSIP/ISIN Change to (US0000000009)"
    let rows = [
      action(text, "(QUUX, QUUX INC, US0000000001)", "-10"),
      action(text, "(QUAX, QUAX INC, US0000000009)", "10"),
    ]
    #expect(try held(result([statement(actions + rows.joined(separator: "\n"))])) == ["QUAX": 10])
  }

  @Test("a ticker that only the split made old is the one of the trades before it")
  func oldTicker() throws {
    let text = "QUUX(US0000000001) Split 1 for 5"
    let rows = [
      action(text, "(QUUX.OLD, QUUX INC, US0000000001)", "-10"),
      action(text, "(QUUX, QUUX INC, US0000000009)", "2"),
    ]
    let result = result([statement(actions + rows.joined(separator: "\n"))])
    #expect(try held(result) == ["QUUX": 2])
    #expect(result.findings.diagnostics.isEmpty, "\(result.findings.text())")
  }
}

/// The units that rows of dividends state.
struct UnitsOfDividendTests {
  private func differences(_ rows: [String]) -> [String] {
    let header =
      "Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),"
      + "Exchange rate,Result,Currency (Result),Total,Currency (Total),Notes,ID"
    var run = ImportRun()
    run.read(Array(([header] + rows + [""]).joined(separator: "\n").utf8), name: "t.csv")
    return run.finish().findings.diagnostics.map { "\($0.code.rawValue) \($0.message)" }
  }

  private let deposit = "Deposit,2024-01-02 09:00:00,,,,,,,,,,2000.00,USD,x,d1"
  private let purchase =
    "Market buy,2024-01-03 09:00:00,US0000000QX1,QXA,Quixa,10,5.00,USD,1,,,50.00,USD,,o1"

  private func dividend(_ units: String, _ day: String) -> String {
    "Dividend (Ordinary),\(day) 09:00:00,US0000000QX1,QXA,Quixa,\(units),0.10,USD,"
      + "Not available,,,\(units == "40" ? "4.00" : "1.00"),USD,,"
  }

  @Test("as many were held on a day of the months before")
  func held() {
    let sale =
      "Market sell,2024-02-20 09:00:00,US0000000QX1,QXA,Quixa,6,6.00,USD,1,6.00,USD,36.00,USD,,o2"
    #expect(differences([deposit, purchase, dividend("10", "2024-02-10")]) == [])
    #expect(differences([deposit, purchase, sale, dividend("10", "2024-03-01")]) == [])
    let late = differences([deposit, purchase, sale, dividend("10", "2024-08-01")])
    #expect(late.count == 1 && late[0].hasPrefix("W601 the dividend is for 10 units"), "\(late)")
  }

  @Test("other units show a lost row")
  func lost() {
    let found = differences([deposit, purchase, dividend("40", "2024-02-10")])
    let text = "W601 the dividend is for 40 units, but 10 were held"
    #expect(found.count == 1 && found[0].hasPrefix(text), "\(found)")
  }
}
