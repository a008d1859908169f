import Folio
import Testing

@testable import FolioImporters

/// Trades whose price and cash are in two currencies, without a rate.
struct TwoCurrencyTests {
  private func codes(_ rows: [String]) -> [String] {
    let text = """
      Statement,Header,Field Name,Field Value
      Summary,Header,Field Name,Field Value
      Summary,Data,Base Currency,EUR
      Transaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,\
      Price Currency,Gross Amount ,Commission,Net Amount
      \(rows.map { "Transaction History,Data,\($0)" }.joined(separator: "\n"))
      Transaction History,Data,2024-01-01,U***1,Transfer,Deposit,-,-,-,-,9000.0,-,9000.0

      """
    var run = ImportRun()
    run.read(Array(text.utf8), name: "a.csv")
    return run.finish().findings.diagnostics.map(\.code.rawValue)
  }

  private func trade(
    _ day: String, _ units: String, _ price: String, _ currency: String, _ cash: String
  ) -> String {
    "2024-02-\(day),U***1,QUIXA,Buy,QXA,\(units),\(price),\(currency),\(cash),-,\(cash)"
  }

  @Test func aRateOfMajorCurrenciesIsNearOne() {
    #expect(codes([trade("02", "20", "50", "USD", "-930.00")]).isEmpty)
    #expect(codes([trade("02", "200", "50", "USD", "-930.00")]) == ["W649"])
    #expect(codes([trade("02", "20", "5000", "GBP", "-1160.00")]) == ["W649"])
    #expect(codes([trade("02", "20", "5000", "GBX", "-1160.00")]).isEmpty)
  }

  @Test func aRateIsNotTwiceTheOneBefore() {
    let first = trade("02", "20", "500", "SEK", "-900.00")
    #expect(codes([trade("09", "20", "500", "SEK", "-880.00"), first]).isEmpty)
    #expect(codes([trade("09", "50", "500", "SEK", "-880.00"), first]) == ["W649"])
  }

  @Test func smallAmountsAreRounded() {
    #expect(codes([trade("02", "0.001", "50", "USD", "-0.01")]).isEmpty)
  }
}
