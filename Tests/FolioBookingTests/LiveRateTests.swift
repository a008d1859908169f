import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Live books and exchange rates")
struct LiveRateTests {
  /// Groups that are ten days apart, from 2022-01-08 on.
  private func purchase(_ number: Int) throws -> GroupRow {
    let day = try #require(Day(daysSince1970: Int32(19_000 + 10 * number)))
    var row = GroupRow(id: "\(number)", at: try Timestamp(day: day))
    row.stock = [StockRow.buy("A", 1, at: 10).inCurrency("EUR")]
    row.cash = [.out("eur", 10)]
    return row
  }

  private func ledger(_ groups: [GroupRow], rateOn day: Day? = nil) throws -> Ledger {
    let builder = LedgerBuilder(base: "USD").account("eur", "EUR")
    if let day { builder.rate(day, "EUR", "USD", "1.25") }
    for group in groups { builder.group(group) }
    return try builder.ledger()
  }

  private func numbers(_ ledger: Ledger) -> [GroupIndex] {
    ledger.rows.groups.indices.map { GroupIndex($0) }
  }

  private func key(_ number: GroupIndex, _ ledger: Ledger) -> OrderKey {
    OrderKey(ledger.rows.groups[Int(number)].occurredAt, number)
  }

  private func rebook(
    _ books: inout LiveBooks, from first: GroupIndex, _ ledger: Ledger, rates: Ledger? = nil
  ) {
    _ = books.rebook(from: key(first, ledger), lastDay: ledger.lastDay, rates: rates) { last in
      let left = numbers(ledger).filter { number in last.map { $0 < key(number, ledger) } ?? true }
      return left.isEmpty ? nil : (ledger.batch(left), left)
    }
  }

  private func expectSame(_ books: LiveBooks, _ ledger: Ledger) {
    let fresh = BookedLedger.book(ledger, BookingOptions()).booked
    let made = books.booked(ledger)
    #expect(made.warnings.map(\.message) == fresh.warnings.map(\.message))
    #expect(made.lots.map(\.costBase) == fresh.lots.map(\.costBase))
    #expect(made.lots.map(\.hasBase) == fresh.lots.map(\.hasBase))
  }

  /// With a distance of 100 there are no checkpoints. The first group that asks for a rate of the
  /// later day is the fourth.
  @Test(
    "a rate that comes late is used by all states", arguments: [1, 2, 100],
    [("2022-01-01", 0), ("2022-02-10", 3)] as [(Day, GroupIndex)])
  func lateRate(_ distance: Int, _ rate: (day: Day, first: GroupIndex)) throws {
    let groups = try (0..<6).map(purchase)
    let (old, new) = (try ledger(groups), try ledger(groups, rateOn: rate.day))
    var books = try LiveBooks(old.batch([]), BookingOptions(), distance: distance)
    for number in numbers(old) {
      _ = books.append(old.batch([number]), [number], lastDay: old.lastDay)
    }
    expectSame(books, old)
    rebook(&books, from: rate.first, new, rates: new)
    expectSame(books, new)
    for first in numbers(new).reversed() {
      rebook(&books, from: first, new)
      expectSame(books, new)
    }
  }

  @Test("a refused group is none of those without a rate")
  func refused() throws {
    var groups = try [purchase(0), purchase(1)]
    groups[1].stock.append(StockRow.sell("B", 1, at: 1).inCurrency("EUR"))
    groups[1].cash.append(.into("eur", 1))
    let (old, wrong) = (try ledger([groups[0]]), try ledger(groups))
    var books = try LiveBooks(old.batch([]), BookingOptions())
    _ = books.append(old.batch([0]), [0], lastDay: old.lastDay)
    guard case .refused = books.append(wrong.batch([1]), [1], lastDay: wrong.lastDay) else {
      Issue.record("units that are not held were sold")
      return
    }
    expectSame(books, old)
  }
}
