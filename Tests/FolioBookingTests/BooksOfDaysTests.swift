import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("The lots of many days, booked in one go")
struct BooksOfDaysTests {
  @Test("each day has the lots of a booking of its own", arguments: Way.third(2, of: Way.all))
  func lots(_ way: Way) throws {
    for history in way.histories(11..<13) {
      let ledger = try history.builder().ledger()
      let days = Set([1, 3, 4, 7, 9].map { history.groups[history.groups.count * $0 / 10].at.day })
      var found: [Day] = []
      try BookedLedger.forEachDay(days, of: ledger, BookingOptions()) { day, books in
        var options = BookingOptions()
        options.asOf = day
        let own = try BookedLedger(booking: ledger, options)
        #expect(books.lots.map { "\($0)" } == own.lots.map { "\($0)" }, "\(history.name), \(day)")
        #expect(books.options.asOf == day && books.baseCurrency == own.baseCurrency)
        found.append(day)
      }
      #expect(found == days.sorted())
    }
  }

  @Test("carried money stands among the lots of its day, wherever these are")
  func pool() throws {
    var dice = Dice(seed: 7)
    for _ in 0..<20 {
      var pool = CurrencyPool(.fifo)
      var expected: [(day: Day, amount: Int)] = []
      for number in 1...200 {
        if dice.chance(30), !expected.isEmpty {
          let taken = try pool.take(ExactDecimal(expected[0].amount))
          #expect(taken.count == 1 && taken.first?.acquired == expected[0].day)
          expected.removeFirst()
        }
        let day = Day(daysSince1970: Int32(19_000 + dice.below(40))) ?? .first
        try pool.put(
          CurrencyLot(
            amount: ExactDecimal(number), costBase: 0, hasBase: true, acquired: day, group: 0,
            currency: 0, account: 0))
        let place = expected.firstIndex { $0.day > day } ?? expected.count
        expected.insert((day, number), at: place)
        #expect(pool.open.map(\.amount) == expected.map { ExactDecimal($0.amount) })
      }
    }
  }
}
