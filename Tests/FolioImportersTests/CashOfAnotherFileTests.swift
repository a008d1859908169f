import Folio
import FolioImporters
import Testing

/// Files of one account, of which some have its cash, and settings that files decide.
struct CashOfAnotherFileTests {
  private let orders = """
    Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,\
    Exchange rate,Transaction costs,,Total,,Order ID
    10-01-2024,10:00,QUUX INC,NL0000000001,EAM,XAMS,10,30.00,EUR,-300.00,EUR,-300.00,EUR,,,,\
    -300.00,EUR,abc-1

    """

  private let cash = """
    Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id
    10-01-2024,10:00,10-01-2024,QUUX INC,NL0000000001,\
    Buy 10 QUUX INC@30 EUR (NL0000000001),,EUR,-300.00,EUR,700.00,abc-1
    05-01-2024,10:00,05-01-2024,,,Deposit,,EUR,1000.00,EUR,1000.00,

    """

  private func result(
    _ files: [String], _ name: String = "csv", _ ledger: LedgerContents? = nil
  ) -> ImportResult {
    var run = ImportRun()
    for (number, file) in files.enumerated() {
      run.read(Array(file.utf8), name: "export-\(number).\(name)")
    }
    return run.finish(addingTo: ledger)
  }

  private func balance(_ contents: LedgerContents) -> ExactDecimal {
    contents.groups.flatMap(\.cashLegs).reduce(.zero) { sum, leg in
      (try? sum.adding(leg.direction == .in ? leg.amount : -leg.amount)) ?? sum
    }
  }

  @Test("orders and the account statement are imported in any order")
  func bothOrders() {
    #expect(balance(result([orders]).contents) == 0, "deposits pay for orders alone")
    for files in [[orders, cash], [cash, orders]] {
      let result = result(files)
      #expect(result.findings.diagnostics.isEmpty, "\(result.findings.text())")
      #expect(balance(result.contents) == 700)
      #expect(result.report.groupsRepeated == 1)
    }
  }

  @Test("the ledger has a deposit for an order, which its account statement replaces")
  func laterStatement() throws {
    let ledger = result([orders]).contents
    let later = result([cash], "csv", ledger)
    #expect(later.corrections.count == 1)
    let finding = try #require(later.findings.diagnostics.first)
    #expect(finding.help.hasPrefix("The ledger has it with a deposit"))
  }

  @Test("deposits that were added to trades are taken back when a file has the real ones")
  func addedDeposits() throws {
    let header = "Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id\n"
    let deposit = "05-02-2024,10:00,05-02-2024,,,Deposit,,EUR,1000.00,EUR,700.00,\n"
    let ledger = result([orders]).contents
    let later = result([header + deposit], "csv", ledger)
    let finding = try #require(later.findings.diagnostics.first { $0.code == .changedAtSource })
    #expect(finding.message.contains("300 EUR"))
    #expect(later.corrections.map { $0.cashLegs.map(\.type) } == [[.principal]])
    var corrected = ledger
    corrected.groups = later.corrections + later.contents.groups
    #expect(balance(corrected) == 700)
    for file in [orders, header + deposit] {
      let again = result([file], "csv", corrected)
      #expect(again.contents.groups.isEmpty && again.corrections.isEmpty)
      #expect(again.findings.diagnostics.isEmpty, "\(again.findings.text())")
    }
  }

  private let journal = """
    2024-01-01 Opening
        assets:broker:cash            $1000.00
        equity:opening

    2024-01-05 Buy
        assets:broker:stocks          10 QUUX @ $18.00
        expenses:fees                 $1.90
        assets:broker:cash

    """

  @Test("a ledger without groups takes the settings of a journal, another one keeps its own")
  func settings() throws {
    var ledger = LedgerContents()
    let first = result([journal], "journal", ledger)
    #expect(first.contents.settings.feeTreatment == .expense)
    #expect(first.contents.settings.lotScope == .account)
    #expect(first.report.otherSettings.isEmpty)
    ledger.settings.lotScope = .portfolio
    let known = result([journal], "journal", ledger)
    #expect(known.contents.settings.lotScope == nil)
    #expect(known.report.otherSettings == ["lot_scope account"])
    ledger = result([orders]).contents
    let later = result([journal], "journal", ledger)
    #expect(later.contents.settings.feeTreatment == nil)
    #expect(later.report.otherSettings == ["fee_treatment expense"])
  }

  @Test("Wealthfolio's columns are all of Sidekick's, and one more")
  func wealthfolio() {
    let file = """
      date,symbol,instrumentType,quantity,activityType,unitPrice,currency,fee,amount,fxRate,subtype
      2024-01-15,,,1,INTEREST,1,USD,0,12.50,,

      """
    let result = result([file])
    #expect(result.report.files.map(\.format) == ["wealthfolio"])
    #expect(
      result.contents.groups.flatMap(\.cashLegs).map(\.amount).contains(
        ExactDecimal(short: 125, places: 1)))
  }

  @Test("a deposit to Coinbase Pro leaves Coinbase, whatever sign it has", arguments: ["", "-"])
  func pro(_ sign: String) {
    let file = """
      ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,\
      Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
      a,2024-01-02 10:00:00 UTC,Buy,ETH,1,USD,2000,2000,2000,0,
      b,2024-01-03 10:00:00 UTC,Pro Deposit,ETH,\(sign)0.25,USD,2000,,,,

      """
    let legs = result([file]).contents.groups.flatMap(\.stockLegs)
    #expect(legs.map(\.type) == [.buy, .transferOut])
    #expect(legs.last?.quantity == ExactDecimal(short: 25, places: 2))
  }

  @Test("a trade of Trading 212 has no amount below zero", arguments: ["1800.00", "-1800.00"])
  func belowZero(_ total: String) {
    let file = """
      Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),\
      Exchange rate,Total,Currency (Total),ID
      Market buy,2024-01-02 10:00:00,US0000000001,QUUX,QUUX,10,180.00,USD,1,\(total),USD,E1

      """
    let codes = result([file]).findings.diagnostics.map(\.code)
    #expect(codes == (total.hasPrefix("-") ? [.contradictoryRow] : []))
  }
}
