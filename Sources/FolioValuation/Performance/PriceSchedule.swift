import FolioModel
import FolioNumbers

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
    if book.isInOrderOfDays {
      next = rows.partitioningIndex { $0.day > first }
      count = rows.partitioningIndex { $0.day > last }
      return
    }
    var starts = [UInt32](repeating: 0, count: max(0, first.days(until: last)) + 1)
    for row in rows where row.isSound && row.day > first && row.day <= last {
      starts[first.days(until: row.day)] += 1
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
    let quoted = next < count ? row(at: next).day : nil
    let traded = nextTrade < trades.count ? trades[nextTrade].day : nil
    guard let quoted, let traded else { return quoted ?? traded }
    return min(quoted, traded)
  }

  /// The next price of a trade, if it is of a day; those of trades come before the others.
  mutating func takeTrade(on day: Day) -> PriceRecord? {
    guard nextTrade < trades.count, trades[nextTrade].day == day else { return nil }
    nextTrade += 1
    return trades[nextTrade - 1]
  }

  /// The places of the prices of a day, for `row(at:)`; not all of them need be sound.
  mutating func take(on day: Day) -> Range<Int> {
    let start = next
    // By steps that double: a day has as many prices as there are instruments.
    var step = 1
    while step > 0 {
      let isOfDay = next + step <= count && row(at: next + step - 1).day == day
      if isOfDay { next += step }
      step = isOfDay ? step * 2 : step / 2
    }
    return start..<next
  }

  /// The price at a place in order of days.
  func row(at place: Int) -> PriceRecord {
    if let order { return rows[Int(order[place])] }
    return rows[place]
  }
}
