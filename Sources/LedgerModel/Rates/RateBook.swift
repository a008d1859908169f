import ExactNumbers

/// The exchange rates of a ledger, asked for by pair and day.
///
/// The last rate on or before the day counts. A pair is looked for as it stands, then the other
/// way round, then by the way over the fewest other currencies; ties go to the currency first
/// mentioned in the ledger.
public struct RateBook: Sendable {
  /// The rates of one pair in order of their days.
  private struct Series {
    var days: [Day] = []
    var rates: [ExactDecimal] = []

    /// The index of the last rate on or before a day.
    func index(on day: Day) -> Int? {
      var low = 0
      var high = days.count
      while low < high {
        let middle = (low + high) / 2
        if days[middle] <= day { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? nil : low - 1
    }
  }

  private let currencies: CurrencyTable
  private var series: [UInt32: Series] = [:]
  private var neighbours: [[CurrencyIndex]]
  /// All days that have a rate, in order.
  private var days: [Day] = []

  /// The rates of the tables. Of two for one pair and day the later row counts.
  public init(_ tables: LedgerTables) {
    currencies = tables.currencies
    neighbours = Array(repeating: [], count: tables.currencies.all.count)
    let sorted = tables.rates.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }
    for (_, row) in sorted where row.isSound { insert(row) }
    for index in neighbours.indices { neighbours[index].sort() }
  }

  /// The days around a day on which every rate is the same as on it: from the last day that has a
  /// rate to the day before the next one.
  public func constantDays(around day: Day) -> ClosedRange<Day> {
    var low = 0
    var high = days.count
    while low < high {
      let middle = (low + high) / 2
      if days[middle] <= day { low = middle + 1 } else { high = middle }
    }
    let first = low == 0 ? Day.first : days[low - 1]
    let last = low == days.count ? Day.last : days[low].adding(days: -1) ?? day
    return first...max(first, last)
  }

  /// Puts a row in; rows come in order of their days.
  private mutating func insert(_ row: RateRecord) {
    if days.last != row.day { days.append(row.day) }
    let key = Self.key(row.from, row.to)
    if series[key] == nil, series[Self.key(row.to, row.from)] == nil {
      neighbours[Int(row.from)].append(row.to)
      neighbours[Int(row.to)].append(row.from)
    }
    if series[key]?.days.last == row.day {
      series[key]?.rates.removeLast()
      series[key]?.rates.append(row.rate)
    } else {
      series[key, default: Series()].days.append(row.day)
      series[key]?.rates.append(row.rate)
    }
  }

  private static func key(_ from: CurrencyIndex, _ to: CurrencyIndex) -> UInt32 {
    UInt32(from) << 16 | UInt32(to)
  }

  /// What one `from` was worth in `to` on a day; nil where no rate is known by then, or where a
  /// cross needs more digits than an exact number has.
  public func rate(from: Currency, to: Currency, on day: Day) -> ExchangeRate? {
    if from == to { return .identity }
    guard let start = currencies.existingIndex(of: from),
      let goal = currencies.existingIndex(of: to)
    else { return nil }
    return pair(start, goal, on: day) ?? cross(start, goal, on: day)
  }

  private func pair(_ from: CurrencyIndex, _ to: CurrencyIndex, on day: Day) -> ExchangeRate? {
    let path = [currencies[from], currencies[to]]
    if let known = series[Self.key(from, to)], let index = known.index(on: day) {
      return ExchangeRate(multiplier: known.rates[index], path: path)
    }
    if let known = series[Self.key(to, from)], let index = known.index(on: day) {
      return ExchangeRate(multiplier: .one, divisor: known.rates[index], path: path)
    }
    return nil
  }

  /// The way over the fewest pairs, breadth first.
  private func cross(_ from: CurrencyIndex, _ to: CurrencyIndex, on day: Day) -> ExchangeRate? {
    var cameFrom: [CurrencyIndex: CurrencyIndex] = [from: from]
    var queue = [from]
    var next = 0
    while next < queue.count, cameFrom[to] == nil {
      let here = queue[next]
      next += 1
      for there in neighbours[Int(here)] where cameFrom[there] == nil {
        guard pair(here, there, on: day) != nil else { continue }
        cameFrom[there] = here
        queue.append(there)
      }
    }
    return chain(cameFrom, from, to, on: day)
  }

  private func chain(
    _ cameFrom: [CurrencyIndex: CurrencyIndex], _ from: CurrencyIndex, _ to: CurrencyIndex,
    on day: Day
  ) -> ExchangeRate? {
    var steps: [ExchangeRate] = []
    var here = to
    while here != from {
      guard let previous = cameFrom[here], let step = pair(previous, here, on: day) else {
        return nil
      }
      steps.append(step)
      here = previous
    }
    guard var rate = steps.popLast() else { return nil }
    while let step = steps.popLast() {
      guard let longer = try? rate.followed(by: step) else { return nil }
      rate = longer
    }
    return rate
  }
}
