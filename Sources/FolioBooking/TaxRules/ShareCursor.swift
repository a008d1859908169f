/// How far booking has come in the matches of an instrument: the acquisitions and disposals of the
/// current day that are not booked yet.
struct ShareCursor {
  private var nextAcquisition = 0
  private var nextDisposal = 0
  /// What is not booked of the last acquisition.
  private var bought: ShareMatching.Acquisition?
  /// What is not booked of the disposals of the last day.
  private var sold: Sold?
  /// The number of splits so far.
  var epoch = 0

  fileprivate struct Sold {
    var day: Day
    var epoch: Int
    var sharesMatches: Bool
    var units: ExactDecimal
    var matches: ArraySlice<ShareMatch>
  }

  /// The units of a purchase that go into the pool, and their cost; nil if the purchase is not
  /// known.
  mutating func pool(
    _ units: ExactDecimal, on day: Day, _ plan: ShareMatching
  ) throws(ArithmeticFault) -> PooledShare? {
    findAcquisition(on: day, plan)
    guard var rest = bought else { return nil }
    let matched = min(units, rest.unseenMatched)
    let matchedCost = try rest.unseenCost.share(matched, of: rest.unseenMatched)
    try rest.unseenMatched.subtract(matched)
    try rest.unseenCost.subtract(matchedCost)
    let pooled = try rest.split(off: units.subtracting(matched))
    bought = rest
    return PooledShare(
      units: pooled.quantity, cost: pooled.cost, costBase: pooled.costBase,
      matchedCost: matchedCost, hasBase: rest.hasBase, currency: rest.currency)
  }

  private mutating func findAcquisition(on day: Day, _ plan: ShareMatching) {
    if let bought, bought.day == day, bought.epoch == epoch { return }
    bought = nil
    while bought == nil, nextAcquisition < plan.acquisitions.count {
      let next = plan.acquisitions[nextAcquisition]
      nextAcquisition += 1
      if next.day == day, next.epoch == epoch { bought = next }
    }
  }

  /// The acquisitions with which some units of a disposal are matched. The rest of the units is
  /// taken from the pool.
  mutating func take(
    _ units: ExactDecimal, on day: Day, _ plan: ShareMatching
  ) throws(ArithmeticFault) -> [ShareMatch] {
    findDisposal(on: day, plan)
    guard var rest = sold else { return [] }
    // One owner, so that the matches are changed in place.
    sold = nil
    defer { sold = rest }
    return rest.sharesMatches ? try rest.takeShares(units) : try rest.takeNext(units)
  }

  private mutating func findDisposal(on day: Day, _ plan: ShareMatching) {
    if let sold, sold.day == day, sold.epoch == epoch { return }
    sold = nil
    while sold == nil, nextDisposal < plan.disposals.count {
      let next = plan.disposals[nextDisposal]
      nextDisposal += 1
      guard next.day == day, next.epoch == epoch else { continue }
      sold = Sold(
        day: day, epoch: epoch, sharesMatches: next.sharesMatches, units: next.units,
        matches: plan.matches(of: next))
    }
  }
}

extension ShareCursor.Sold {
  fileprivate mutating func takeNext(
    _ units: ExactDecimal
  ) throws(ArithmeticFault) -> [ShareMatch] {
    var taken: [ShareMatch] = []
    var left = units
    while left.isPositive, var first = matches.first {
      if first.quantity <= left {
        matches.removeFirst()
      } else {
        let part = try first.split(off: left)
        matches[matches.startIndex] = first
        first = part
      }
      try left.subtract(first.quantity)
      taken.append(first)
    }
    return taken
  }

  /// Takes the share of some units in each match of the day. The shares add up to that in all
  /// matches; the first ones take what rounding down leaves.
  fileprivate mutating func takeShares(
    _ units: ExactDecimal
  ) throws(ArithmeticFault) -> [ShareMatch] {
    let whole = self.units
    try self.units.subtract(units)
    if matches.isEmpty { return [] }
    var left = try matches.sum(of: \.quantity).share(units, of: whole)
    var parts = try matches.map { match throws(ArithmeticFault) in
      units == whole
        ? match.quantity
        : try match.quantity.multiplied(
          by: units, dividedBy: whole, places: ExchangeRate.places, rounding: .down)
    }
    for part in parts { try left.subtract(part) }
    for (place, match) in matches.enumerated() where left.isPositive {
      let more = min(left, try match.quantity.subtracting(parts[place]))
      try parts[place].add(more)
      try left.subtract(more)
    }
    return try zip(matches.indices, parts).filter { $1.isPositive }.map {
      pair throws(ArithmeticFault) in try matches[pair.0].split(off: pair.1)
    }
  }
}
