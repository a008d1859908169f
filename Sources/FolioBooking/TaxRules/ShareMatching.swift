/// Some units of a disposal, and the acquisition with which they are identified.
struct ShareMatch: UnitsAtCost, Equatable {
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
/// and the 30 day rule. They are found before the ledger is booked, because the purchases come
/// after the sale. `ShareCursor` tracks how far booking has come.
///
/// First each disposal takes from the purchases of its day, which come before all else; then each
/// takes from the purchases of its next 30 days. Purchases that are used up, or no later than a
/// disposal, are skipped permanently.
struct ShareMatching {
  private(set) var acquisitions: [Acquisition] = []
  private(set) var disposals: [DisposalDay] = []
  private var matches: [ShareMatch] = []
  private var splits = SplitRatios()
  /// The number of splits.
  private var epoch: Int { splits.count }

  /// All that was acquired on a day, in the units of an epoch.
  struct Acquisition: UnitsAtCost, Equatable {
    var day: Day
    var epoch: Int
    var units = ExactDecimal.zero
    var costOfAll = ExactDecimal.zero
    var costBaseOfAll = ExactDecimal.zero
    var hasBase = true
    var currency: CurrencyIndex
    /// Its first group.
    var group: GroupIndex
    /// Units that no disposal is matched with: they go into the pool, with the remaining cost.
    var quantity = ExactDecimal.zero
    var cost = ExactDecimal.zero
    var costBase = ExactDecimal.zero
    /// The units that the matches took of acquisitions not booked yet, and their cost.
    var unseenMatched = ExactDecimal.zero
    var unseenCost = ExactDecimal.zero

    /// Replaces the cost by the cost in base. If that is not known, the costs have no sum.
    fileprivate mutating func carryToBase(_ base: CurrencyIndex) {
      costOfAll = costBaseOfAll
      currency = hasBase ? base : missingCurrency
    }

    /// Gives back what disposals are matched with.
    fileprivate mutating func reset() {
      (quantity, cost, costBase) = (units, costOfAll, costBaseOfAll)
    }

    /// Notes what disposals are matched with.
    fileprivate mutating func settle() throws(ArithmeticFault) {
      unseenMatched = try units.subtracting(quantity)
      unseenCost = try costOfAll.subtracting(cost)
    }
  }

  /// All that was disposed of on a day, in the units of an epoch.
  struct DisposalDay: Equatable {
    var day: Day
    var epoch: Int
    var units = ExactDecimal.zero
    /// Units that are not matched.
    var left = ExactDecimal.zero
    var matches: Range<Int> = 0..<0
    /// Whether each leg has the same share of each match. It makes a difference if only some of the
    /// legs have a gain.
    var sharesMatches = false
  }

  init() {}

  init(_ events: [HoldingTimeline.Event], base: CurrencyIndex) throws(ArithmeticFault) {
    for event in events {
      switch event.kind {
      case .acquired: try add(acquired: event, base)
      case .disposed: try add(disposed: event)
      case .rescaled: splits.append(Ratio(new: event.units, old: event.old))
      case .moved, .costRaised: break
      }
    }
    for index in acquisitions.indices { acquisitions[index].reset() }
    for index in disposals.indices { disposals[index].left = disposals[index].units }
    try match()
    for index in acquisitions.indices { try acquisitions[index].settle() }
  }

  private static let window: Int32 = 30

  /// All that was acquired on a day is one acquisition (s.105(1)(a)): in one currency, or in base.
  private mutating func add(
    acquired event: HoldingTimeline.Event, _ base: CurrencyIndex
  ) throws(ArithmeticFault) {
    var last = acquisitions.count - 1
    if last < 0 || acquisitions[last].day != event.day || acquisitions[last].epoch != epoch {
      last += 1
      acquisitions.append(
        Acquisition(day: event.day, epoch: epoch, currency: event.currency, group: event.key.group))
    }
    try acquisitions[last].units.add(event.units)
    try acquisitions[last].costOfAll.add(event.cost)
    try acquisitions[last].costBaseOfAll.add(event.costBase)
    acquisitions[last].hasBase = acquisitions[last].hasBase && event.hasBase
    if acquisitions[last].currency != event.currency { acquisitions[last].carryToBase(base) }
  }

  private mutating func add(disposed event: HoldingTimeline.Event) throws(ArithmeticFault) {
    var last = disposals.count - 1
    if last < 0 || disposals[last].day != event.day || disposals[last].epoch != epoch {
      last += 1
      disposals.append(DisposalDay(day: event.day, epoch: epoch))
    }
    try disposals[last].units.add(event.units)
    if event.isWithoutGain { disposals[last].sharesMatches = true }
  }

  /// Matches all disposals. Same days first: they take precedence over the 30 days of any other
  /// disposal.
  private mutating func match() throws(ArithmeticFault) {
    var sameDay: [[ShareMatch]] = []
    var acquisition = 0
    for disposal in disposals.indices {
      let day = disposals[disposal].day
      while acquisition < acquisitions.count, acquisitions[acquisition].day < day {
        acquisition += 1
      }
      var candidate = acquisition
      var found: [ShareMatch] = []
      while candidate < acquisitions.count, acquisitions[candidate].day == day {
        if let match = try match(disposal, candidate, .sameDay) { found.append(match) }
        candidate += 1
      }
      sameDay.append(found)
    }
    acquisition = 0
    for (disposal, found) in zip(disposals.indices, sameDay) {
      let first = matches.count
      matches += found
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
      acquisitions[candidate].day.daysSince1970 - day.daysSince1970 <= Self.window
    {
      if let match = try match(disposal, candidate, .thirtyDays) {
        matches.append(match)
      }
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

  /// The matches of the disposals of a day.
  func matches(of disposal: DisposalDay) -> ArraySlice<ShareMatch> { matches[disposal.matches] }
}
