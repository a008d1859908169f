import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Live books look as far back as the rules look ahead")
struct LiveWindowTests {
  private func trade(_ type: TradeType, _ units: ExactDecimal, on day: Int) throws -> GroupRow {
    let day = try #require(Day(daysSince1970: Int32(19_000 + day)))
    var row = GroupRow(id: "\(type) \(day)", at: try Timestamp(day: day))
    let price: ExactDecimal = type == .sell ? 5 : 10
    row.stock = [StockRow.trade(type, "A", units, at: price).inCurrency("USD")]
    let paid = try units.multiplied(by: price)
    row.cash = [type == .sell ? .into("cash", paid) : .out("cash", paid)]
    return row
  }

  private func ledger(_ groups: [GroupRow], _ rules: TaxRules) throws -> Ledger {
    let builder = LedgerBuilder(base: "USD").account("cash", "USD").settings {
      $0.taxRules = rules
    }
    for group in groups { builder.group(group) }
    return try builder.ledger()
  }

  /// Many sales come before the one in question, so that not all is planned anew.
  @Test(
    "a purchase 30 days after a sale affects it, one 31 days after it does not",
    arguments: [TaxRules.uk, .ca], [30, 31])
  func window(_ rules: TaxRules, _ distance: Int) throws {
    var groups = [try trade(.buy, 1_000, on: 0)]
    for month in 1...6 { groups.append(try trade(.sell, 10, on: 40 * month)) }
    let old = try ledger(groups, rules)
    groups.append(try trade(.buy, 4, on: 240 + distance))
    let new = try ledger(groups, rules)
    var books = try LiveBooks(old.batch([]), BookingOptions())
    for number in old.rows.groups.indices.map({ GroupIndex($0) }) {
      _ = books.append(old.batch([number]), [number], lastDay: old.lastDay)
    }
    #expect(books.count == 7)
    let outcome = books.append(new.batch([7]), [7], lastDay: new.lastDay)
    if distance == 30 {
      guard case .affectsEarlier = outcome else {
        Issue.record("\(outcome)")
        return
      }
      let key = OrderKey(new.rows.groups[7].occurredAt, 7)
      var asked: [OrderKey?] = []
      let again = books.rebook(from: key, lastDay: new.lastDay) { last in
        asked.append(last)
        let left = (0..<8).map { GroupIndex($0) }.filter { number in
          last.map { $0 < OrderKey(new.rows.groups[Int(number)].occurredAt, number) } ?? true
        }
        return left.isEmpty ? nil : (new.batch(left), left)
      }
      guard case .booked(let change) = again else {
        Issue.record("\(again)")
        return
      }
      // The timeline goes on after the sale, the books go back to a state before it.
      #expect(asked.map { $0?.group } == [6, 7, nil, 7])
      #expect(change.gains.compactMap(\.before).map(\.group) == [6])
    } else {
      guard case .booked = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }
    let fresh = BookedLedger.book(new, BookingOptions()).booked
    let made = books.booked(new)
    #expect(made.disposals.map(\.cost) == fresh.disposals.map(\.cost))
    #expect(made.disposals.map(\.matching) == fresh.disposals.map(\.matching))
    #expect(made.disposals.map(\.disallowedBase) == fresh.disposals.map(\.disallowedBase))
    let isAffected = fresh.disposals.last.map {
      $0.matching == .thirtyDays || !$0.disallowedBase.isZero
    }
    #expect(fresh.disposals.count == (rules == .uk && distance == 30 ? 7 : 6))
    #expect(rules == .uk || isAffected == (distance == 30))
  }
}
