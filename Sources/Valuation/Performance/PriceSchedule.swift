import ExactNumbers
import LedgerModel

/// All prices of some days in order of the days, for going through them once.
struct PriceSchedule {
  /// The price of an instrument on a day.
  struct Entry {
    var instrument: InstrumentIndex
    var point: PriceBook.PricePoint
  }

  private var entries: [Entry] = []
  private var next = 0

  /// The prices after one day and up to another. Counting, not sorting, puts them in order: there
  /// are more prices than anything else, and few days.
  init(_ book: PriceBook, after first: Day, to last: Day) {
    let days = max(0, first.days(until: last))
    var starts = [Int](repeating: 0, count: days + 1)
    book.forEachPoint(after: first, to: last) { _, point in
      starts[first.days(until: point.day)] += 1
    }
    var sum = 0
    for index in starts.indices { (starts[index], sum) = (sum, sum + starts[index]) }
    let blank = PriceBook.PricePoint(day: first, currency: missingCurrency, price: .zero)
    entries = Array(repeating: Entry(instrument: missingIndex, point: blank), count: sum)
    book.forEachPoint(after: first, to: last) { instrument, point in
      let slot = first.days(until: point.day)
      entries[starts[slot]] = Entry(instrument: instrument, point: point)
      starts[slot] += 1
    }
  }

  /// The day of the next price; nil when there is none.
  var nextDay: Day? { next < entries.count ? entries[next].point.day : nil }

  /// The next price, if it is of a day.
  mutating func take(on day: Day) -> Entry? {
    guard next < entries.count, entries[next].point.day == day else { return nil }
    next += 1
    return entries[next - 1]
  }
}

extension PriceBook {
  /// Goes through the prices that count, by instrument and day: those of trades only up to the
  /// first that is quoted.
  func forEachPoint(
    after first: Day, to last: Day, _ body: (InstrumentIndex, PricePoint) -> Void
  ) {
    for (index, series) in series.enumerated() {
      let instrument = InstrumentIndex(truncatingIfNeeded: index)
      let quoted = series.prices.first?.day ?? .last
      for point in series.trades where point.day > first && point.day <= last {
        if point.day < quoted { body(instrument, point) }
      }
      for point in series.prices where point.day > first && point.day <= last {
        body(instrument, point)
      }
    }
  }
}
