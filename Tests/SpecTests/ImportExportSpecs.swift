import Folio
import FolioImporters
import Foundation
import Testing

@testable import FolioCLI

/// What is exported to CSV comes back by import.
struct ImportExportSpecs {
  static let ledgers = ["five-years.json", "five-years-flat.json", "story.json", "taxes.json"]

  private static let ledger = """
    {"portfolio_cash_accounts": [{"id": "c", "currency": "USD"}],
     "stocks_master": [{"symbol": "QXA", "currency": "USD"}],
     "transaction_groups": [
      {"id": "g1", "group_type": "deposit", "occurred_at": "2031-01-02", "cash_transactions": [
       {"cash_account_id": "c", "leg_type": "deposit", "direction": "in", "amount": "1000"}]},
      {"id": "g2", "group_type": "stock_trade", "occurred_at": "2031-01-03", "stock_transactions": [
       {"symbol": "QXA", "trade_type": "buy", "quantity": "10", "price_per_share": "20.5",
        "fees": "1.00"}], "cash_transactions": [
       {"cash_account_id": "c", "leg_type": "principal", "direction": "out", "amount": "205.00"},
       {"cash_account_id": "c", "leg_type": "fee", "direction": "out", "amount": "1.00"}]},
      {"id": "g3", "occurred_at": "2031-02-03", "stock_transactions": [
       {"symbol": "QXA", "trade_type": "split", "ratio": "2:1"}]},
      {"id": "g4", "occurred_at": "2031-03-03", "stock_transactions": [
       {"symbol": "QXA", "trade_type": "sell", "quantity": "3", "gross_amount": "40.00",
        "currency": "USD"}], "cash_transactions": [
       {"cash_account_id": "c", "leg_type": "principal", "direction": "in", "amount": "40.00"}]}]}
    """

  private func run(_ arguments: [String], _ files: [String: String]) -> CommandSession {
    let session = CommandSession(files.mapValues { Array($0.utf8) })
    session.run(arguments)
    return session
  }

  @Test("Folio's CSV gives the ledger back to the byte", arguments: ledgers)
  func roundTrip(_ name: String) throws {
    let url = SpecFiles.examples.appendingPathComponent("ledgers/\(name)")
    let text = try String(contentsOf: url, encoding: .utf8)
    let whole = run(["export", "folio-json", "l.json"], ["l.json": text]).output
    let csv = run(["export", "folio-csv", "l.json"], ["l.json": text]).output
    #expect(csv.split(separator: "\n").count > 5)
    let back = run(["import", "l.csv"], ["l.csv": csv])
    #expect(back.status == 0, "\(back.errors)")
    #expect(back.output == whole)
    let again = run(["export", "folio-csv", "b.json"], ["b.json": back.output]).output
    #expect(again == csv)
  }

  @Test("an export for Ghostfolio that comes back to its ledger adds nothing")
  func ghostfolioComesBack() {
    let exported = run(["export", "ghostfolio", "l.json"], ["l.json": Self.ledger]).output
    var reader = LedgerReader()
    reader.read(Array(Self.ledger.utf8), name: "l.json")
    let ledger = LedgerContents(LedgerCheck(of: reader.finish()).validPart)
    var second = ImportRun()
    second.read(Array(exported.utf8), name: "g.json")
    let result = second.finish(addingTo: ledger)
    #expect(result.report.groupsKnown == 2, "\(result.report)")
    #expect(!result.hasNewRows, "\(result.contents)")
  }

  @Test("a fault in Folio's CSV is shown at its row")
  func faultOfRow() {
    let csv = run(["export", "folio-csv", "l.json"], ["l.json": Self.ledger]).output
    let broken = csv.replacingOccurrences(of: ",205.00,", with: ",205.x,")
    let session = run(["import", "l.csv"], ["l.csv": broken])
    #expect(session.faultCodes == ["F112"])
    #expect(session.errors.contains("l.csv:6:1: error"), "\(session.errors)")
  }

  @Test("cgt-calc gets trades and added units; cash is listed as left out")
  func cgtCalc() {
    let session = run(["export", "cgt-calc-raw", "l.json"], ["l.json": Self.ledger])
    #expect(
      session.output == """
        2031-01-03,BUY,QXA,10,20.5,1.00,USD
        2031-02-03,STOCK_SPLIT,QXA,10,0,0,USD
        2031-03-03,SELL,QXA,3,13.333333333333333333,0,USD

        """)
    let left = "left out of \"g1\": all of it, cash of the type deposit [W430]"
    #expect(session.errors.contains(left))
    #expect(!["g2", "g3", "g4"].contains { session.errors.contains("\"\($0)\"") })
  }

  @Test("acb gets trades and splits; cash is listed as left out")
  func acb() {
    let session = run(["export", "acb", "l.json"], ["l.json": Self.ledger])
    let lines = session.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[1] == "QXA,2031-01-03,2031-01-03,Buy,10,20.5,,USD,,1.00,,")
    #expect(lines[2] == "QXA,2031-02-03,2031-02-03,Split,,,,,,,2-for-1,")
    let left = "left out of \"g1\": all of it, cash of the type deposit [W430]"
    #expect(session.errors.contains(left))
    #expect(!session.errors.contains("\"g3\"") && !session.errors.contains("\"g4\""))
  }

  @Test("the cost of units comes back from Ghostfolio, though their price has no end")
  func ghostfolioPrice() {
    let ledger = """
      {"format": "folio/1",
       "portfolio_cash_accounts": [{"id": "c", "currency": "USD"}],
       "stocks_master": [{"symbol": "QXA", "currency": "USD"}],
       "transaction_groups": [
        {"id": "g1", "group_type": "stock_trade", "occurred_at": "2031-01-03T00:00:00Z",
         "stock_transactions": [{"symbol": "QXA", "trade_type": "short_sell", "quantity": "7",
          "gross_amount": "11864.00", "currency": "USD"}],
         "cash_transactions": [{"cash_account_id": "c", "leg_type": "principal",
          "direction": "in", "amount": "11864.00"}]}]}
      """
    let there = run(["export", "ghostfolio", "l.json"], ["l.json": ledger])
    let back = run(["import", "g.json"], ["g.json": there.output])
    #expect(back.output.contains(#""gross_amount": "11864""#), "\(back.errors)\(back.output)")
  }
}
