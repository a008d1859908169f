import FolioNumbers

/// The days of a ledger's prices and rates, each with the number of times that it occurs.
///
/// A ledger has at most some ten thousand days, so a sorted array of them is small.
package struct DayCounts: Sendable {
  private var days: [Day] = []
  private var counts: [Int] = []

  /// No days.
  package init() {}

  /// The last two days.
  var lastDays: LastDays {
    let isTwice = counts.last.map { $0 > 1 } ?? false
    return LastDays(days.last, earlier: isTwice ? days.last : days.dropLast().last)
  }

  /// Adds an occurrence.
  package mutating func insert(_ day: Day) {
    let place = place(of: day)
    if place < days.count, days[place] == day {
      counts[place] += 1
    } else {
      days.insert(day, at: place)
      counts.insert(1, at: place)
    }
  }

  /// Removes an occurrence that was added before.
  package mutating func remove(_ day: Day) {
    let place = place(of: day)
    guard place < days.count, days[place] == day else { return }
    counts[place] -= 1
    if counts[place] > 0 { return }
    days.remove(at: place)
    counts.remove(at: place)
  }

  private func place(of day: Day) -> Int {
    if let last = days.last, last < day { return days.count }
    return days.partitioningIndex { $0 >= day }
  }
}
