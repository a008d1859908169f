import Folio
import Testing

@testable import FolioImporters

/// Lines of files that say in which units their rows are.
struct SplitNoteTests {
  @Test(arguments: [
    "Sales that occurred on or prior to the July 15, 2022 stock split are in pre-split values.",
    "Quantities before the split", "Units before split", "Not adjusted for stock splits",
    "unadjusted for splits", "Stückzahlen vor dem Split", "nicht splitbereinigt",
    "Quantités avant le split", "quantità prima dello split", "Aantallen voor de split",
    "Cantidades no ajustadas por split", "not split-adjusted",
  ])
  func unitsOfTheirDay(_ text: String) { #expect(SplitNote.units(in: text) == .ofTheirDay) }

  @Test(arguments: [
    "All quantities are adjusted for splits", "split-adjusted units",
    "splitbereinigte Stückzahlen",
    "Quantités ajustées du split", "Cantidades ajustadas por splits", "gecorrigeerd voor splits",
  ])
  func adjustedUnits(_ text: String) { #expect(SplitNote.units(in: text) == .adjusted) }

  @Test(arguments: [
    "Split Ratio", "Stock Split", "Price before fees", "Prices are adjusted daily", "",
    "Total before taxes", "The split of QXA takes place after the close",
  ])
  func nothing(_ text: String) { #expect(SplitNote.units(in: text) == nil) }

  private static let purchase = """
    ActivityType,Symbol,Date,Currency,Quantity,UnitPrice,Fee
    CashDeposit,EUR,2024-01-02,EUR,1,100,0
    Buy,QXA,2024-01-03,EUR,2,10,0

    """

  private func codes(_ texts: String...) -> [String] {
    var run = ImportRun()
    for (number, text) in texts.enumerated() {
      run.read(Array(text.utf8), name: "file-\(number)")
    }
    return run.finish().findings.errors.map(\.code.rawValue)
  }

  @Test func aLedgerWithTheSplitFitsUnitsOfTheirDay() {
    let noted = Self.purchase + "Units before the split are units of their day.\n"
    let split = """
      {"format": "folio/1", "stocks_master": [{"symbol": "QXA", "currency": "EUR"}],
       "transaction_groups": [{"id": "s", "group_type": "corporate_action",
        "occurred_at": "2024-02-01T00:00:00Z", "stock_transactions": [
         {"id": "s1", "symbol": "QXA", "trade_type": "split", "ratio": "2:1"}]}]}
      """
    #expect(codes(noted) == ["F533"])
    #expect(codes(noted, split) == [])
  }

  @Test func adjustedUnitsNeedNoSplit() {
    let wealthfolio = """
      date,symbol,quantity,activityType,unitPrice,currency,fee,amount
      2031-01-02,$CASH-USD,1,DEPOSIT,1,USD,0,1000
      2031-01-03,QXA,10,BUY,10,USD,0,

      """
    let note = "All quantities are adjusted for splits.\n"
    #expect(codes(wealthfolio + note) == [])
    #expect(codes(wealthfolio + "2031-02-03,QXA,0,SPLIT,0,USD,0,2\n" + note) == ["F533"])
  }
}
