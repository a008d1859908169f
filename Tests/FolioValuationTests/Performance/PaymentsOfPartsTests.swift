import FolioBooking
import FolioModel
import FolioNumbers
import Testing

@testable import FolioValuation
@testable import TestSupport

@Suite("Payments about an instrument, in returns")
struct PaymentsOfPartsTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .group("d", "2024-01-01", .deposit, cash: [.into("usd", 2000, .deposit)])
      .event("b", "2024-01-02", .buy("A", 10, at: 100))
      .group("f", "2024-03-01", .fee, cash: [CashRow.out("usd", 12, .fee).about("A")])
      .group("i", "2024-04-01", .interest, cash: [CashRow.into("usd", 2, .interest).about("A")])
      .price("A", "2024-01-01", 100).price("A", "2024-12-31", 110)
  }

  private func flows(
    _ scope: ReturnScope, only symbol: Bool = false
  ) throws -> [String: ExactDecimal?] {
    var options = BookingOptions()
    options.keepsMovements = true
    let booked = try BookedLedger(booking: books().ledger(), options)
    var question = PerformanceQuestion()
    question.scope = scope
    if symbol { question.instruments = [0] }
    let pass = try #require(PerformancePass(booked, prices: PriceBook(booked.ledger), question))
    var flows: [String: ExactDecimal?] = [:]
    _ = pass.run { flows[pass.name($0.part) ?? ""] = $0.netContributions }
    return flows
  }

  @Test("the instrument is put in what it pays, and pays out what it earns")
  func ofInstrument() throws {
    #expect(try flows(.symbol) == ["A": 1010])
    #expect(try flows(.portfolio, only: true) == ["": 1010])
  }

  @Test("in the whole portfolio they are no flows")
  func ofPortfolio() throws {
    #expect(try flows(.portfolio) == ["": 2000])
  }

  @Test("flows between accounts cancel out, and equal the net contributions of the profit")
  func ofAccounts() throws {
    let flows = try flows(.account)
    #expect(flows["usd"] == 990 && flows[""] == 1010)
    let result = try ProfitAndLoss(of: books().ledger(), BookingOptions(), from: nil)
    let units = try #require(result.lines.first { $0.place == .units(0, 0) })
    #expect(units.figures[.netContributions] == 1010 && units.figures[.fees] == -12)
    #expect(units.figures.profit == 90 && units.figures.difference == 0)
  }
}
