/// The returns of a part: those of the current period, and since the first one. Both are computed
/// from the same values and flows, so that the last row of a series agrees with the whole.
struct PartReturns {
  /// The current period.
  private(set) var current: ReturnTracker
  /// All periods so far; `nil` if there is only one.
  private var sinceStart: ReturnTracker?

  /// Starts at the close of a day. An unknown value is `nil`.
  init(_ value: ExactDecimal?, on day: Day, isSeries: Bool) {
    current = ReturnTracker(value, on: day)
    sinceStart = isSeries ? current : nil
  }

  /// Begins the next period at the close of a day.
  mutating func begin(_ value: ExactDecimal?, on day: Day) {
    current = ReturnTracker(value, on: day)
  }

  /// Whether the next flow on a day is its first.
  func isFirst(on day: Day) -> Bool { current.isFirst(on: day) }

  /// Begins a day with flows, given the value before the first flow.
  mutating func open(_ day: Day, _ value: ExactDecimal?) {
    current.open(day, value)
    sinceStart?.open(day, value)
  }

  /// Adds a flow to the current day. Inflows are positive.
  mutating func add(_ flow: ExactDecimal?) {
    current.add(flow)
    sinceStart?.add(flow)
  }

  /// Adds a gain from a change of exchange rates, given the value after the change.
  mutating func addCurrencyGain(_ gain: Double, to value: ExactDecimal?) {
    current.addCurrencyGain(gain, to: value)
    sinceStart?.addCurrencyGain(gain, to: value)
  }

  /// Ends a day with flows or new prices.
  mutating func close(_ day: Day, _ value: ExactDecimal?) {
    current.close(day, value)
    sinceStart?.close(day, value)
  }

  /// Returns the returns of the current period up to the close of a day, and of all so far.
  func result(
    part: Int, from: Day, to: Day, _ value: ExactDecimal?, isDaily: Bool
  ) -> PeriodReturn {
    var result = current.result(part: part, from: from, to: to, value, isDaily: isDaily)
    if let standing = sinceStart?.standing(at: to, value) {
      (result.cumulative, result.belowHigh) = (standing.total, standing.fall)
    }
    return result
  }
}
