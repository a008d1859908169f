import FolioBooking
import FolioModel
import FolioNumbers
import FolioValuation
import Testing

@testable import TestSupport

@Suite("Prices: the last one on or before a day")
struct PriceBookTests {
  private func books() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
  }

  private func quote(
    _ builder: LedgerBuilder, on day: Day, tradesCount: Bool = false
  ) throws -> Quote? {
    PriceBook(try builder.ledger(), tradesCount: tradesCount).quote(0, on: day)
  }

  @Test("the last price on or before the day counts, of two rows for a day the later")
  func last() throws {
    let builder = books().price("A", "2024-01-05", 11).price("A", "2024-01-01", 10)
      .price("A", "2024-01-05", 12).price("B", "2024-01-06", 99)
    #expect(try quote(builder, on: "2023-12-31") == nil)
    #expect(try quote(builder, on: "2024-01-04")?.price == 10)
    #expect(try quote(builder, on: "2024-01-05")?.price == 12)
    let late = try #require(try quote(builder, on: "2024-02-01"))
    #expect(late.price == 12)
    #expect(late.day == "2024-01-05")
  }

  @Test("a split after the price restates it, one told for two accounts once")
  func split() throws {
    let builder = books().price("A", "2024-01-01", 100)
      .event("g1", "2024-01-01", .buy("A", 1, at: 100))
      .event("g2", "2024-01-02", .split("A", 3, for: 1).inAccount("x"))
      .event("g3", "2024-01-02", .split("A", 3, for: 1).inAccount("y"))
    let split = try #require(try quote(builder, on: "2024-01-02"))
    #expect(split.unitPrice == "33.333333333333333333")
    #expect(try split.value(of: 3, factor: 1) == 100)
  }

  @Test("a split told again without an account, or for the same one, is another split")
  func splitsOfADay() throws {
    let builder = books().price("A", "2024-01-01", 120)
      .event("g1", "2024-01-01", .buy("A", 1, at: 100).inAccount("x"))
      .event("g2", "2024-01-02T08:00:00Z", .split("A", 2, for: 1))
      .event("g3", "2024-01-02T09:00:00Z", .split("A", 2, for: 1))
      .event("g4", "2024-01-03", .split("A", 3, for: 1).inAccount("x"))
      .event("g5", "2024-01-04", .split("A", 5, for: 1))
    #expect(try quote(builder, on: "2024-01-02")?.unitPrice == 30)
    #expect(try quote(builder, on: "2024-01-03")?.unitPrice == 10)
    #expect(try quote(builder, on: "2024-01-04")?.unitPrice == 2)
    let ledger = try builder.ledger()
    let valued = ValuedLedger(try BookedLedger(booking: ledger), prices: PriceBook(ledger))
    #expect(try valued.positions().first?.marketValue == 120)
  }

  @Test("the price of the day of a split is one after it")
  func priceAfterSplit() throws {
    let builder = books().price("A", "2024-01-02", 50)
      .event("g1", "2024-01-01", .buy("A", 1, at: 100))
      .event("g2", "2024-01-02", .split("A", 2, for: 1))
    #expect(try quote(builder, on: "2024-01-03")?.unitPrice == 50)
  }

  @Test("a trade gives the price where none is quoted, and only if it may")
  func trades() throws {
    let builder = books().event("g1", "2024-01-01", .buy("A", 4, at: "2.5"))
      .price("A", "2024-01-03", 7)
    #expect(try quote(builder, on: "2024-01-02") == nil)
    let traded = try #require(try quote(builder, on: "2024-01-02", tradesCount: true))
    #expect(traded.price == "2.5")
    #expect(traded.isOfTrade)
    #expect(try quote(builder, on: "2024-01-03", tradesCount: true)?.price == 7)
  }
}
