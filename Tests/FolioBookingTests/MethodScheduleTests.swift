import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

/// Lots of 10 at 100 (January), 300 (February) and 200 (March); worked out by hand.
@Suite("A method that changes by day and instrument")
struct MethodScheduleTests {
  private func history(_ symbol: String = "A") -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
      .event("g1", "2024-01-01", .buy(symbol, 10, at: 100))
      .event("g2", "2024-02-01", .buy(symbol, 10, at: 300))
      .event("g3", "2024-03-01", .buy(symbol, 10, at: 200))
  }

  private func rules(_ booked: Booked) -> [MatchingRule] {
    booked.result.disposals.map(\.matching)
  }

  @Test("one entry for all is the same as the word")
  func oneEntry() throws {
    let listed = history().method(.lifo).event("g4", "2024-04-01", .sell("A", 15, at: 400))
    let booked = try Booked(listed)
    #expect(booked.gains == ["A 2024-03-01 10 4000 2000", "A 2024-02-01 5 2000 1500"])
    #expect(rules(booked) == [.lifo, .lifo])
    #expect(booked.result.options.method == nil)
    expectSoundBooks(booked)
  }

  @Test("where no entry has come yet it is fifo")
  func beforeTheFirst() throws {
    let builder = history().method(.lifo, from: "2024-05-01")
      .event("g4", "2024-04-30", .sell("A", 5, at: 400))
      .event("g5", "2024-05-01", .sell("A", 5, at: 400))
    let booked = try Booked(builder)
    #expect(booked.gains == ["A 2024-01-01 5 2000 500", "A 2024-03-01 5 2000 1000"])
    #expect(rules(booked) == [.fifo, .lifo])
  }

  @Test("an entry that names the symbol wins, even over a later one that names none")
  func namedWins() throws {
    let builder = history().method(.lifo, "A").method(.hifo, from: "2024-03-15")
      .event("g4", "2024-04-01", .sell("A", 5, at: 400))
    #expect(rules(try Booked(builder)) == [.lifo])
  }

  @Test("of entries of the same kind the latest day that has come counts, in any order")
  func latestDay() throws {
    let builder = history().method(.hifo, from: "2024-03-15").method(.lofo, from: "2025-01-01")
      .method(.lifo)
      .event("g4", "2024-04-01", .sell("A", 5, at: 400))
    #expect(rules(try Booked(builder)) == [.hifo])
  }

  @Test("another instrument is not touched")
  func otherInstrument() throws {
    let builder = history("B").method(.fifo).method(.lifo, "A")
      .event("g4", "2024-04-01", .sell("B", 5, at: 400))
    #expect(rules(try Booked(builder)) == [.fifo])
  }

  @Test("going over to average, the pool gathers what the open lots still cost")
  func toAverage() throws {
    let builder = history().method(.fifo).method(.average, from: "2024-04-01", "A")
      .event("g4", "2024-03-31", .sell("A", 5, at: 400))
      .event("g5", "2024-04-01", .sell("A", 5, at: 400))
    let booked = try Booked(builder)
    // Left after the first sale: 5 at 100, 10 at 300, 10 at 200: 5,500 for 25.
    #expect(booked.gains == ["A 2024-01-01 5 2000 500", "A 2024-01-01 5 2000 1100"])
    #expect(rules(booked) == [.fifo, .average])
    #expect(booked.lots == ["A - 2024-02-01 10 2200 2200", "A - 2024-03-01 10 2200 2200"])
    expectSoundBooks(booked)
  }

  @Test("going away from average, each lot keeps its share of the pool")
  func fromAverage() throws {
    let builder = history().method(.average).method(.lifo, from: "2024-04-01")
      .event("g4", "2024-03-15", .sell("A", 15, at: 400))
      .event("g5", "2024-04-01", .buy("A", 10, at: 100))
      .event("g6", "2024-04-02", .sell("A", 15, at: 400))
    let booked = try Booked(builder)
    #expect(
      booked.gains == [
        "A 2024-01-01 10 4000 2000", "A 2024-02-01 5 2000 1000", "A 2024-04-01 10 4000 1000",
        "A 2024-03-01 5 2000 1000",
      ])
    #expect(booked.lots == ["A - 2024-02-01 5 1000 1000", "A - 2024-03-01 5 1000 1000"])
    expectSoundBooks(booked)
  }

  @Test("what an average leaves of a third is in the lots, to the last place")
  func spreadsExactly() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .method(.average).method(.hifo, from: "2024-04-01")
      .event("g1", "2024-01-01", .buy("A", 1, at: 0).gross(100))
      .event("g2", "2024-01-02", .buy("A", 2, at: 0).gross(1))
      .event("g3", "2024-04-01", .sell("A", 1, at: 40))
    let booked = try Booked(builder)
    // The first lot was rounded up, and so is the dearer one by the eighteenth place.
    #expect(booked.gains == ["A 2024-01-01 1 40 33.666666666666666667"])
    #expect(
      booked.lots == ["A - 2024-01-02 2 67.333333333333333333 67.333333333333333333"])
    expectSoundBooks(booked)
  }

  @Test("a leg booked later with an earlier day does not bring the method back")
  func neverBack() throws {
    let builder = history().method(.fifo).method(.lifo, from: "2024-04-01")
      .event("g4", "2024-04-01", .sell("A", 5, at: 400))
      .event("g5", "2024-04-02", .sell("A", 5, at: 400).with { $0.day = "2024-03-20" })
    #expect(rules(try Booked(builder)) == [.lifo, .lifo])
  }

  @Test("an option overrides the list")
  func optionWins() throws {
    let builder = history().method(.average).event("g4", "2024-04-01", .sell("A", 5, at: 400))
    let booked = try Booked(builder) { $0.method = .hifo }
    #expect(booked.gains == ["A 2024-02-01 5 2000 1500"])
    #expect(booked.result.options.method == .hifo)
  }

  @Test("from specific on a sale must say which lots it takes")
  func toSpecific() throws {
    let builder = history().method(.fifo).method(.specific, from: "2024-04-01")
      .event("g4", "2024-04-01", .sell("A", 5, at: 400))
    #expect(try bookingFaults(builder) == [.ambiguousLots])
  }

  @Test("units that are owed go over as well")
  func shorts() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
      .method(.fifo).method(.average, from: "2024-04-01")
      .event("g1", "2024-01-01", .shortSell("A", 10, at: 100))
      .event("g2", "2024-02-01", .shortSell("A", 10, at: 300))
      .event("g3", "2024-04-01", .cover("A", 10, at: 50))
    let booked = try Booked(builder)
    #expect(booked.gains == ["A 2024-01-01 10 2000 500"])
    expectSoundBooks(booked)
  }

  private func accounts() -> LedgerBuilder {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A").stock("B")
      .settings { $0.lotScope = .account }
    for account in ["x", "y"] {
      builder.event("1\(account)", "2024-01-01", .buy("A", 10, at: 100).inAccount(account))
        .event("2\(account)", "2024-02-01", .buy("A", 10, at: 300).inAccount(account))
    }
    return builder
  }

  @Test("units that move are chosen by the method of the account that they leave, at their cost")
  func moved() throws {
    let builder = accounts().method(.fifo).method(.lifo, in: "x").method(.average, in: "y")
      .event(
        "g3", "2024-03-01", .transferOut("A", 10, from: "x"), .transferIn("A", 10, to: "y")
      )
      .event("g4", "2024-04-01", .sell("A", 15, at: 400).inAccount("y"))
      .event("g5", "2024-04-02", .sell("A", 10, at: 400).inAccount("x"))
    let booked = try Booked(builder)
    // y holds 10 at 100, 10 at 300 and the 10 at 300 that came: 7,000 for 30.
    #expect(booked.gains.last == "A 2024-01-01 10 4000 1000")
    #expect(booked.result.disposals.prefix(2).map(\.cost).total() == 3500)
    #expect(rules(booked).last == .lifo)
    expectSoundBooks(booked)
  }

  @Test("an event of all accounts takes units from each by its own method")
  func everyAccount() throws {
    let builder = accounts().method(.hifo).method(.average, in: "y").method(.lifo, in: "y", "B")
      .event("g3", "2024-03-01", .cashMerger("A", 8000))
    let booked = try Booked(builder)
    #expect(rules(booked) == [.hifo, .hifo, .average, .average])
    #expect(booked.result.disposals.map(\.cost).total() == 8000)
    expectSoundBooks(booked)
  }

  @Test("a part that is exchanged for cash and units keeps the costs of its lots")
  func partialMerger() throws {
    let builder = accounts().method(.average).method(.lifo, in: "x")
      .event(
        "g3", "2024-03-01",
        .merger("A", into: "B", 1, for: 1).units(5).gross(500)
          .inAccount("x")
      )
      .event(
        "g4", "2024-03-02",
        .merger("A", into: "B", 1, for: 1).units(10).gross(1000)
          .inAccount("y"))
    let booked = try Booked(builder)
    #expect(
      booked.lots.filter { $0.hasPrefix("B") }
        == ["B x 2024-02-01 5 1000 1000", "B y 2024-01-01 10 1000 1000"])
    expectSoundBooks(booked)
  }

  @Test("a report of the whole portfolio ignores accounts, and so does its snapshot")
  func portfolioScope() throws {
    let builder = accounts().method(.lifo, in: "x")
      .event("g3", "2024-03-01", .sell("A", 5, at: 400).inAccount("x"))
    let booked = try Booked(builder) { $0.lotScope = .portfolio }
    #expect(rules(booked) == [.fifo])
    let check = LedgerCheck(of: try booked.result.snapshot())
    #expect(check.faults.isEmpty)
  }

  @Test("a snapshot keeps the methods of accounts")
  func snapshotOfAccounts() throws {
    let builder = accounts().method(.lifo, in: "x").method(.average, from: "2024-03-15", in: "y")
      .event("g3", "2024-03-20", .sell("A", 5, at: 400).inAccount("x"))
      .event("g4", "2024-03-21", .sell("A", 5, at: 400).inAccount("y"))
    let early = try Booked(builder) { $0.asOf = "2024-03-01" }
    let draft = try early.result.snapshot(keepingLaterGroups: true)
    let later = Booked(try BookedLedger(booking: LedgerCheck(of: draft).ledger()))
    #expect(later.gains == ["A 2024-02-01 5 2000 1500", "A 2024-01-01 5 2000 1000"])
    #expect(later.gains == (try Booked(builder).gains))
  }

  @Test("an instrument that comes of a merger is booked by its own method")
  func merged() throws {
    let builder = history().method(.fifo).method(.average, "B")
      .event("g4", "2024-04-01", .merger("A", into: "B", 1, for: 1))
      .event("g5", "2024-05-01", .sell("B", 10, at: 400))
    let booked = try Booked(builder)
    #expect(booked.gains == ["B 2024-01-01 10 4000 2000"])
    #expect(rules(booked) == [.average])
    expectSoundBooks(booked)
  }

  @Test("lots in two currencies go into one pool at the rates of their days, or it is F311")
  func currencies() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR")
      .stock("A").method(.fifo).method(.average, from: "2024-04-01")
      .event("g1", "2024-01-01", .buy("A", 10, at: 100))
      .event("g2", "2024-02-01", .buy("A", 10, at: 100).inCurrency("EUR"))
      .event("g3", "2024-04-01", .sell("A", 10, at: 200))
    #expect(try bookingFaults(builder) == [.mixedCurrencies])
    let booked = try Booked(builder.rate("2024-01-01", "EUR", "USD", 2))
    #expect(booked.gains == ["A 2024-01-01 10 2000 1500"])
    expectSoundBooks(booked)
  }
}
