/// The acquisitions and the held units of one instrument, by settlement date.
struct AcquisitionCalendar {
  /// The periods between the splits.
  private var epochs: [Epoch] = [Epoch()]
  private var splits = SplitRatios()

  /// The number of the last period.
  var lastEpoch: Int { epochs.count - 1 }

  fileprivate struct Epoch {
    var start = Day.first
    /// Units held at the start.
    var opening = ExactDecimal.zero
    /// By day: the units acquired, and the change in the units held, each up to and including that
    /// day.
    var days: [Entry] = []
  }

  fileprivate typealias Entry = (day: Day, acquired: ExactDecimal, change: ExactDecimal)

  private static let window: Int32 = 30

  init() {}

  init(_ events: [HoldingTimeline.Event]) throws(ArithmeticFault) {
    for event in events {
      let last = epochs.count - 1
      switch event.kind {
      case .acquired: epochs[last].days.append((event.day, event.units, event.units))
      case .disposed: epochs[last].days.append((event.day, .zero, -event.units))
      case .moved: epochs[last].days.append((event.day, .zero, event.units))
      case .costRaised: break
      case .rescaled:
        try epochs[last].addUp()
        let ratio = Ratio(new: event.units, old: event.old)
        let held = try ExactDecimal.sum(
          ofGiven: epochs[last].opening, epochs[last].days.last?.change)
        splits.append(ratio)
        epochs.append(Epoch(start: event.day, opening: try RunningRatio.scale(held, ratio)))
      }
    }
    try epochs[epochs.count - 1].addUp()
  }

  /// The units acquired in the 30 days before and after a sale, and those held at the end of that
  /// time; in units of an epoch.
  func window(
    around day: Day, in epoch: Int
  ) throws(ArithmeticFault) -> (acquired: ExactDecimal, held: ExactDecimal) {
    let first = Day(daysSince1970: day.daysSince1970 - Self.window) ?? .first
    let last = Day(daysSince1970: day.daysSince1970 + Self.window) ?? .last
    let held = try held(onEveningOf: last, in: epoch)
    return (try acquired(from: first, to: last, in: epoch), max(.zero, held))
  }

  /// The last epoch that begins by a day, from one on.
  private func lastEpoch(by day: Day, from epoch: Int) -> Int {
    var number = epoch
    while number + 1 < epochs.count, epochs[number + 1].start <= day { number += 1 }
    return number
  }

  private func held(
    onEveningOf day: Day, in epoch: Int
  ) throws(ArithmeticFault) -> ExactDecimal {
    let number = lastEpoch(by: day, from: epoch)
    let held = try epochs[number].opening.adding(epochs[number].sums(upTo: day).change)
    return try splits.convert(held, from: number, to: epoch)
  }

  private func acquired(
    from first: Day, to last: Day, in epoch: Int
  ) throws(ArithmeticFault) -> ExactDecimal {
    var lowest = epoch
    while lowest > 0, epochs[lowest].start >= first { lowest -= 1 }
    return try (lowest...lastEpoch(by: last, from: epoch)).sum { number throws(ArithmeticFault) in
      let before = first.adding(days: -1).map { epochs[number].sums(upTo: $0).acquired }
      let acquired = try ExactDecimal.sum(
        ofGiven: epochs[number].sums(upTo: last).acquired, before.map { -$0 })
      return try splits.convert(acquired, from: number, to: epoch)
    }
  }
}

extension AcquisitionCalendar.Epoch {
  /// Sorts the entries by day, and replaces each by the sum up to it.
  fileprivate mutating func addUp() throws(ArithmeticFault) {
    days.sort { $0.day < $1.day }
    for index in days.indices.dropFirst() {
      try days[index].acquired.add(days[index - 1].acquired)
      try days[index].change.add(days[index - 1].change)
    }
  }

  /// The sums of all entries of the days up to a day.
  fileprivate func sums(upTo day: Day) -> (acquired: ExactDecimal, change: ExactDecimal) {
    let last = days.prefix(days.partitioningIndex { $0.day > day }).last
    return last.map { ($0.acquired, $0.change) } ?? (.zero, .zero)
  }
}
