import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Live books")
struct LiveBooksTests {
  @Test("after each change they are those of the whole ledger", arguments: BookingTrial.all)
  func changes(_ trial: BookingTrial) throws {
    // The whole ledger is booked again after each step.
    let steps = TestScale.isFull ? 100 : 30
    for seed in 61..<61 + UInt64(max(1, TestScale.part(of: 3))) {
      var options = trial.options
      options.keepsMovements = false
      let history = trial.history(seed: seed, isWhole: true)
      guard var live = try LiveTrial(history, options, seed: seed) else {
        Issue.record("\(history.name) has no live books")
        continue
      }
      for _ in 0..<steps { try live.step() }
    }
  }

  private static let rulesWithKinds = [TaxRules.uk, .ca].flatMap { rules in
    (0..<2).map { (rules, $0) }
  }

  @Test("also under rules that look around each trade", arguments: rulesWithKinds)
  func lookingAhead(_ rules: TaxRules, _ kind: Int) throws {
    var options = BookingOptions()
    if kind == 1 { options.dateBasis = .settlement }
    var earlier = 0
    for seed in 1...UInt64(TestScale.part(of: 10)) {
      let history = History.dense(
        seed: seed &+ UInt64(100 * kind), rules, count: 150, goesBack: kind == 1)
      guard var live = try LiveTrial(history, options, seed: seed) else {
        Issue.record("\(history.name) has no live books")
        continue
      }
      for _ in 0..<100 { try live.step() }
      let count = live.count
      earlier += count.earlier
      #expect(count.booked.values.reduce(0, +) >= 50, "\(count)")
      #expect(count.whole.keys.allSatisfy { $0 == .timeline }, "\(count)")
    }
    #expect(earlier > 0)
  }

  @Test("lots that have not come in have shares of the cost of a pool")
  func sharesOfPools() throws {
    for way in Way.ruled where way.rules == .uk && way.method == .average {
      let trial = BookingTrial(way: way, kind: 1)
      let history = trial.history(seed: 96, isWhole: true)
      guard var live = try LiveTrial(history, trial.options, seed: 96) else { continue }
      for _ in 0..<45 { try live.step() }
      #expect(live.count.all >= 40)
    }
  }

  @Test("lots that have not come in do not decide the order of holdings")
  func orderOfHoldings() throws {
    func purchase(_ id: String, _ at: Timestamp, _ currency: Currency) -> GroupRow {
      var row = GroupRow(id: id, at: at)
      row.stock = [StockRow.buy("A", 1, at: 10).inCurrency(currency)]
      row.cash = [.out(currency.code, 10)]
      return row
    }
    let builder = LedgerBuilder(base: "USD").account("USD", "USD").account("EUR", "EUR")
    var groups = [
      purchase("1", "2024-01-01T00:00:00Z", "USD"), purchase("2", "2024-01-02T00:00:00Z", "EUR"),
      purchase("3", "2024-01-03T00:00:00Z", "USD"),
    ]
    groups[0].status = .pending
    for group in groups { builder.group(group) }
    let ledger = try builder.ledger()
    var options = BookingOptions()
    options.dateBasis = .settlement
    var books = try LiveBooks(ledger.batch([]), options)
    _ = books.append(ledger.batch([0, 1, 2]), [0, 1, 2], lastDay: ledger.lastDay)
    #expect(books.holdings.map(\.currency) == ["EUR", "USD"])
    #expect(try books.holdings == BookedLedger.book(ledger, options).booked.holdings())
  }
}
