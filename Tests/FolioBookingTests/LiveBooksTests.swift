import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Live books")
struct LiveBooksTests {
  @Test(
    "after each change they are those of the whole ledger",
    arguments: BookingTrial.withoutLookingAhead)
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

  @Test("rules that look ahead are left to the stage of taxes", arguments: [TaxRules.uk, .ca])
  func lookingAhead(_ rules: TaxRules) throws {
    var options = BookingOptions()
    options.taxRules = rules
    let head = try LedgerBuilder(base: "USD").ledger()
    #expect(throws: NeedsWholeLedger.self) { try LiveBooks(head, options) }
    options.dropTaxRules()
    #expect(try LiveBooks(head, options).count == 0)
  }

  @Test("lots that have not come in have shares of the cost of a pool")
  func sharesOfPools() throws {
    for way in Way.all where way.method == .average && way.scope == .portfolio {
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
