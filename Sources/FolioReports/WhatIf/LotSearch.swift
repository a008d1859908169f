/// The lots among which a sale chooses, and the search for the best choice.
///
/// As long as no loss is deferred, the gain is the sum of the gains of the units, and each unit of
/// a lot gains the same. Then a choice is a number of units of each lot, and the best choice takes,
/// among lots of one term, those with the highest cost per unit first. What is left to find is how
/// many units are short-term: the tax is linear in it between the ends of lots and the places where
/// a gain of the year becomes a loss, so that only those are compared.
struct LotSearch {
  /// A lot, or several that a sale cannot name apart.
  struct Candidate {
    var group: GroupIndex
    var acquired: Day?
    /// The cost of all its units in base.
    var costBase: ExactDecimal
    var isLong: Bool
    /// Whether a sale can take a part of it.
    var isDivisible: Bool
    /// Its units, in steps.
    var count: Int128
  }

  let candidates: [Candidate]
  /// The number of steps to sell.
  let wanted: Int128
  /// A step is this number of decimal places: 0 for whole units.
  let places: Int
  /// What one step brings in base.
  let proceedsOfStep: ExactDecimal
  /// Whether each unit of a lot gains the same, so that the search is exact.
  let isLinear: Bool

  /// A number of steps of each candidate.
  typealias Allocation = [Int128]

  func units(_ allocation: Allocation) throws(ArithmeticFault) -> [UnitsOfLot] {
    var units: [UnitsOfLot] = []
    for (candidate, count) in zip(candidates, allocation) where count > 0 {
      let quantity = try ExactDecimal(coefficient: count, places: places).normalized()
      units.append(
        UnitsOfLot(group: candidate.group, acquired: candidate.acquired, quantity: quantity))
    }
    return units
  }

  // MARK: By cost per unit

  /// The candidates of one term, or of both, by cost per unit: the highest first.
  private func byCost(isLong: Bool?) throws(ArithmeticFault) -> [Int] {
    let chosen = candidates.indices.filter { isLong == nil || candidates[$0].isLong == isLong }
    let counts = try candidates.map { candidate throws(ArithmeticFault) in
      try ExactDecimal(coefficient: candidate.count, places: 0)
    }
    return chosen.sorted { left, right in
      let order = ExactDecimal.compareProducts(
        candidates[left].costBase, counts[right], candidates[right].costBase, counts[left])
      return order == 0 ? left < right : order > 0
    }
  }

  /// Takes steps in an order of candidates.
  private func take(_ count: Int128, _ order: [Int], _ allocation: inout Allocation) {
    var rest = count
    for index in order where rest > 0 {
      let taken = min(rest, candidates[index].count)
      allocation[index] = taken
      rest -= taken
    }
  }

  private var none: Allocation { Allocation(repeating: 0, count: candidates.count) }

  /// The least gain: the highest cost per unit first.
  func leastGain() throws(ArithmeticFault) -> Allocation {
    var allocation = none
    take(wanted, try byCost(isLong: nil), &allocation)
    return allocation
  }

  /// As many long-term units as there are, and among these choices the least gain.
  func mostLongTerm() throws(ArithmeticFault) -> Allocation {
    let long = candidates.reduce(0) { $0 + ($1.isLong ? $1.count : 0) }
    return try allocation(short: max(0, wanted - long))
  }

  /// The least gain with a number of short-term steps.
  private func allocation(short count: Int128) throws(ArithmeticFault) -> Allocation {
    var allocation = none
    take(count, try byCost(isLong: false), &allocation)
    take(wanted - count, try byCost(isLong: true), &allocation)
    return allocation
  }

  // MARK: Tax

  /// The least tax on the gains of a year; of equal choices the one with the least gain.
  /// - Parameter year: the other gains of the year.
  func leastTax(_ year: YearGains, _ rates: TaxRates) throws(ArithmeticFault) -> Allocation {
    let short = try ClassOfLots(byCost(isLong: false).map { candidates[$0] }, proceedsOfStep)
    let long = try ClassOfLots(byCost(isLong: true).map { candidates[$0] }, proceedsOfStep)
    let range = max(0, wanted - long.count)...min(wanted, short.count)
    func gains(_ count: Int128) throws(ArithmeticFault) -> YearGains {
      var gains = year
      try gains.short.add(try short.gain(of: count))
      try gains.long.add(try long.gain(of: wanted - count))
      return gains
    }
    let ends = short.ends + long.ends.map { wanted - $0 } + [range.lowerBound, range.upperBound]
    let corners = Set(ends.filter { range.contains($0) }).sorted()
    var counts = corners
    for (left, right) in zip(corners, corners.dropFirst()) {
      let (a, b) = (try gains(left), try gains(right))
      let sums = try [
        (a.short, b.short), (a.long, b.long),
        (a.short.adding(a.long), b.short.adding(b.long)),
      ]
      for (first, last) in sums {
        guard let root = try Self.root(first, last, left, right) else { continue }
        counts += (root - 1...root + 2).filter { left < $0 && $0 < right }
      }
    }
    var best: (count: Int128, tax: ExactDecimal, gain: ExactDecimal)?
    for count in counts {
      let gains = try gains(count)
      let (tax, gain) = (try gains.tax(at: rates), try gains.short.adding(gains.long))
      if let best, (best.tax, best.gain) <= (tax, gain) { continue }
      best = (count, tax, gain)
    }
    return try allocation(short: best?.count ?? range.lowerBound)
  }

  /// The step before the place where a line between two values crosses zero.
  private static func root(
    _ first: ExactDecimal, _ last: ExactDecimal, _ left: Int128, _ right: Int128
  ) throws(ArithmeticFault) -> Int128? {
    guard first.isNegative != last.isNegative, first != last else { return nil }
    let width = try ExactDecimal(coefficient: right - left, places: 0)
    let way = try (-first).multiplied(
      by: width, dividedBy: last.subtracting(first), places: 0, rounding: .down)
    return left + way.coefficient
  }

  // MARK: All choices

  /// The number of choices; nil if it is above a limit.
  func count(upTo limit: Int) -> Int? {
    var ways: [Int128: Int] = [wanted: 1]
    for candidate in candidates {
      var next: [Int128: Int] = [:]
      for (rest, count) in ways {
        let most = min(candidate.count, rest)
        if most > Int128(limit) { return nil }
        for taken in 0...most where isPossible(taken, candidate) {
          next[rest - taken, default: 0] += count
        }
      }
      if next.count > limit || next.values.contains(where: { $0 > limit }) { return nil }
      ways = next
    }
    let count = ways[0] ?? 0
    return count > limit ? nil : count
  }

  /// Calls `body` with each choice.
  func forEach(_ body: (Allocation) throws -> Void) rethrows {
    var allocation = none
    try visit(0, wanted, &allocation, body)
  }

  private func visit(
    _ index: Int, _ rest: Int128, _ allocation: inout Allocation,
    _ body: (Allocation) throws -> Void
  ) rethrows {
    if index == candidates.count {
      if rest == 0 { try body(allocation) }
      return
    }
    let later = candidates[(index + 1)...].reduce(0) { $0 + $1.count }
    let most = min(candidates[index].count, rest)
    let least = max(0, rest - later)
    if least > most { return }
    for taken in least...most where isPossible(taken, candidates[index]) {
      allocation[index] = taken
      try visit(index + 1, rest - taken, &allocation, body)
    }
    allocation[index] = 0
  }

  private func isPossible(_ taken: Int128, _ candidate: Candidate) -> Bool {
    candidate.isDivisible || taken == 0 || taken == candidate.count
  }
}

/// The lots of one term, by cost per unit.
private struct ClassOfLots {
  private let lots: [LotSearch.Candidate]
  private let proceedsOfStep: ExactDecimal
  /// The numbers of steps at which a lot ends.
  let ends: [Int128]
  /// The gain up to each of them.
  private let gains: [ExactDecimal]

  init(
    _ lots: [LotSearch.Candidate], _ proceedsOfStep: ExactDecimal
  ) throws(ArithmeticFault) {
    var (end, sum) = (Int128(0), ExactDecimal.zero)
    var (ends, gains) = ([end], [sum])
    for lot in lots {
      let proceeds = try proceedsOfStep.multiplied(
        by: ExactDecimal(coefficient: lot.count, places: 0), places: 18, rounding: .halfEven)
      try sum.add(proceeds.subtracting(lot.costBase))
      end += lot.count
      ends.append(end)
      gains.append(sum)
    }
    (self.lots, self.proceedsOfStep, self.ends, self.gains) = (lots, proceedsOfStep, ends, gains)
  }

  var count: Int128 { ends.last ?? 0 }

  /// The gain of the first steps.
  func gain(of count: Int128) throws(ArithmeticFault) -> ExactDecimal {
    let index = ends.partitioningIndex { $0 > count } - 1
    guard index < lots.count, ends[index] < count else { return gains[max(0, index)] }
    let part = try ExactDecimal(coefficient: count - ends[index], places: 0)
    let whole = try ExactDecimal(coefficient: lots[index].count, places: 0)
    let gain = try gains[index + 1].subtracting(gains[index])
    return try gains[index].adding(
      gain.multiplied(by: part, dividedBy: whole, places: Precision.costPlaces))
  }
}
