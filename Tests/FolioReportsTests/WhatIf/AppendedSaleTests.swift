import FolioBooking
import FolioInterchange
import FolioModel
import FolioNumbers
import Testing

@testable import FolioReports
@testable import TestSupport

/// A sale that is appended to the books has the figures of booking the whole ledger with it.
struct AppendedSaleTests {
  @Test(arguments: [TaxRules.us, .none, .ca, .uk], [UInt64(1), 2, 3, 4])
  func appendingIsBookingTheWhole(_ rules: TaxRules, _ seed: UInt64) throws {
    var dice = Dice(seed: seed)
    var (appended, later, deferred) = (0, 0, 0)
    for _ in 0..<25 {
      var history = try SaleHistory(&dice)
      history.contents.settings.taxRules = rules
      let day: Day = dice.chance(50) ? SaleHistory.day : "2024-07-10"
      let supposed = try SupposedLedger(history.reader, BookingOptions())
      let books = try #require(AppendedSales(supposed))
      var trade = SupposedTrade(.sell, "ACME", quantity: ExactDecimal(history.wanted))
      (trade.price, trade.day) = (history.price, day)
      var other = trade
      other.quantity = ExactDecimal(history.lots[0].units)
      // Both are read together, and booked apart.
      let groups = try supposed.adding([trade, other], gross: [nil, nil])
      let named = [
        nil,
        [
          UnitsOfLot(
            group: groups[1].ledger.tables.index(of: history.lots[0].id), acquired: nil,
            quantity: other.quantity)
        ],
      ]
      // A sale that was taken back leaves no trace: each is asked for twice.
      let asked = Array(zip(groups, zip([trade, other], named)))
      for (group, (trade, units)) in asked + asked {
        if rules == .uk || rules == .ca, units != nil { continue }
        guard let parts = try books.parts(of: group, taking: units) else {
          later += 1
          continue
        }
        let whole = try supposed.adding(trade)
        let expected = try whole.booked(taking: units).parts(of: whole.group)
        #expect(parts == expected, "\(rules), \(seed)")
        appended += 1
        deferred += parts.allSatisfy(\.disallowedBase.isZero) ? 0 : 1
      }
    }
    #expect(appended > 10)
    if rules == .us { #expect(deferred > 0 && later > 0) }
  }
}

extension LedgerTables {
  fileprivate func index(of id: String) -> GroupIndex {
    GroupIndex(groups.firstIndex { text($0.id) == id } ?? 0)
  }
}
