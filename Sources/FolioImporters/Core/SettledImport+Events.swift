// Corporate actions that a ledger has for all accounts, and the files for one
// (Specs/decisions/import-several-accounts.md).
extension SettledImport {
  /// Leaves out the events that the ledger, or a ledger beside the files, has without an account:
  /// they apply to all accounts.
  mutating func leaveOutRepeatedEvents(of ledger: LedgerContents?) {
    let stored = (ledger?.groups ?? []).filter { !$0.isDeleted && $0.status != .void }
    var events = EventsOfAllAccounts()
    for group in contents.groups where group.status != .void { events.note(group, isStored: false) }
    for group in stored { events.note(group, isStored: true) }
    if events.isEmpty { return }
    events.countUnits(stored + contents.groups)
    var repeated: [Int: Bool] = [:]
    for (place, number) in order.enumerated() where number >= 0 {
      guard let event = events.event(like: contents.groups[place]) else { continue }
      repeated[place] = event.isStored
      sharedEvents[number] = event.group.id
    }
    if repeated.isEmpty { return }
    let inFiles = repeated.values.count { !$0 }
    report.groupsKnown += repeated.count - inFiles
    report.groupsRepeated += inFiles
    report.groupsMade -= inFiles
    let kept = order.indices.filter { repeated[$0] == nil }
    contents.groups = kept.map { contents.groups[$0] }
    order = kept.map { order[$0] }
  }
}

extension Day {
  /// Brokers book an event of one day up to so many days apart.
  private static let mostDaysApart = 7

  fileprivate func isOfSameEvent(as other: Day) -> Bool {
    abs(daysSince1970 - other.daysSince1970) <= Self.mostDaysApart
  }
}

/// Corporate actions without an account, by instrument.
private struct EventsOfAllAccounts {
  private struct Subject: Hashable {
    var symbol: String
    var newSymbol: String?

    init(_ leg: LedgerGroup.StockLeg) { (symbol, newSymbol) = (leg.symbol, leg.newSymbol) }
  }

  struct Event {
    var group: LedgerGroup
    /// Whether it is one of the ledger, and not of the files.
    var isStored: Bool
  }

  private var events: [Subject: [Event]] = [:]
  /// The units of an account before an event that adds a number of units, by the id of its group.
  private var units: [String: ExactDecimal] = [:]

  var isEmpty: Bool { events.isEmpty }

  mutating func note(_ group: LedgerGroup, isStored: Bool) {
    guard group.changesAllUnits, let leg = group.stockLegs.first, leg.account == nil else { return }
    events[Subject(leg), default: []].append(Event(group: group, isStored: isStored))
  }

  /// Counts the units of accounts before the events that add some.
  mutating func countUnits(_ groups: [LedgerGroup]) {
    let counted = Set(groups.filter(\.addsUnits).map { $0.stockLegs[0].symbol })
    if counted.isEmpty { return }
    var held: [HeldPlace: ExactDecimal] = [:]
    let days = groups.map(\.occurredAt)
    for place in days.indices.sorted(by: { (days[$0], $0) < (days[$1], $1) }) {
      let group = groups[place]
      if group.status == .void { continue }
      for leg in group.stockLegs where counted.contains(leg.symbol) {
        let before = held[HeldPlace(leg), default: .zero]
        if group.addsUnits { units[group.id] = before }
        held[HeldPlace(leg)] = RowBooker.after(leg, before)
      }
    }
  }

  /// The event of all accounts that is the same as that of one account.
  func event(like group: LedgerGroup) -> Event? {
    guard group.changesAllUnits || group.addsUnits, let leg = group.stockLegs.first,
      leg.account != nil
    else { return nil }
    return events[Subject(leg)]?.first { event in
      guard event.group.day.isOfSameEvent(as: group.day), let other = event.group.stockLegs.first
      else { return false }
      return group.addsUnits
        ? units[group.id].flatMap { other.unitsAdded(to: $0) } == leg.quantity
        : other.changesUnits(as: leg)
    }
  }
}

extension LedgerGroup {
  /// Whether the group is nothing but an event that changes all units of an instrument alike.
  fileprivate var changesAllUnits: Bool {
    guard isBareEvent, let leg = stockLegs.first, leg.quantity == nil else { return false }
    switch leg.type {
    case .split, .stockDividend, .spinOff, .merger: return leg.ratio != nil
    case .symbolChange: return true
    case .buy, .sell, .shortSell, .cover, .dividend, .returnOfCapital, .costAdjustment,
      .transferOut, .transferIn, .writeOff, .exercise, .assignment, .expiry, .gift,
      .deemedDisposition, .unitFee:
      return false
    }
  }

  /// Whether the group is nothing but units that an event added to those of an account.
  fileprivate var addsUnits: Bool {
    guard isBareEvent, let leg = stockLegs.first else { return false }
    return leg.type == .stockDividend && leg.quantity != nil
  }

  /// Whether there is one leg without money. Cash that comes in and leaves at once is none: DEGIRO
  /// sells the old units and buys the new ones.
  private var isBareEvent: Bool {
    guard stockLegs.count == 1, let leg = stockLegs.first, movesNoCash else { return false }
    let amounts = [leg.price, leg.gross, leg.fees, leg.taxes, leg.cashInLieu, leg.accruedInterest]
    return leg.lots.isEmpty && amounts.allSatisfy { $0?.isZero ?? true }
  }

  /// Whether the cash of each account is the same after the group.
  private var movesNoCash: Bool {
    var sums: [String: ExactDecimal] = [:]
    for leg in cashLegs {
      guard leg.type == .principal,
        let sum = try? sums[leg.account, default: .zero].adding(
          leg.direction == .in ? leg.amount : -leg.amount)
      else { return false }
      sums[leg.account] = sum
    }
    return sums.values.allSatisfy(\.isZero)
  }
}

extension LedgerGroup.StockLeg {
  /// How many units there are after a split or a dividend of units, for how many before.
  private var factor: Ratio? {
    guard let ratio else { return nil }
    switch type {
    case .split: return ratio
    case .stockDividend:
      return (try? ratio.new.adding(ratio.old)).map { Ratio(new: $0, old: ratio.old) }
    case .buy, .sell, .shortSell, .cover, .dividend, .returnOfCapital, .costAdjustment,
      .spinOff, .merger, .symbolChange, .transferOut, .transferIn, .writeOff, .exercise,
      .assignment, .expiry, .gift, .deemedDisposition, .unitFee:
      return nil
    }
  }

  /// Whether two events do the same with each unit.
  fileprivate func changesUnits(as other: Self) -> Bool {
    if let own = factor, let its = other.factor { return own.isEqual(to: its) }
    guard type == other.type, basisFraction == other.basisFraction else { return false }
    guard let own = ratio, let its = other.ratio else { return ratio == other.ratio }
    return own.isEqual(to: its)
  }

  /// The units that the event adds to some units; nil if it adds none of the same instrument.
  fileprivate func unitsAdded(to units: ExactDecimal) -> ExactDecimal? {
    guard let factor, let new = try? units.multiplied(by: factor.new),
      let whole = try? new.divided(by: factor.old, places: 18)
    else { return nil }
    return (try? whole.subtracting(units))?.normalized()
  }
}

extension Ratio {
  fileprivate func isEqual(to other: Ratio) -> Bool {
    ExactDecimal.compareProducts(new, other.old, other.new, old) == 0
  }
}
