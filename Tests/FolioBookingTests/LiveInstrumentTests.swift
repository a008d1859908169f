import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Live books learn instruments from their groups")
struct LiveInstrumentTests {
  private func trade(
    _ type: TradeType, _ symbol: String, _ at: Timestamp
  ) -> GroupRow {
    var row = GroupRow(id: "\(type) \(symbol) \(at)", at: at)
    row.stock = [StockRow.trade(type, symbol, 1, at: 10).inCurrency("USD")]
    row.cash = [type.isPurchase ? .out("cash", 10) : .into("cash", 10)]
    return row
  }

  private func deposits(_ count: Int) -> [GroupRow] {
    (0..<count).map { number in
      var row = GroupRow(id: "deposit \(number)", at: "2024-01-01T00:00:00Z")
      row.cash = [.into("cash", 10, .deposit)]
      return row
    }
  }

  private func ledger(_ groups: [GroupRow]) throws -> Ledger {
    let builder = LedgerBuilder(base: "USD").account("cash", "USD")
    for group in groups { builder.group(group) }
    return try builder.ledger()
  }

  private func numbers(_ places: Range<Int>) -> [GroupIndex] { places.map { GroupIndex($0) } }

  private func books(_ ledger: Ledger) throws -> LiveBooks {
    var books = try LiveBooks(ledger.batch([]), BookingOptions(), distance: 4)
    for number in numbers(ledger.rows.groups.indices) {
      _ = try change(books.append(ledger.batch([number]), [number], lastDay: ledger.lastDay))
    }
    return books
  }

  private func change(_ outcome: LiveBooks.Outcome) throws -> BookingChange {
    guard case .booked(let change) = outcome else {
      Issue.record("\(outcome)")
      return BookingChange()
    }
    return change
  }

  private func rebook(
    _ books: inout LiveBooks, from key: OrderKey, _ ledger: Ledger, _ numbers: [GroupIndex]
  ) throws -> BookingChange {
    var batches = [(batch: ledger.batch(numbers), numbers: numbers)].filter {
      !$0.numbers.isEmpty
    }
    return try change(
      books.rebook(from: key, lastDay: ledger.lastDay) { _ in batches.popLast() })
  }

  @Test("from a group before others")
  func past() throws {
    var groups = [trade(.buy, "OLD", "2024-02-01T00:00:00Z")]
    var books = try books(ledger(groups))
    groups.append(trade(.buy, "NEW", "2024-01-01T00:00:00Z"))
    let changed = try ledger(groups)
    let change = try rebook(
      &books, from: OrderKey("2024-01-01T00:00:00Z", 1), changed, [1, 0])
    #expect(change.holdings.map(\.after?.symbol) == ["NEW"])
    #expect(try books.holdings == BookedLedger.book(changed, BookingOptions()).booked.holdings())
  }

  @Test("but not from a group that was refused")
  func refused() throws {
    var groups = [trade(.buy, "OLD", "2024-02-01T00:00:00Z")]
    var books = try books(ledger(groups))
    let wrong = try ledger(groups + [trade(.sell, "GONE", "2024-03-01T00:00:00Z")])
    guard case .refused = books.append(wrong.batch([1]), [1], lastDay: wrong.lastDay) else {
      Issue.record("units that are not held were sold")
      return
    }
    groups.append(trade(.buy, "NEW", "2024-01-01T00:00:00Z"))
    let changed = try ledger(groups)
    let change = try rebook(
      &books, from: OrderKey("2024-01-01T00:00:00Z", 1), changed, [1, 0])
    #expect(change.holdings.map(\.after?.symbol) == ["NEW"])
    #expect(books.holdings.map(\.symbol) == ["NEW", "OLD"])
  }

  @Test("and know those of groups that went away")
  func gone() throws {
    // The state before all groups, to which a checkpoint leads, does not have the instrument.
    let groups = deposits(4) + [trade(.buy, "GONE", "2024-02-01T00:00:00Z")]
    var books = try books(ledger(groups))
    let key = OrderKey("2024-01-01T00:00:00Z", 0)
    let change = try rebook(&books, from: key, ledger([]), [])
    #expect(change.holdings.map(\.before?.symbol) == ["GONE"])
    #expect(books.holdings.isEmpty)
  }
}
