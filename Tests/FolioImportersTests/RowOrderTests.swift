import Folio
import Testing

@testable import FolioImporters

/// The days of a file say in which order its rows are, whatever the usual order of its program is.
struct RowOrderTests {
  private func codes(_ rows: [String]) -> [String] {
    let header = "Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount"
    var run = ImportRun()
    run.read(Array(([header] + rows).joined(separator: "\n").utf8), name: "schwab.csv")
    return run.finish().findings.diagnostics.map(\.code.rawValue)
  }

  private static let deposit = #""02/01/2024","MoneyLink Transfer","","Tfr","","","","$600.00""#
  private static let buy = #""02/05/2024","Buy","QXA","QUIXA INC","10","$50.00","","-$500.00""#
  private static let sell = #""02/05/2024","Sell","QXA","QUIXA INC","4","$50.00","","$200.00""#

  @Test func aDayInTheOrderOfTheFile() {
    #expect(codes([Self.deposit, Self.buy, Self.sell]) == [])
    #expect(codes([Self.sell, Self.buy, Self.deposit]) == [])
    #expect(codes([Self.deposit, Self.sell, Self.buy]) == ["F301"])
    #expect(codes([Self.buy, Self.sell, Self.deposit]) == ["F301"])
  }

  @Test func aDayAloneHasTheUsualOrder() {
    #expect(codes([Self.sell, Self.buy]).contains("F301") == false)
    #expect(codes([Self.buy, Self.sell]).contains("F301"))
  }
}
