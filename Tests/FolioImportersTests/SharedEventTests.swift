import Folio
import FolioImporters
import Testing

/// Corporate actions that the files of several accounts report.
struct SharedEventTests {
  /// A statement with ten units before a split.
  private func statement(_ account: String, splitOn day: String = "2030-08-31") -> String {
    """
    Statement,Header,Field Name,Field Value
    Statement,Data,Title,Activity Statement
    Account Information,Header,Field Name,Field Value
    Account Information,Data,Account,\(account)
    Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,\
    C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
    Trades,Data,Order,Stocks,USD,QUUX,"2030-02-01, 10:00:00",10,300,300,-3000,-1,3001,0,0,O
    Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,\
    Proceeds,Value,Realized P/L,Code
    Corporate Actions,Data,Stocks,USD,\(day),"\(day), 20:25:00",\
    "QUUX(US0000000001) Split 4 for 1 (QUUX, QUUX INC, US0000000001)",30,0,0,0,
    Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Mult,\
    Cost Price,Cost Basis,Close Price,Value,Unrealized P/L,Code
    Open Positions,Data,Summary,Stocks,USD,QUUX,40,1,75,3001,120,4800,0,
    Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Security ID,\
    Underlying,Listing Exch,Multiplier,Type,Code
    Financial Instrument Information,Data,Stocks,QUUX,QUUX INC,1,US0000000001,,NASDAQ,1,COMMON,

    """
  }

  private let schwab = """
    "Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
    "08/29/2030","Stock Split","QUUX","QUUX INC","30","","",""
    "01/03/2030","Buy","QUUX","QUUX INC","10","$300.00","","-$3,000.00"
    "01/02/2030","MoneyLink Transfer","","Tfr BANK","","","","$10000.00"

    """

  private func result(
    _ files: [String], addingTo ledger: LedgerContents? = nil
  ) -> ImportResult {
    var run = ImportRun()
    for (number, file) in files.enumerated() {
      run.read(Array(file.utf8), name: "export-\(number).csv")
    }
    return run.finish(addingTo: ledger)
  }

  private func units(_ contents: LedgerContents) throws -> ExactDecimal {
    var reader = LedgerReader()
    reader.acceptsUnknownKeys = true
    reader.read(contents.document(), name: "ledger")
    let booked = try BookedLedger(booking: LedgerCheck(of: reader.finish()).validPart)
    return try booked.holdings().reduce(.zero) { (try? $0.adding($1.quantity)) ?? $0 }
  }

  @Test("the event of each account changes its own units")
  func oneRun() throws {
    let result = result([statement("U1"), statement("U2", splitOn: "2030-09-02")])
    #expect(result.findings.diagnostics.isEmpty, "\(result.findings.text())")
    #expect(result.report.groupsRepeated == 0)
    #expect(try units(result.contents) == 80)
  }

  @Test("an event that the ledger has for all accounts is known")
  func eventOfAllAccounts() throws {
    var ledger = result([statement("U1")]).contents
    for place in ledger.groups.indices where ledger.groups[place].stockLegs.first?.type == .split {
      ledger.groups[place].stockLegs[0].account = nil
      ledger.groups[place].otherColumns = []
    }
    let second = result([statement("U2")], addingTo: ledger)
    #expect(second.report.groupsKnown == 1)
    ledger.groups += second.contents.groups
    ledger.accounts += second.contents.accounts
    #expect(try units(ledger) == 80)
  }

  @Test("an event that the ledger has of another account is another one")
  func store() throws {
    let first = result([statement("U1")])
    var ledger = first.contents
    let second = result([statement("U2")], addingTo: ledger)
    #expect(second.findings.diagnostics.isEmpty, "\(second.findings.text())")
    ledger.groups += second.contents.groups
    ledger.accounts += second.contents.accounts
    #expect(try units(ledger) == 80)
    #expect(second.report.groupsKnown == 0 && second.report.groupsRepeated == 0)
    for file in [statement("U1"), statement("U2")] {
      let again = result([file], addingTo: ledger)
      #expect(again.contents.groups.isEmpty && again.findings.diagnostics.isEmpty)
    }
  }

  @Test("units that an event added to one account are the ratio of another file")
  func addedUnits() throws {
    let both = result([schwab, statement("U1")])
    #expect(both.findings.diagnostics.isEmpty, "\(both.findings.text())")
    #expect(try units(both.contents) == 80)
    #expect(try units(result([schwab]).contents) == 40)
  }

  @Test("a broker may sell the old units and buy the new ones")
  func soldAndBought() throws {
    let degiro = """
      Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id
      31-08-2030,08:00,31-08-2030,QUUX INC,US0000000001,\
      STOCK SPLIT: Buy 40 QUUX INC@75 USD (US0000000001),,USD,-3000.00,USD,0.00,
      31-08-2030,08:00,31-08-2030,QUUX INC,US0000000001,\
      STOCK SPLIT: Sell 10 QUUX INC@300 USD (US0000000001),,USD,3000.00,USD,3000.00,
      10-01-2030,10:00,10-01-2030,QUUX INC,US0000000001,\
      Buy 10 QUUX INC@300 USD (US0000000001),,USD,-3000.00,USD,0.00,abc-1
      05-01-2030,10:00,05-01-2030,,,Deposit,,USD,3000.00,USD,3000.00,

      """
    let both = result([statement("U1"), degiro])
    #expect(try units(both.contents) == 80)
  }

  @Test("what nobody edited is not edited: a split has no currency, the store gives it one")
  func impliedCurrency() {
    var ledger = result([statement("U1")]).contents
    for place in ledger.groups.indices where ledger.groups[place].stockLegs.first?.type == .split {
      ledger.groups[place].stockLegs[0].currency = .usDollar
    }
    let corrected = statement("U1").replacing("Split 4 for 1", with: "Split 2 for 1")
    let again = result([corrected], addingTo: ledger)
    #expect(again.report.groupsEdited == 0 && again.corrections.count == 1)
    #expect(again.corrections.first?.stockLegs.first?.ratio == Ratio(new: 2, old: 1))
  }

  @Test("a correction keeps the notes and the columns of the user")
  func words() {
    var ledger = result([statement("U1")]).contents
    for place in ledger.groups.indices {
      ledger.groups[place].notes = "mine"
      ledger.groups[place].otherColumns.append(LedgerColumn("mark", json: "\"blue\""))
    }
    let corrected = statement("U1").replacing("10,300,300,-3000", with: "10,301,300,-3010")
    let again = result([corrected], addingTo: ledger)
    #expect(again.corrections.count == 1)
    #expect(again.corrections.first?.notes == "mine")
    #expect(again.corrections.first?.otherColumns.map(\.key).contains("mark") == true)
  }

  @Test("a ticker without an ISIN is the instrument that the ledger has under that symbol")
  func knownTicker() {
    let first = result([statement("U1")])
    var options = ImportOptions()
    options.knownInstruments = first.contents.instruments
    #expect(options.knownInstruments.map(\.isin) == ["US0000000001"])
    var run = ImportRun(options)
    run.read(Array(schwab.utf8), name: "schwab.csv")
    let second = run.finish(addingTo: first.contents)
    #expect(Set(second.contents.groups.flatMap(\.stockLegs).map(\.symbol)) == ["QUUX"])
  }

  /// A statement whose ten units of QUUX become others, with cash.
  private func exchanged(_ account: String, _ rows: (old: String, new: String)) -> String {
    let statement = statement(account)
    let lines = statement.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      if line.hasPrefix("Open Positions") { return [String]() }
      if !line.contains("Split 4 for 1") { return [String(line)] }
      return [rows.old, rows.new].map {
        "Corporate Actions,Data,Stocks,USD,2030-08-31,\"2030-08-31, 20:25:00\"," + $0
      }
    }
    return lines.joined(separator: "\n")
  }

  @Test("a merger with cash takes the units of its account alone")
  func mergersWithCash() throws {
    let rows = (
      old: "\"QUUX(US0000000001) Merged(Acquisition) WITH US0000000009 1 for 4 "
        + "(QUUX, QUUX INC, US0000000001)\",-10,12.50,0,0,",
      new: "\"QUUX(US0000000001) Merged(Acquisition) WITH US0000000009 1 for 4 "
        + "(QUAX, QUAX INC, US0000000009)\",2.5,0,0,0,"
    )
    let both = result([exchanged("U1", rows), exchanged("U2", rows)])
    #expect(both.findings.diagnostics.isEmpty, "\(both.findings.text())")
    let legs = both.contents.groups.flatMap(\.stockLegs).filter { $0.type == .merger }
    #expect(legs.map(\.quantity) == [10, 10])
    #expect(try units(both.contents) == 5)
    var ledger = result([exchanged("U1", rows)]).contents
    let later = result([exchanged("U2", rows)], addingTo: ledger)
    ledger.groups += later.contents.groups
    ledger.accounts += later.contents.accounts
    #expect(try units(ledger) == 5)
  }

  @Test("each account is paid for its own fraction of a split")
  func splitsWithFractions() throws {
    let rows = (
      old: "\"QUUX(US0000000001) Split 1 for 4 (QUUX, QUUX INC, US0000000001)\",-10,150,0,0,",
      new: "\"QUUX(US0000000001) Split 1 for 4 (QUUX, QUUX INC, US0000000001)\",2,0,0,0,"
    )
    let both = result([exchanged("U1", rows), exchanged("U2", rows)])
    #expect(both.findings.diagnostics.isEmpty, "\(both.findings.text())")
    #expect(try units(both.contents) == 4)
  }
}
