extension RateBook {
  /// A rate, and the days on which it is the same.
  package struct Answer: Sendable {
    /// The rate; nil if there is none by then, or if a cross rate exceeds the precision of
    /// `ExactDecimal`.
    package var rate: ExchangeRate?
    /// The days around the requested one on which the answer is the same.
    package var days: ClosedRange<Day>
  }

  /// How many pairs lie between each currency and one of them, going by the pairs that have a
  /// rate on some days.
  package struct Ways: Sendable {
    let goal: CurrencyIndex
    /// By number of the currency; `unreached` if there is no path.
    let distances: [UInt16]
    /// The days on which that is so.
    package let days: ClosedRange<Day>

    static let unreached = UInt16.max
    /// The most pairs that a rate is crossed over.
    static let longest: UInt16 = 100
  }

  /// The value of one `from` in `to` on a day; nil if no rate is known by then, or if a cross rate
  /// exceeds the precision of `ExactDecimal`.
  public func rate(from: Currency, to: Currency, on day: Day) -> ExchangeRate? {
    if from == to { return .identity }
    guard let start = currencies.existingIndex(of: from), let ways = ways(to: to, on: day) else {
      return nil
    }
    return answer(from: start, by: ways, on: day).rate
  }

  /// The ways to a currency on a day, to look up many rates to it; nil if the ledger does not
  /// mention the currency.
  package func ways(to goal: Currency, on day: Day) -> Ways? {
    guard let goal = currencies.existingIndex(of: goal) else { return nil }
    var distances = Array(repeating: Ways.unreached, count: neighbours.count)
    distances[Int(goal)] = 0
    var queue = [goal]
    var next = 0
    while next < queue.count {
      let here = queue[next]
      next += 1
      if distances[Int(here)] == Ways.longest { break }
      for there in neighbours[Int(here)] where pairs[there.pair].first <= day {
        guard distances[Int(there.currency)] == Ways.unreached else { continue }
        distances[Int(there.currency)] = distances[Int(here)] + 1
        queue.append(there.currency)
      }
    }
    return Ways(goal: goal, distances: distances, days: firstDays.stretch(around: day).days)
  }

  /// The rate of a currency by ways that hold on the day.
  package func answer(from start: CurrencyIndex, by ways: Ways, on day: Day) -> Answer {
    guard Int(start) < ways.distances.count, ways.distances[Int(start)] != Ways.unreached else {
      return Answer(rate: nil, days: ways.days)
    }
    if start == ways.goal { return Answer(rate: .identity, days: Day.first...Day.last) }
    var days = ways.days
    var steps: [Step] = []
    var here = start
    while here != ways.goal {
      let nearer = nearer(here, ways, on: day)
      guard nearer.count == 1 else {
        steps = freshest(from: start, ways, on: day, &days)
        break
      }
      guard let step = step(here, nearer[0], on: day, &days) else { break }
      steps.append(step)
      here = step.goal
    }
    return Answer(rate: rate(from: start, steps, to: ways.goal), days: days)
  }

  /// The rates of some steps one after the other; nil if they do not lead to the goal, or if the
  /// numbers need more digits than an exact one has.
  private func rate(
    from start: CurrencyIndex, _ steps: [Step], to goal: CurrencyIndex
  ) -> ExchangeRate? {
    guard steps.last?.goal == goal else { return nil }
    var rate = ExchangeRate(multiplier: .one, path: [currencies[start]])
    for step in steps {
      let side = step.isInverse ? rate.divisor : rate.multiplier
      let product = try? side.normalized().multiplied(by: step.rate.normalized())
      guard let product = side == .one ? step.rate : product else { return nil }
      if step.isInverse { rate.divisor = product } else { rate.multiplier = product }
      rate.path.append(currencies[step.goal])
      rate.day = min(step.day, rate.day ?? .last)
    }
    return rate
  }
}

/// The rate of one pair, or its inverse.
private struct Step {
  var goal: CurrencyIndex
  var rate: ExactDecimal
  var isInverse: Bool
  var day: Day
}

extension RateBook {
  /// The neighbours that are one pair nearer to the goal.
  private func nearer(
    _ here: CurrencyIndex, _ ways: Ways, on day: Day
  ) -> [Neighbour] {
    let wanted = ways.distances[Int(here)] &- 1
    return neighbours[Int(here)].filter {
      ways.distances[Int($0.currency)] == wanted && pairs[$0.pair].first <= day
    }
  }

  /// Of several ways of one length the freshest, of those the one over the currencies that were
  /// mentioned first.
  ///
  /// From the goal backwards it is worked out how old a rate must be gone over from each currency;
  /// then the first neighbour that keeps to that of the start is taken, step by step.
  private func freshest(
    from start: CurrencyIndex, _ ways: Ways, on day: Day, _ days: inout ClosedRange<Day>
  ) -> [Step] {
    var layers = [[start]]
    for _ in 1..<Int(ways.distances[Int(start)]) {
      let next = layers[layers.count - 1].flatMap { nearer($0, ways, on: day).map(\.currency) }
      layers.append(Set(next).sorted())
    }
    var oldest: [CurrencyIndex: Day] = [ways.goal: .last]
    var choices: [CurrencyIndex: [Step]] = [:]
    for here in layers.reversed().joined() {
      let steps = nearer(here, ways, on: day).compactMap { step(here, $0, on: day, &days) }
      choices[here] = steps
      oldest[here] = steps.map { min($0.day, oldest[$0.goal] ?? .first) }.max()
    }
    let limit = oldest[start] ?? .first
    var way: [Step] = []
    while way.last?.goal != ways.goal {
      let fresh = choices[way.last?.goal ?? start]?.first {
        min($0.day, oldest[$0.goal] ?? .first) >= limit
      }
      guard let fresh else { return [] }
      way.append(fresh)
    }
    return way
  }

  private func step(
    _ from: CurrencyIndex, _ neighbour: Neighbour, on day: Day, _ days: inout ClosedRange<Day>
  ) -> Step? {
    if from < neighbour.currency {
      return Self.step(
        pairs[neighbour.pair].upward, pairs[neighbour.pair].downward, neighbour.currency, rows,
        on: day, &days)
    }
    return Self.step(
      pairs[neighbour.pair].downward, pairs[neighbour.pair].upward, neighbour.currency, rows,
      on: day, &days)
  }

  /// The fresher of the rates ahead and back; the one ahead where both are of one day.
  private static func step(
    _ ahead: borrowing Series, _ back: borrowing Series, _ goal: CurrencyIndex,
    _ rows: borrowing [RateRecord], on day: Day, _ days: inout ClosedRange<Day>
  ) -> Step? {
    let direct = ahead.index(on: day, &days)
    let inverse = back.index(on: day, &days)
    if let inverse, direct.map({ ahead.days[$0] < back.days[inverse] }) ?? true {
      return Step(
        goal: goal, rate: rows[Int(back.rows[inverse])].rate, isInverse: true,
        day: back.days[inverse])
    }
    guard let direct else { return nil }
    return Step(
      goal: goal, rate: rows[Int(ahead.rows[direct])].rate, isInverse: false,
      day: ahead.days[direct])
  }
}
