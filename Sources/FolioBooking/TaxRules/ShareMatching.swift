import FolioModel
import FolioNumbers

/// Some units of a disposal, and the acquisition with which they are identified.
struct ShareMatch: UnitsAtCost {
  var rule: MatchingRule
  /// Units, as they were counted at the disposal.
  var quantity: ExactDecimal
  var cost: ExactDecimal
  var costBase: ExactDecimal
  var hasBase: Bool
  var currency: CurrencyIndex
  /// The day of the acquisition, and its first group.
  var day: Day
  var group: GroupIndex
}

/// The part of a purchase that goes into the pool, and the cost of the part that does not.
struct PooledShare {
  var units: ExactDecimal
  var cost = ExactDecimal.zero
  var costBase = ExactDecimal.zero
  /// The cost of the units with which disposals are matched.
  var matchedCost = ExactDecimal.zero
  var hasBase = true
  /// The currency of the costs; `missingCurrency` if purchases of the day cannot be added up.
  var currency = missingCurrency
}

/// The acquisitions with which the disposals of an instrument are identified, under the same day
/// and the 30 day rule. They are found before the ledger is booked, since the purchases come after
/// the sale.
///
/// First each disposal takes from the purchases of its day, which come before all else; then each
/// takes from the purchases of its next 30 days. Purchases that are used up, or no later than a
/// disposal, are skipped permanently.
struct ShareMatching {
  private var acquisitions: [Acquisition] = []
  private var disposals: [DisposalDay] = []
  private var matches: [ShareMatch] = []
  private var splits = SplitRatios()
  // The position of booking.
  private var nextAcquisition = 0
  private var nextDisposal = 0
  /// The number of splits so far.
  var epoch = 0

  /// All that was acquired on a day, in the units of an epoch.
  private struct Acquisition: UnitsAtCost {
    var day: Day
    var epoch: Int
    var units = ExactDecimal.zero
    var cost = ExactDecimal.zero
    var costBase = ExactDecimal.zero
    var hasBase = true
    var currency: CurrencyIndex
    var group: GroupIndex
    /// Units that no disposal is matched with: they go into the pool, with the remaining cost.
    var quantity = ExactDecimal.zero
    /// The units that the matches took of acquisitions not booked yet, and their cost.
    var unseenMatched = ExactDecimal.zero
    var unseenCost = ExactDecimal.zero

    /// Replaces the cost by the cost in base. If that is not known, the costs have no sum.
    mutating func carryToBase(_ base: CurrencyIndex) {
      cost = costBase
      currency = hasBase ? base : missingCurrency
    }
  }

  private struct DisposalDay {
    var day: Day
    var epoch: Int
    var left = ExactDecimal.zero
    var matches: Range<Int> = 0..<0
    /// Units that are not booked yet.
    var unseen = ExactDecimal.zero
    /// Whether each leg has the same share of each match. It makes a difference if only some of the
    /// legs have a gain.
    var sharesMatches = false
  }

  init() {}

  init(_ events: [HoldingTimeline.Event], base: CurrencyIndex) throws(ArithmeticFault) {
    var epoch = 0
    for event in events {
      switch event.kind {
      case .acquired: try add(acquired: event, epoch, base)
      case .disposed: try add(disposed: event, epoch)
      case .rescaled:
        splits.append(Ratio(new: event.units, old: event.old))
        epoch += 1
      case .moved: break
      }
    }
    let costs = acquisitions.map(\.cost)
    for index in acquisitions.indices {
      acquisitions[index].quantity = acquisitions[index].units
    }
    try match()
    for index in acquisitions.indices {
      acquisitions[index].unseenMatched =
        try acquisitions[index].units.subtracting(acquisitions[index].quantity)
      acquisitions[index].unseenCost = try costs[index].subtracting(acquisitions[index].cost)
    }
  }

  /// All that was acquired on a day is one acquisition (s.105(1)(a)): in one currency, or in base.
  private mutating func add(
    acquired event: HoldingTimeline.Event, _ epoch: Int, _ base: CurrencyIndex
  ) throws(ArithmeticFault) {
    var last = acquisitions.count - 1
    if last < 0 || acquisitions[last].day != event.day || acquisitions[last].epoch != epoch {
      last += 1
      acquisitions.append(
        Acquisition(
          day: event.day, epoch: epoch, currency: event.currency, group: event.group))
    }
    try acquisitions[last].units.add(event.units)
    try acquisitions[last].cost.add(event.cost)
    try acquisitions[last].costBase.add(event.costBase)
    acquisitions[last].hasBase = acquisitions[last].hasBase && event.hasBase
    if acquisitions[last].currency != event.currency { acquisitions[last].carryToBase(base) }
  }

  private mutating func add(
    disposed event: HoldingTimeline.Event, _ epoch: Int
  ) throws(ArithmeticFault) {
    var last = disposals.count - 1
    if last < 0 || disposals[last].day != event.day || disposals[last].epoch != epoch {
      last += 1
      disposals.append(DisposalDay(day: event.day, epoch: epoch))
    }
    try disposals[last].left.add(event.units)
    try disposals[last].unseen.add(event.units)
    if event.isWithoutGain { disposals[last].sharesMatches = true }
  }

  /// Same days first: they take precedence over the 30 days of any other disposal.
  private mutating func match() throws(ArithmeticFault) {
    var sameDay: [[ShareMatch]] = Array(repeating: [], count: disposals.count)
    var acquisition = 0
    for disposal in disposals.indices {
      let day = disposals[disposal].day
      while acquisition < acquisitions.count, acquisitions[acquisition].day < day {
        acquisition += 1
      }
      var candidate = acquisition
      while candidate < acquisitions.count, acquisitions[candidate].day == day {
        if let match = try match(disposal, candidate, .sameDay) { sameDay[disposal].append(match) }
        candidate += 1
      }
    }
    acquisition = 0
    for disposal in disposals.indices {
      let first = matches.count
      matches.append(contentsOf: sameDay[disposal])
      try matchFollowing(disposal, &acquisition)
      disposals[disposal].matches = first..<matches.count
    }
  }

  private mutating func matchFollowing(
    _ disposal: Int, _ acquisition: inout Int
  ) throws(ArithmeticFault) {
    let day = disposals[disposal].day
    while acquisition < acquisitions.count,
      acquisitions[acquisition].day <= day || acquisitions[acquisition].quantity.isZero
    {
      acquisition += 1
    }
    var candidate = acquisition
    while disposals[disposal].left.isPositive, candidate < acquisitions.count,
      acquisitions[candidate].day.daysSince1970 - day.daysSince1970 <= 30
    {
      if let match = try match(disposal, candidate, .thirtyDays) { matches.append(match) }
      candidate += 1
    }
  }

  private mutating func match(
    _ disposal: Int, _ acquisition: Int, _ rule: MatchingRule
  ) throws(ArithmeticFault) -> ShareMatch? {
    let (sold, bought) = (disposals[disposal], acquisitions[acquisition])
    guard sold.left.isPositive, bought.quantity.isPositive else { return nil }
    let wanted = try splits.convert(sold.left, from: sold.epoch, to: bought.epoch)
    let taken = min(wanted, bought.quantity)
    let isAll = taken == wanted
    let units = isAll ? sold.left : try splits.convert(taken, from: bought.epoch, to: sold.epoch)
    if units.isZero || taken.isZero { return nil }
    try disposals[disposal].left.subtract(units)
    let part = try acquisitions[acquisition].split(off: taken)
    return ShareMatch(
      rule: rule, quantity: units, cost: part.cost, costBase: part.costBase,
      hasBase: bought.hasBase, currency: bought.currency, day: bought.day, group: bought.group)
  }

  /// The units of a purchase that go into the pool, and their cost; nil if the purchase is not
  /// known.
  mutating func pool(
    _ units: ExactDecimal, on day: Day
  ) throws(ArithmeticFault) -> PooledShare? {
    while nextAcquisition < acquisitions.count, !isAt(acquisitions[nextAcquisition], day) {
      nextAcquisition += 1
    }
    guard nextAcquisition < acquisitions.count else { return nil }
    let bought = acquisitions[nextAcquisition]
    let matched = min(units, bought.unseenMatched)
    let matchedCost = try bought.unseenCost.share(matched, of: bought.unseenMatched)
    try acquisitions[nextAcquisition].unseenMatched.subtract(matched)
    try acquisitions[nextAcquisition].unseenCost.subtract(matchedCost)
    let pooled = try acquisitions[nextAcquisition].split(off: units.subtracting(matched))
    return PooledShare(
      units: pooled.quantity, cost: pooled.cost, costBase: pooled.costBase,
      matchedCost: matchedCost, hasBase: bought.hasBase, currency: bought.currency)
  }

  private func isAt(_ acquisition: Acquisition, _ day: Day) -> Bool {
    acquisition.day == day && acquisition.epoch == epoch
  }

  /// The acquisitions with which some units of a disposal are matched. The rest of the units is
  /// taken from the pool.
  mutating func take(
    _ units: ExactDecimal, on day: Day
  ) throws(ArithmeticFault) -> [ShareMatch] {
    while nextDisposal < disposals.count,
      disposals[nextDisposal].day != day || disposals[nextDisposal].epoch != epoch
    {
      nextDisposal += 1
    }
    guard nextDisposal < disposals.count else { return [] }
    if disposals[nextDisposal].sharesMatches { return try takeShares(units) }
    var taken: [ShareMatch] = []
    var left = units
    while left.isPositive, let first = disposals[nextDisposal].matches.first {
      let isAll = matches[first].quantity <= left
      let part = isAll ? matches[first] : try matches[first].split(off: left)
      if isAll { disposals[nextDisposal].matches.removeFirst() }
      try left.subtract(part.quantity)
      taken.append(part)
    }
    return taken
  }

  /// Takes the share of some units in each match of the day. The shares add up to that in all
  /// matches; the first ones take what rounding down leaves.
  private mutating func takeShares(
    _ units: ExactDecimal
  ) throws(ArithmeticFault) -> [ShareMatch] {
    let (range, whole) = (disposals[nextDisposal].matches, disposals[nextDisposal].unseen)
    try disposals[nextDisposal].unseen.subtract(units)
    if range.isEmpty { return [] }
    var left = try matches[range].sum(of: \.quantity).share(units, of: whole)
    var parts = try range.map { index throws(ArithmeticFault) in
      let all = matches[index].quantity
      return units == whole
        ? all
        : try all.multiplied(
          by: units, dividedBy: whole, places: ExchangeRate.places, rounding: .down)
    }
    for part in parts { try left.subtract(part) }
    for (place, index) in range.enumerated() where left.isPositive {
      let more = min(left, try matches[index].quantity.subtracting(parts[place]))
      try parts[place].add(more)
      try left.subtract(more)
    }
    return try zip(range, parts).filter { $1.isPositive }.map { pair throws(ArithmeticFault) in
      try matches[pair.0].split(off: pair.1)
    }
  }
}
