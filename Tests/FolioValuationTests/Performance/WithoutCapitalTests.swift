import FolioBooking
import FolioModel
import FolioNumbers
import Testing

@testable import FolioValuation
@testable import TestSupport

@Suite("Returns of the first day, and of days without capital")
struct WithoutCapitalTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
  }

  private func periods(
    _ builder: LedgerBuilder, _ change: (inout PerformanceQuestion) -> Void = { _ in }
  ) throws -> [PeriodReturn] {
    var options = BookingOptions()
    options.keepsMovements = true
    let booked = try BookedLedger(booking: builder.ledger(), options)
    var question = PerformanceQuestion()
    change(&question)
    let pass = try #require(
      PerformancePass(booked, prices: PriceBook(booked.ledger), question))
    var found: [PeriodReturn] = []
    _ = pass.run { found.append($0) }
    return found
  }

  private func whole(_ builder: LedgerBuilder) throws -> PeriodReturn {
    try #require(try periods(builder).first)
  }

  private func paid(
    _ builder: LedgerBuilder, _ id: String, _ at: Timestamp, _ amount: ExactDecimal
  ) -> LedgerBuilder {
    amount.isNegative
      ? builder.group(id, at, .withdrawal, cash: [.out("usd", -amount, .withdrawal)])
      : builder.group(id, at, .deposit, cash: [.into("usd", amount, .deposit)])
  }

  /// Bought at 100, 75 at the close of that day, then 80, 64, 68: 0.64 is the lowest level.
  @Test("a loss on the first day is a fall from the level at the start")
  func firstDay() throws {
    let builder = paid(books(), "d", "2024-01-02", 1_000)
      .event("b", "2024-01-02", .buy("A", 10, at: 100))
      .price("A", "2024-01-02", 75).price("A", "2024-01-31", 80)
      .price("A", "2024-02-01", 64).price("A", "2024-02-02", 68)
    let all = try whole(builder)
    #expect(near(all.timeWeighted, -0.32))
    #expect(near(all.belowHigh, -0.32))
    #expect(near(all.drawdown?.depth, -0.36))
    #expect(all.drawdown?.peak == "2024-01-02" && all.drawdown?.trough == "2024-02-01")
    let months = try periods(builder) { $0.step = .month }
    #expect(near(months[0].belowHigh, -0.2) && near(months[0].drawdown?.depth, -0.25))
    #expect(near(months[1].belowHigh, -0.32) && near(months[1].drawdown?.depth, -0.2))
  }

  @Test("a loss on the day on which everything is sold and withdrawn is a fall")
  func lastDay() throws {
    let builder = paid(
      paid(books(), "d", "2024-01-02", 1_000).event("b", "2024-01-02", .buy("A", 10, at: 100))
        .event("s", "2024-01-10", .sell("A", 10, at: 60)),
      "w", "2024-01-10", -600
    ).price("A", "2024-01-02", 100)
    let all = try whole(builder)
    #expect(near(all.timeWeighted, -0.4) && near(all.drawdown?.depth, -0.4))
    #expect(near(all.belowHigh, -0.4))
  }

  @Test("a purchase that a later deposit pays earns on that deposit")
  func paidLater() throws {
    let builder = paid(
      books().event("b", "2024-01-02", .buy("A", 10, at: 100)), "d", "2024-01-04", 1_000
    )
    .price("A", "2024-01-02", 100).price("A", "2024-01-03", 105).price("A", "2024-01-31", 110)
    let all = try whole(builder)
    #expect(near(all.timeWeighted, 0.1))
    #expect(all.withoutCapital?.days == "2024-01-03"..."2024-01-03")
    #expect(all.withoutCapital?.isLeftOut == false)
  }

  @Test("a fee before the deposit of its day needs no warning")
  func feeFirst() throws {
    let builder = paid(
      books().event("b", "2024-01-02", .buy("A", 10, at: 95).with { $0.fees = 50 }), "d",
      "2024-01-02", 1_000
    )
    .price("A", "2024-01-02", 95).price("A", "2024-01-31", 95)
    let all = try whole(builder)
    #expect(near(all.timeWeighted, -0.05) && all.withoutCapital == nil)
  }

  @Test("a dividend after everything was withdrawn is left out, and the return stays")
  func lateDividend() throws {
    let builder = paid(
      paid(books(), "d", "2024-01-02", 1_000).event("b", "2024-01-02", .buy("A", 10, at: 100))
        .event("s", "2024-03-01", .sell("A", 10, at: 120)),
      "w", "2024-03-01", -1_200
    )
    .event("i", "2024-04-01", .dividend("A", 5))
    .price("A", "2024-01-02", 100).price("A", "2024-03-01", 120)
    let all = try whole(builder)
    #expect(near(all.timeWeighted, 0.2))
    let day: Day = "2024-04-01"
    #expect(all.withoutCapital == .init(days: day...day, isLeftOut: true, gain: 5))
    let part = try #require(try periods(builder) { $0.scope = .symbol }.first)
    #expect(near(part.timeWeighted, 0.2) && part.withoutCapital?.gain == 5)
  }

  @Test("a loss of more than everything counts on the deposit that covers it")
  func negativeValue() throws {
    let start = paid(books(), "d", "2024-01-02", 50)
      .event("b", "2024-01-02", .buy("A", 10, at: 100).with { $0.fees = 75 })
      .price("A", "2024-01-02", 100)
    let lost = try whole(start)
    #expect(near(lost.timeWeighted, -1.5) && near(lost.drawdown?.depth, -1.5))
    #expect(lost.withoutCapital == nil)
    let covered = paid(start, "e", "2024-01-04", 1_000).price("A", "2024-01-31", 110)
    // 975 of 1,050 are left after the deposit, and become 1,075.
    #expect(near(try whole(covered).timeWeighted, 1_075.0 / 1_050 - 1))
  }

  @Test("without any capital there is no return, and no distance from a high")
  func never() throws {
    let builder = books().event("b", "2024-01-02", .buy("A", 10, at: 100))
      .price("A", "2024-01-02", 100).price("A", "2024-01-31", 110)
    let all = try whole(builder)
    #expect(all.timeWeighted == nil && all.belowHigh == nil && all.cumulative == nil)
    #expect(all.withoutCapital?.gain == 100)
  }
}
