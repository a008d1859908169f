/// Computes the returns of one part of a portfolio from its values and flows.
///
/// A day with flows is valued twice at the prices of the day: before its first flow, where a
/// sub-period ends, and at its close. Within the day, inflows count from the start and outflows
/// until the end: (close + out) / (before + in). A fee on a deposit therefore lowers the return, a
/// deposit on the last day is neutral, and a part that is sold completely earns its proceeds. If
/// the value at a flow is unknown, the sub-period continues and its return is computed by Modified
/// Dietz.
///
/// A gain needs capital. Where the value at the start of a sub-period is zero or negative, or the
/// value before a flow is negative, the sub-period goes on over that flow, so that the gain counts
/// on the money that comes in. An overdraft that the next deposit pays back is therefore part of
/// the return. A gain without any capital up to a day with a value of zero or more is left out, and
/// the result names the days (``PeriodReturn/withoutCapital``).
struct ReturnTracker {
  /// The flows of a day.
  private struct FlowDay {
    var day: Day
    var inflow = ExactDecimal.zero
    var outflow = ExactDecimal.zero
    var isValued: Bool
  }

  private var chain = ReturnChain()
  private var localChain = ReturnChain()
  /// The value at the start of the sub-period, and its day.
  private var subperiodStart: (value: ExactDecimal, day: Day)?
  /// The flows since `subperiodStart` that did not end the sub-period, because it had no capital.
  private var carried = (inflow: ExactDecimal.zero, outflow: ExactDecimal.zero)
  private var withoutCapital: PeriodReturn.WithoutCapital?
  /// Whether a sub-period had capital.
  private var hadCapital = false
  private var today: FlowDay?
  /// The flows since `subperiodStart`, if the sub-period continues because the value at a flow is
  /// unknown.
  private var unvaluedFlows: [CashFlow] = []
  /// The growth factor since `subperiodStart` that is due to exchange rates.
  private var currencyGrowth = 1.0
  private var isBroken = false
  private(set) var isApproximate = false
  /// All flows of the period.
  private(set) var flows: [CashFlow] = []
  private var contributions: ExactDecimal? = .zero
  private var volatility = Volatility()
  /// The number of returns in `volatility` that are not zero.
  private var changes = 0
  private var drawdown = Drawdown()
  private var lastLevel: Double?
  private var lastDay: Day?
  private let start: (value: ExactDecimal?, day: Day)

  /// Starts at the close of a day. An unknown value is `nil`.
  init(_ value: ExactDecimal?, on day: Day) {
    start = (value, day)
    subperiodStart = value.map { ($0, day) }
    if value?.isPositive == true {
      hadCapital = true
      note(level: 1, on: day)
    }
  }

  /// Whether the next flow on a day is its first.
  func isFirst(on day: Day) -> Bool { today?.day != day }

  /// Begins a day with flows, given the value before the first flow.
  mutating func open(_ day: Day, _ value: ExactDecimal?) {
    if canEnd(at: value) { settle(value, on: day) }
    // The level at the start of the first capital is a high, so that a loss on its first day is a
    // fall.
    if lastLevel == nil { drawdown.append(day, level: 1) }
    today = FlowDay(day: day, isValued: value != nil)
  }

  /// Adds a flow to the current day. Inflows are positive.
  mutating func add(_ flow: ExactDecimal?) {
    guard let flow, var flowDay = today else {
      contributions = nil
      isBroken = true
      return
    }
    if flow.isZero { return }
    contributions = contributions.adding(flow)
    flows.append(CashFlow(flowDay.day, flow))
    do {
      if flow.isNegative {
        try flowDay.outflow.subtract(flow)
      } else {
        try flowDay.inflow.add(flow)
      }
    } catch {
      isBroken = true
    }
    today = flowDay
  }

  /// Adds a gain from a change of exchange rates, given the value after the change. The gain is
  /// kept as a factor, which can be linked over sub-periods of any length. It is ignored if the
  /// value is unknown.
  mutating func addCurrencyGain(_ gain: Double, to value: ExactDecimal?) {
    guard let after = value?.binary.value else { return }
    let before = after - gain
    if after > 0, before > 0 { currencyGrowth *= after / before }
  }

  /// Ends a day with flows or new prices. The first day with a known value ends a sub-period that
  /// had flows at unknown values.
  mutating func close(_ day: Day, _ value: ExactDecimal?) {
    if let flowDay = today { end(flowDay, value) }
    if !unvaluedFlows.isEmpty { settle(value, on: day) }
    guard let value, unvaluedFlows.isEmpty, let growth = chain.growth,
      let (start, end) = ends(value)
    else { return }
    if start == end {
      if hadCapital, day != lastDay { note(level: growth, on: day) }
    } else if start.isPositive, !value.isNegative, let ratio = end.ratio(to: start) {
      if day != lastDay { note(level: growth * ratio.value, on: day) }
    } else {
      noteWithoutCapital(on: day)
    }
  }

  private mutating func end(_ flowDay: FlowDay, _ value: ExactDecimal?) {
    today = nil
    guard flowDay.isValued, unvaluedFlows.isEmpty, let value, subperiodStart != nil,
      let inflow = try? carried.inflow.adding(flowDay.inflow),
      let outflow = try? carried.outflow.adding(flowDay.outflow)
    else {
      isApproximate = true
      unvaluedFlows.append(CashFlow(flowDay.day, flowDay.inflow))
      unvaluedFlows.append(CashFlow(flowDay.day, -flowDay.outflow))
      return settle(value, on: flowDay.day)
    }
    carried = (inflow, outflow)
    // Money that came in may leave a debt open. Its gain then counts on the money that follows.
    if value.isPositive || canEnd(at: value) { settle(value, on: flowDay.day) }
  }

  /// The value at the start of the sub-period with its inflows, and a value at its end with its
  /// outflows. `nil` without a known start.
  private func ends(_ value: ExactDecimal) -> (start: ExactDecimal, end: ExactDecimal)? {
    guard let before = subperiodStart?.value, let start = try? before.adding(carried.inflow),
      let end = try? value.adding(carried.outflow)
    else { return nil }
    return (start, end)
  }

  /// Whether the sub-period may end at a value: it has a return, or nothing is held or owed.
  private func canEnd(at value: ExactDecimal?) -> Bool {
    guard let value, unvaluedFlows.isEmpty, let (start, end) = ends(value) else { return true }
    return start == end || value.isZero || start.isPositive && !end.isNegative
  }

  /// Ends the sub-period, if the value is known.
  private mutating func settle(_ value: ExactDecimal?, on day: Day) {
    guard let value else { return }
    defer {
      subperiodStart = (value, day)
      unvaluedFlows = []
      carried = (.zero, .zero)
      currencyGrowth = 1
    }
    guard let before = subperiodStart, let (start, end) = ends(value) else {
      isBroken = true
      return
    }
    if unvaluedFlows.isEmpty { return link(start, end, on: day) }
    let dietz = try? ModifiedDietz(
      startValue: start, flows: unvaluedFlows, endValue: end, opening: before.day, closing: day)
    if let found = dietz?.periodReturn {
      hadCapital = true
      chain.append(return: found)
      localChain.append(return: found)
    } else if let dietz {
      leaveOut(dietz.gain, on: day)
    } else {
      isBroken = true
    }
  }

  private mutating func link(_ start: ExactDecimal, _ end: ExactDecimal, on day: Day) {
    if start.isPositive { hadCapital = true }
    guard start == end || start.isPositive else {
      return leaveOut(try? end.subtracting(start), on: day)
    }
    guard let own = chain.append(start: start, end: end) else { return }
    localChain.append(return: currencyGrowth == 1 ? own : (1 + own) / currencyGrowth - 1)
  }

  /// Leaves a gain on no capital out of the return.
  private mutating func leaveOut(_ gain: ExactDecimal?, on day: Day) {
    noteWithoutCapital(on: day)
    let sum = withoutCapital?.gain.adding(gain)
    withoutCapital?.gain = sum
    withoutCapital?.isLeftOut = true
  }

  private mutating func noteWithoutCapital(on day: Day) {
    let first = withoutCapital?.days.lowerBound ?? day
    if withoutCapital == nil { withoutCapital = .init(days: day...day) }
    withoutCapital?.days = first...day
  }

  private mutating func note(level: Double, on day: Day) {
    if let last = lastLevel, last > 0 {
      volatility.append(level / last - 1)
      if level != last { changes += 1 }
    }
    lastLevel = level
    lastDay = day
    drawdown.append(day, level: level)
  }
}

extension ReturnTracker {
  /// Returns the time-weighted return up to the close of a day, and the fall below the highest
  /// level so far. Both are `nil` if the return is.
  func standing(at day: Day, _ value: ExactDecimal?) -> (total: Double?, fall: Double?) {
    var tracker = self
    let total = tracker.finish(on: day, value)
    return (total, total == nil ? nil : tracker.drawdown.current)
  }

  /// Ends the last sub-period at the close of a day, and returns the time-weighted return.
  private mutating func finish(on day: Day, _ value: ExactDecimal?) -> Double? {
    close(day, value)
    settle(value, on: day)
    let isShort = value?.isNegative == true
    if isBroken || value == nil { return nil }
    if !hadCapital, isShort || withoutCapital?.isLeftOut == true { return nil }
    if let growth = chain.growth, growth < 0 {
      // No money came in after the value fell below zero, so the return has the whole loss.
      note(level: growth, on: day)
      withoutCapital = nil
    }
    return chain.totalReturn
  }

  /// Returns the returns up to the close of a day. For single days the money-weighted return is
  /// left out, because an annual rate is meaningless for one day.
  consuming func result(
    part: Int, from: Day, to: Day, _ value: ExactDecimal?, isDaily: Bool
  ) -> PeriodReturn {
    let total = finish(on: to, value)
    let opening = firstDay
    let days = opening.days(until: to)
    let years = Double(days) / 365
    return PeriodReturn(
      part: part, from: from, to: to, days: days, startValue: start.value, endValue: value,
      netContributions: contributions, timeWeighted: total,
      local: total == nil ? nil : localChain.totalReturn, cumulative: total,
      belowHigh: total == nil ? nil : drawdown.current,
      moneyWeighted: isDaily ? .tooFewDays : moneyWeighted(to, value),
      volatility: annualVolatility(years),
      falls: drawdown.deepest.filter { $0.depth < -Self.roundingOfLevels },
      isApproximate: isApproximate, withoutCapital: withoutCapital)
  }

  /// Half of the last decimal place of ratios. Linked returns are binary numbers, so a day without
  /// a change may seem to fall by 1e-16.
  private static let roundingOfLevels = 5e-13

  /// The annualized volatility. With a single return beside days on which nothing but a transaction
  /// happened, it would be that return.
  private func annualVolatility(_ years: Double) -> Double? {
    if years <= 0 || changes == 1 { return nil }
    return volatility.annualized(periodsPerYear: Double(volatility.count) / years)
  }

  /// The first day of the returns: that of the first flow if the value at the start is zero.
  private var firstDay: Day {
    guard let value = start.value, value.isZero, let first = flows.first else { return start.day }
    return first.day
  }

  private func moneyWeighted(_ to: Day, _ value: ExactDecimal?) -> InternalRate {
    guard let first = start.value, let value, contributions != nil else { return .tooFewDays }
    return .find(
      in: Self.investorFlows(start.day, first, flows, to, value), below: InternalRate.limitOfYear)
  }

  /// Returns the flows from the point of view of the owner: contributions are negative.
  static func investorFlows(
    _ startDay: Day, _ start: ExactDecimal, _ flows: [CashFlow], _ endDay: Day, _ end: ExactDecimal
  ) -> [CashFlow] {
    let all =
      [CashFlow(startDay, -start)] + flows.map { CashFlow($0.day, -$0.amount) }
      + [CashFlow(endDay, end)]
    return all.filter { !$0.amount.isZero }
  }
}
