/// The ticks of a time axis: days, Mondays, months, quarters, half years or years, whichever fits.
struct TimeAxis {
  /// A tick and its label.
  struct Tick: Equatable {
    var day: Day
    var label: String
  }

  /// The first and the last day.
  let days: ClosedRange<Day>
  let ticks: [Tick]

  /// Creates an axis.
  /// - Parameters:
  ///   - room: the length of the axis, in the unit of `spacing`.
  ///   - spacing: the least distance of two ticks.
  init(_ days: ClosedRange<Day>, room: Double, spacing: Double = 58) {
    self.days = days
    let most = max(Int(room / spacing), 1)
    let steps = Step.all.lazy.map { $0.ticks(in: days, atMost: most) }
    let found = steps.first { $0 != nil } ?? nil
    var ticks = found ?? []
    if ticks.isEmpty {
      ticks = [Tick(day: days.lowerBound, label: Step.label(of: days.lowerBound))]
    }
    // A first label without a year leaves the reader without any if no January follows.
    if let first = ticks.first, !ticks.contains(where: { $0.label.contains("\($0.day.year)") }) {
      ticks[0].label += " \(first.day.year)"
    }
    self.ticks = ticks
  }

  /// Returns the place of a day, from 0 at the first day to 1 at the last. A single day is in the
  /// middle.
  func place(of day: Day) -> Double {
    let length = days.lowerBound.days(until: days.upperBound)
    if length == 0 { return 0.5 }
    return Double(days.lowerBound.days(until: day)) / Double(length)
  }
}

extension TimeAxis {
  /// The distance of two ticks.
  private enum Step {
    case days(Int)
    case months(Int)

    static let all: [Step] =
      [1, 2, 7, 14].map(Step.days)
      + [1, 3, 6, 12, 24, 60, 120, 240, 600, 1_200, 6_000, 24_000].map(Step.months)

    /// The ticks of a period; `nil` if there are too many.
    func ticks(in days: ClosedRange<Day>, atMost most: Int) -> [Tick]? {
      var found: [Tick] = []
      var next = start(at: days.lowerBound)
      while let day = next, day <= days.upperBound {
        if found.count == most { return nil }
        found.append(Tick(day: day, label: label(of: day)))
        next = self.next(after: day)
      }
      // A step of months may have no tick in a period of a few days.
      return found.isEmpty ? nil : found
    }

    private func start(at first: Day) -> Day? {
      switch self {
      case .days(let count):
        // Steps of weeks begin on a Monday.
        return count < 7 ? first : first.adding(days: (8 - first.weekday) % 7)
      case .months(let count):
        let months = first.year * 12 + first.month - 1
        let isStart = first.day == 1 && months.isMultiple(of: count)
        let index = isStart ? months : (months / count + 1) * count
        return try? Day(year: index / 12, month: index % 12 + 1, day: 1)
      }
    }

    private func next(after day: Day) -> Day? {
      switch self {
      case .days(let count): day.adding(days: count)
      case .months(let count): day.adding(months: count)
      }
    }

    private func label(of day: Day) -> String {
      switch self {
      case .days: return "\(day.day) \(Self.names[day.month - 1])"
      case .months: return day.month == 1 ? "\(day.year)" : Self.names[day.month - 1]
      }
    }

    /// A day in words.
    static func label(of day: Day) -> String {
      "\(day.day) \(names[day.month - 1]) \(day.year)"
    }

    static let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
  }
}

extension Day {
  /// The name of the month in three letters.
  static func monthName(_ month: Int) -> String {
    [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][(month - 1) % 12]
  }
}
