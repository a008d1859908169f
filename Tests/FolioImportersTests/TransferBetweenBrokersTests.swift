import Folio
import FolioImporters
import Testing

/// Units that one broker sends and another one receives.
struct TransferBetweenBrokersTests {
  private let sender = """
    "Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
    "03/10/2024","Security Transfer","QUUX","QUUX INC","-10","","",""
    "01/10/2024","Buy","QUUX","QUUX INC","10","$200.00","","-$2000.00"
    "01/09/2024","MoneyLink Transfer","","Tfr BANK","","","","$2000.00"

    """

  private let receiver = """
    Action,Time,ISIN,Ticker,Name,Notes,ID,No. of shares,Price / share,Currency (Price / share),\
    Exchange rate,Result,Currency (Result),Total,Currency (Total)
    Transfer in,2024-03-12 10:00:00,US0000001001,QUUX,Quux Inc,,TI1,10,,USD,,,,,
    Market sell,2024-05-12 10:00:00,US0000001001,QUUX,Quux Inc,,EOF1,4,250.00,USD,1,,,1000.00,USD
    Deposit,2024-06-12 10:00:00,,,,,D1,,,,,,,50.00,USD

    """

  private func result(
    _ files: [String], _ ledger: LedgerContents? = nil, _ options: ImportOptions = ImportOptions()
  ) -> ImportResult {
    var run = ImportRun(options)
    for (number, file) in files.enumerated() {
      run.read(Array(file.utf8), name: "\(number).csv")
    }
    return run.finish(addingTo: ledger)
  }

  @Test("the lots move with their cost, in either order of the files")
  func joined() throws {
    for files in [[sender, receiver], [receiver, sender]] {
      let result = result(files)
      #expect(result.findings.errors.isEmpty, "\(result.findings.text())")
      #expect(result.questions.isEmpty)
      #expect(result.report.joined.count == 1)
      #expect(result.contents.groups.count == 5)
      let transfer = try #require(result.contents.groups.first { $0.stockLegs.count == 2 })
      #expect(transfer.stockLegs.map(\.type) == [.transferOut, .transferIn])
      #expect(transfer.stockLegs.map(\.account) == ["schwab", "trading212"])
      #expect(
        "\(result.report)".contains(
          "joined: 10 QUUX from schwab on 2024-03-10 to trading212 on 2024-03-12"))
    }
  }

  @Test("a second import of either file, or of both, adds nothing")
  func again() {
    let ledger = result([sender, receiver]).contents
    for files in [[sender], [receiver], [receiver, sender]] {
      let again = result(files, ledger)
      #expect(again.contents.groups.isEmpty, "\(again.contents.groups)")
      #expect(again.questions.isEmpty)
      #expect(again.corrections.isEmpty)
      #expect(again.findings.diagnostics.isEmpty, "\(again.findings.text())")
    }
    var deleted = ledger
    for place in deleted.groups.indices where deleted.groups[place].stockLegs.count == 2 {
      deleted.groups[place].isDeleted = true
    }
    #expect(result([receiver], deleted).report.groupsDeleted == 1)
  }

  @Test("without the sender, the units and what needs them wait for one answer")
  func alone() throws {
    let result = result([receiver])
    #expect(result.findings.errors.isEmpty, "\(result.findings.text())")
    #expect(result.questions.map(\.id) == ["cost isin:US0000001001 2024-03-12 10"])
    // The question stays in the ledger.
    #expect(result.contents.groups.map(\.type) == [.deposit, .adjustment])
    #expect(result.report.rowsWaiting == 2)
  }

  @Test("a transfer that the ledger has is corrected with --update")
  func later() throws {
    let ledger = result([sender]).contents
    let asked = result([receiver], ledger)
    #expect(asked.questions.count == 1 && asked.corrections.isEmpty)
    let warning = try #require(asked.findings.diagnostics.first { $0.code.rawValue == "W602" })
    #expect(warning.help.contains("from schwab on 2024-03-10: with --update"))
    var options = ImportOptions()
    options.updates = true
    let joined = result([receiver], ledger, options)
    #expect(joined.questions.isEmpty && joined.findings.errors.isEmpty)
    #expect(joined.corrections.map(\.stockLegs.count) == [2])
    #expect(joined.contents.groups.count == 2)
    var later = ledger
    for group in joined.corrections {
      let place = try #require(later.groups.firstIndex { $0.id == group.id })
      later.groups[place] = group
    }
    later.groups += joined.contents.groups
    later.accounts += joined.contents.accounts
    later.instruments += joined.contents.instruments
    for files in [[sender], [receiver]] {
      let again = result(files, later, options)
      #expect(again.contents.groups.isEmpty && again.corrections.isEmpty)
      #expect(again.findings.diagnostics.isEmpty, "\(again.findings.text())")
    }
  }

  @Test("a side that changes later is a warning, and the transfer stays")
  func changed() throws {
    let ledger = result([sender, receiver]).contents
    for (file, text) in [
      (receiver.replacing("TI1,10,", with: "TI1,9,"), "receives are different"),
      (sender.replacing("\"-10\"", with: "\"-9\""), "lacks|QUUX"),
    ] {
      let later = result([file], ledger)
      #expect(later.corrections.isEmpty)
      if text.hasPrefix("receives") {
        let codes = later.findings.diagnostics.map(\.code.rawValue)
        #expect(codes.contains("W604"), "\(later.findings.text())")
        #expect(later.findings.text().contains(text))
      } else {
        #expect(!later.findings.diagnostics.isEmpty)
      }
    }
  }

  @Test("what is received before it was sent is another transfer")
  func tooEarly() {
    let early = receiver.replacing("2024-03-12", with: "2024-03-01")
    #expect(result([sender, early]).report.joined.isEmpty)
    let midnight = receiver.replacing("2024-03-12 10:00:00", with: "2024-03-10 00:00:00")
    let result = result([sender, midnight])
    #expect(result.report.joined.count == 1)
    #expect(result.findings.errors.isEmpty, "\(result.findings.text())")
  }

  @Test("what was bought with units that wait waits as well")
  func chain() {
    let file = """
      ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,\
      Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),\
      Fees and/or Spread,Notes
      1,2024-01-05 10:00:00 UTC,Receive,ETH,2,EUR,2000,4000,4000,0,Received 2 ETH
      2,2024-01-06 10:00:00 UTC,Convert,ETH,1,EUR,2000,2000,2000,0,\
      Converted 1 ETH to 0.05 BTC
      3,2024-01-07 10:00:00 UTC,Sell,BTC,0.05,EUR,41000,2050,2050,0,Sold 0.05 BTC for 2050 EUR
      4,2024-01-08 10:00:00 UTC,Deposit,EUR,100,EUR,1,100,100,0,Deposit

      """
    let result = result([file])
    #expect(result.findings.errors.isEmpty, "\(result.findings.text())")
    #expect(result.questions.count == 1)
  }

  @Test("another number of units is another transfer")
  func otherUnits() {
    let other = receiver.replacing("TI1,10,", with: "TI1,11,")
    #expect(result([sender, other]).report.joined.isEmpty)
  }
}
