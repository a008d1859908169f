/// The prices of a period in order of their days.
struct PriceSchedule {
  private let rows: [PriceRecord]
  /// The rows by day, or `nil` if the rows themselves are in order of their days.
  private var order: [UInt32]?
  private var next = 0
  private let count: Int
  private let trades: [PriceRecord]
  private var nextTrade: Int

  /// Creates the schedule of the days after `first` up to `last`.
  init(_ book: PriceBook, after first: Day, to last: Day) {
    rows = book.rows
    trades = book.trades
    nextTrade = trades.partitioningIndex { $0.day > first }
    if book.isInOrderOfDays {
      next = rows.partitioningIndex { $0.day > first }
      count = rows.partitioningIndex { $0.day > last }
    } else {
      let order = rows.countingSorted(buckets: max(0, first.days(until: last)) + 1) {
        $0.isSound && $0.day > first && $0.day <= last ? first.days(until: $0.day) : nil
      }.order
      self.order = order
      count = order.count
    }
  }

  /// The day of the next price, or `nil` if there is none.
  var nextDay: Day? {
    let quoted = next < count ? row(at: next).day : nil
    let traded = nextTrade < trades.count ? trades[nextTrade].day : nil
    guard let quoted, let traded else { return quoted ?? traded }
    return min(quoted, traded)
  }

  /// Removes and returns the next price of a trade on a day. Prices of trades come before quoted
  /// prices.
  mutating func takeTrade(on day: Day) -> PriceRecord? {
    guard nextTrade < trades.count, trades[nextTrade].day == day else { return nil }
    nextTrade += 1
    return trades[nextTrade - 1]
  }

  /// Removes the prices of a day, and returns their places for `row(at:)`. Some may be unsound.
  mutating func take(on day: Day) -> Range<Int> {
    let start = next
    next = (start..<count).partitioningIndex { row(at: $0).day > day }
    return start..<next
  }

  /// Returns the price at a place in order of days.
  func row(at place: Int) -> PriceRecord {
    if let order { return rows[Int(order[place])] }
    return rows[place]
  }
}
