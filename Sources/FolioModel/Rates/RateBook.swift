/// The exchange rates of a ledger, by pair and day.
///
/// The last rate on or before the day counts. Of the paths from one currency to another, the one
/// with the fewest pairs is taken; of several such paths, the one whose oldest rate is the latest;
/// of these, the one over the currencies that were mentioned first. The rate of a pair or the
/// inverse of the reversed pair is used, whichever is more recent, and the rate itself if both have
/// the same day (Specs/decisions/exchange-rates.md).
///
/// Rows are not copied: a series is the numbers of its rows beside their days, filled in one pass
/// over the rows and sorted only if the rows are in neither order.
public struct RateBook: Sendable {
  /// The rates of one pair in one direction, in order of their days.
  struct Series {
    var days: [Day] = []
    /// The numbers of the rows.
    var rows: [UInt32] = []
  }

  /// Two currencies between which there are rates.
  struct Pair {
    /// One of the first in the second; the first has the lower number.
    var upward = Series()
    /// One of the second in the first.
    var downward = Series()
    /// The first day on which there is a rate.
    var first = Day.last
  }

  /// A currency to which there are rates from another one.
  struct Neighbour {
    var currency: CurrencyIndex
    /// The number of the pair.
    var pair: Int
  }

  let currencies: CurrencyTable
  let rows: [RateRecord]
  private(set) var pairs: [Pair] = []
  private(set) var neighbours: [[Neighbour]]
  /// The days on which a pair has its first rate, in order.
  private(set) var firstDays: [Day] = []
  /// The numbers of rows that contradict an earlier one of the same pair and day.
  private(set) var contradictions: [(earlier: UInt32, later: UInt32)] = []

  /// The rates of the tables. Of two for one pair and day the later row counts.
  public init(_ tables: LedgerTables) {
    currencies = tables.currencies
    rows = tables.rates
    neighbours = Array(repeating: [], count: tables.currencies.all.count)
    var numbers: [UInt32: Int] = [:]
    for (number, row) in rows.enumerated() {
      // Rates in a ledger with faults may be invalid.
      guard row.from != missingCurrency, row.to != missingCurrency, row.from != row.to,
        row.rate.isPositive
      else { continue }
      insert(row, UInt32(truncatingIfNeeded: number), &numbers)
    }
    for index in pairs.indices { order(index) }
    for index in neighbours.indices { neighbours[index].sort { $0.currency < $1.currency } }
    firstDays = Set(pairs.map(\.first)).sorted()
    contradictions.sort { $0.later < $1.later }
  }

  private mutating func insert(
    _ row: RateRecord, _ number: UInt32, _ numbers: inout [UInt32: Int]
  ) {
    let (low, high) = (min(row.from, row.to), max(row.from, row.to))
    let pair = numbers[UInt32(low) << 16 | UInt32(high)] ?? add(low, high, &numbers)
    if row.from == low {
      pairs[pair].upward.append(row.day, number)
    } else {
      pairs[pair].downward.append(row.day, number)
    }
  }

  private mutating func add(
    _ low: CurrencyIndex, _ high: CurrencyIndex, _ numbers: inout [UInt32: Int]
  ) -> Int {
    let pair = pairs.count
    pairs.append(Pair())
    numbers[UInt32(low) << 16 | UInt32(high)] = pair
    neighbours[Int(low)].append(Neighbour(currency: high, pair: pair))
    neighbours[Int(high)].append(Neighbour(currency: low, pair: pair))
    return pair
  }

  private mutating func order(_ pair: Int) {
    pairs[pair].upward.order(rows, &contradictions)
    pairs[pair].downward.order(rows, &contradictions)
    let firsts = [pairs[pair].upward.days.first, pairs[pair].downward.days.first]
    pairs[pair].first = firsts.compactMap { $0 }.min() ?? .last
  }
}

extension RateBook.Series {
  mutating func append(_ day: Day, _ row: UInt32) {
    days.append(day)
    rows.append(row)
  }

  /// Puts the rows in order of their days, and drops all but the last of each day.
  mutating func order(
    _ records: [RateRecord], _ contradictions: inout [(earlier: UInt32, later: UInt32)]
  ) {
    if isStrictlyRising { return }
    days.reverse()
    rows.reverse()
    // Some files begin with the newest day.
    if isStrictlyRising { return }
    let sorted = rows.map { (day: records[Int($0)].day, row: $0) }
      .sorted { ($0.day, $0.row) < ($1.day, $1.row) }
    (days, rows) = ([], [])
    for (day, row) in sorted {
      if let earlier = rows.last, days.last == day {
        if records[Int(earlier)].rate != records[Int(row)].rate {
          contradictions.append((earlier, row))
        }
        rows[rows.count - 1] = row
      } else {
        append(day, row)
      }
    }
  }

  private var isStrictlyRising: Bool {
    days.indices.dropFirst().allSatisfy { days[$0 - 1] < days[$0] }
  }

  /// The index of the last rate on or before a day. Narrows `constant` to the days on which it is
  /// that rate.
  func index(on day: Day, _ constant: inout ClosedRange<Day>) -> Int? {
    if days.isEmpty { return nil }
    let (count, stretch) = days.stretch(around: day)
    constant = constant.clamped(to: stretch)
    return count == 0 ? nil : count - 1
  }
}

extension [Day] {
  /// Of sorted days, the number up to and including a day, and the days on which it is the same.
  func stretch(around day: Day) -> (count: Int, days: ClosedRange<Day>) {
    let count = partitioningIndex { $0 > day }
    let first = count == 0 ? Day.first : self[count - 1]
    let last = count == self.count ? Day.last : self[count].adding(days: -1) ?? day
    return (count, first...Swift.max(first, last))
  }
}
