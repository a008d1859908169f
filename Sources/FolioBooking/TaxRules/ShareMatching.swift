import FolioModel
import FolioNumbers

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
/// and the 30 day rule. They are found before the ledger is booked, since the purchases come after
/// the sale; `ShareCursor` says how far booking has come.
///
/// First each disposal takes from the purchases of its day, which come before all else; then each
/// takes from the purchases of its next 30 days. Purchases that are used up, or no later than a
/// disposal, are skipped permanently.
///
/// Events that come after all others are added, as long as no day went back before: only disposals
/// of the 30 days before them are matched again.
struct ShareMatching {
  var acquisitions: [Acquisition] = []
  var disposals: [DisposalDay] = []
  var matches: [ShareMatch] = []
  /// For each match, the acquisition and how many of its units were taken; -1 for one that is
  /// left out.
  var takes: [(acquisition: Int, units: ExactDecimal)] = []
  var splits = SplitRatios()
  /// The number of splits.
  var epoch = 0
  var lastDay = Day.first
  /// The number of events that were added; nil if their days go back.
  var eventCount: Int? = 0

  /// All that was acquired on a day, in the units of an epoch.
  struct Acquisition: UnitsAtCost, Equatable {
    var day: Day
    var epoch: Int
    var units = ExactDecimal.zero
    var costOfAll = ExactDecimal.zero
    var costBaseOfAll = ExactDecimal.zero
    var hasBase = true
    var currency: CurrencyIndex
    /// The place of its first group.
    var key: OrderKey
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
    /// The place of its first group.
    var key: OrderKey
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
    try add(events[...], base: base)
  }

  /// Whether events come after all others, on days that do not go back.
  func isContinued(by events: ArraySlice<HoldingTimeline.Event>) -> Bool {
    guard eventCount == events.startIndex, let first = events.first, lastDay <= first.day else {
      return false
    }
    return zip(events, events.dropFirst()).allSatisfy { $0.day <= $1.day }
  }

  /// Adds events that come after all others. Among each other, their days may go back.
  mutating func add(
    _ events: ArraySlice<HoldingTimeline.Event>, base: CurrencyIndex
  ) throws(ArithmeticFault) {
    guard let first = events.map(\.day).min() else { return }
    let start = start(of: first)
    if start.disposal < disposals.count {
      matches.removeSubrange(disposals[start.disposal].matches.lowerBound...)
      takes.removeSubrange(matches.count...)
    }
    for event in events {
      eventCount = event.day < lastDay ? nil : eventCount.map { $0 + 1 }
      lastDay = max(lastDay, event.day)
      switch event.kind {
      case .acquired: try add(acquired: event, base)
      case .disposed: try add(disposed: event)
      case .rescaled:
        splits.append(Ratio(new: event.units, old: event.old))
        epoch += 1
      case .moved, .costRaised: break
      }
    }
    for index in acquisitions.indices[start.acquisition...] { acquisitions[index].reset() }
    for index in disposals.indices[start.disposal...] {
      disposals[index].left = disposals[index].units
    }
    try match(from: start)
    for index in acquisitions.indices[start.acquisition...] { try acquisitions[index].settle() }
  }

  /// The first disposal and the first acquisition that events from a day on may affect: those in
  /// the 30 days before it.
  func start(of day: Day) -> Start {
    let first = Day(daysSince1970: day.daysSince1970 - Self.window) ?? .first
    let disposal = disposals.partitioningIndex { $0.day >= first }
    let earliest = disposal < disposals.count ? disposals[disposal].day : day
    return (disposal, acquisitions.partitioningIndex { $0.day >= earliest })
  }

  typealias Start = (disposal: Int, acquisition: Int)

  private static let window: Int32 = 30

  /// All that was acquired on a day is one acquisition (s.105(1)(a)): in one currency, or in base.
  private mutating func add(
    acquired event: HoldingTimeline.Event, _ base: CurrencyIndex
  ) throws(ArithmeticFault) {
    var last = acquisitions.count - 1
    if last < 0 || acquisitions[last].day != event.day || acquisitions[last].epoch != epoch {
      last += 1
      acquisitions.append(
        Acquisition(day: event.day, epoch: epoch, currency: event.currency, key: event.key))
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
      disposals.append(DisposalDay(day: event.day, epoch: epoch, key: event.key))
    }
    try disposals[last].units.add(event.units)
    if event.isWithoutGain { disposals[last].sharesMatches = true }
  }

  /// Matches the disposals from a place on; those before it keep what they took. Same days first:
  /// they take precedence over the 30 days of any other disposal.
  private mutating func match(from start: Start) throws(ArithmeticFault) {
    var sameDay: [[Match]] = []
    var acquisition = start.acquisition
    for disposal in disposals.indices[start.disposal...] {
      let day = disposals[disposal].day
      while acquisition < acquisitions.count, acquisitions[acquisition].day < day {
        acquisition += 1
      }
      var candidate = acquisition
      var found: [Match] = []
      while candidate < acquisitions.count, acquisitions[candidate].day == day {
        if let match = try match(disposal, candidate, .sameDay) { found.append(match) }
        candidate += 1
      }
      sameDay.append(found)
    }
    for take in takes[takesReaching(start)...] where take.acquisition >= start.acquisition {
      _ = try acquisitions[take.acquisition].split(off: take.units)
    }
    acquisition = start.acquisition
    for (disposal, found) in zip(disposals.indices[start.disposal...], sameDay) {
      let first = matches.count
      for match in found { append(match) }
      try matchFollowing(disposal, &acquisition)
      disposals[disposal].matches = first..<matches.count
    }
  }

  /// The first match of a disposal before a place that may have taken of an acquisition after it.
  private func takesReaching(_ start: Start) -> Int {
    guard start.acquisition < acquisitions.count else { return takes.count }
    let day = acquisitions[start.acquisition].day
    let first = Day(daysSince1970: day.daysSince1970 - Self.window) ?? .first
    let disposal = disposals[..<start.disposal].partitioningIndex { $0.day >= first }
    return disposal < start.disposal ? disposals[disposal].matches.lowerBound : takes.count
  }

  private typealias Match = (match: ShareMatch, acquisition: Int, units: ExactDecimal)

  private mutating func append(_ found: Match) {
    matches.append(found.match)
    takes.append((found.acquisition, found.units))
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
      if let match = try match(disposal, candidate, .thirtyDays) { append(match) }
      candidate += 1
    }
  }

  private mutating func match(
    _ disposal: Int, _ acquisition: Int, _ rule: MatchingRule
  ) throws(ArithmeticFault) -> Match? {
    let (sold, bought) = (disposals[disposal], acquisitions[acquisition])
    guard sold.left.isPositive, bought.quantity.isPositive else { return nil }
    let wanted = try splits.convert(sold.left, from: sold.epoch, to: bought.epoch)
    let taken = min(wanted, bought.quantity)
    let isAll = taken == wanted
    let units = isAll ? sold.left : try splits.convert(taken, from: bought.epoch, to: sold.epoch)
    if units.isZero || taken.isZero { return nil }
    try disposals[disposal].left.subtract(units)
    let part = try acquisitions[acquisition].split(off: taken)
    let found = ShareMatch(
      rule: rule, quantity: units, cost: part.cost, costBase: part.costBase,
      hasBase: bought.hasBase, currency: bought.currency, day: bought.day,
      group: bought.key.group)
    return (found, acquisition, taken)
  }

  /// The matches of the disposals of a day.
  func matches(of disposal: DisposalDay) -> ArraySlice<ShareMatch> { matches[disposal.matches] }
}

// What a change of the timeline makes of a plan.
extension ShareMatching {
  /// What a plan says from a place on.
  struct Part {
    fileprivate let acquisitions: [Acquisition]
    fileprivate let disposals: [DisposalDay]
    fileprivate let matches: [ShareMatch]
  }

  /// What the plan says from a place on. It is a copy, so that the plan can change in place.
  func part(from start: Start) -> Part {
    let first =
      start.disposal < disposals.count
      ? disposals[start.disposal].matches.lowerBound : matches.count
    return Part(
      acquisitions: Array(acquisitions[start.acquisition...]),
      disposals: Array(disposals[start.disposal...]), matches: Array(matches[first...]))
  }

  /// The place of the first group that a part of another plan treats in another way; nil if both
  /// say the same of every group.
  static func firstPlace(in one: Part, notAsIn other: Part) -> OrderKey? {
    var places: [OrderKey] = []
    let acquisition = one.acquisitions.firstPlace(notAsIn: other.acquisitions) { $0 == $1 }
    for part in [one, other] {
      if let acquisition, acquisition < part.acquisitions.count {
        places.append(part.acquisitions[acquisition].key)
      }
    }
    let disposal = one.disposals.firstPlace(notAsIn: other.disposals) {
      $0 == $1 && one.matches(of: $0) == other.matches(of: $1)
    }
    for part in [one, other] {
      if let disposal, disposal < part.disposals.count {
        places.append(part.disposals[disposal].key)
      }
    }
    return places.min()
  }
}

extension ShareMatching.Part {
  fileprivate func matches(of disposal: ShareMatching.DisposalDay) -> ArraySlice<ShareMatch> {
    let first = disposals.first?.matches.lowerBound ?? 0
    return matches[disposal.matches.lowerBound - first..<disposal.matches.upperBound - first]
  }
}

extension Array {
  /// The first index at which another array has another element, or none; nil if both are the same.
  fileprivate func firstPlace(
    notAsIn other: [Element], isSame: (Element, Element) -> Bool
  ) -> Int? {
    let shared = Swift.min(count, other.count)
    let place = (0..<shared).first { !isSame(self[$0], other[$0]) }
    return place ?? (count == other.count ? nil : shared)
  }
}
