import ExactNumbers
import LedgerModel

/// All prices of some days in order of the days, for going through them once.
struct PriceSchedule {
  private let rows: [PriceRecord]
  /// The rows in order of their days; nil where they stand in it.
  private var order: [UInt32]?
  private var next = 0
  private let count: Int
  private let trades: [PriceRecord]
  private var nextTrade: Int

  /// The prices after one day and up to another. Counting, not sorting, puts them in order: there
  /// are more prices than anything else, and few days.
  init(_ book: PriceBook, after first: Day, to last: Day) {
    rows = book.rows
    trades = book.trades
    nextTrade = trades.firstIndex { $0.day > first } ?? trades.count
    var starts = [UInt32](repeating: 0, count: max(0, first.days(until: last)) + 1)
    var isOrdered = true
    var previous = Day.first
    for row in rows {
      if row.day < previous { isOrdered = false }
      previous = row.day
      if row.isSound, row.day > first, row.day <= last {
        starts[first.days(until: row.day)] += 1
      }
    }
    if isOrdered {
      next = rows.firstIndex { $0.day > first } ?? rows.count
      count = rows.lastIndex { $0.day <= last }.map { $0 + 1 } ?? 0
      return
    }
    var sum: UInt32 = 0
    for slot in starts.indices { (starts[slot], sum) = (sum, sum + starts[slot]) }
    var order = [UInt32](repeating: 0, count: Int(sum))
    for (index, row) in rows.enumerated() where row.isSound && row.day > first && row.day <= last {
      let slot = first.days(until: row.day)
      order[Int(starts[slot])] = UInt32(truncatingIfNeeded: index)
      starts[slot] += 1
    }
    self.order = order
    count = order.count
  }

  /// The day of the next price; nil when there is none.
  var nextDay: Day? {
    let quoted = next < count ? rows[row(at: next)].day : nil
    let traded = nextTrade < trades.count ? trades[nextTrade].day : nil
    guard let quoted, let traded else { return quoted ?? traded }
    return min(quoted, traded)
  }

  /// The next price, if it is of a day; those of trades come first.
  mutating func take(on day: Day) -> PriceRecord? {
    if nextTrade < trades.count, trades[nextTrade].day == day {
      nextTrade += 1
      return trades[nextTrade - 1]
    }
    while next < count {
      let row = rows[row(at: next)]
      guard row.day == day else { return nil }
      next += 1
      if row.isSound { return row }
    }
    return nil
  }

  private func row(at place: Int) -> Int { order.map { Int($0[place]) } ?? place }
}
