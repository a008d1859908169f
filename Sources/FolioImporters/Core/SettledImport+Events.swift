import Folio

// Corporate actions that the files of several accounts report (Specs/decisions/0356).
extension SettledImport {
  /// Lets corporate actions that change all units alike apply to all accounts.
  ///
  /// Where the files keep lots by account, each account has events of its own.
  mutating func shareEvents(_ kept: [Int]) {
    if draft.settings.lotScope == .account { return }
    for number in kept {
      if case .own = draft.groups[number].imported.identity { continue }
      guard draft.groups[number].imported.group.changesAllUnits else { continue }
      draft.groups[number].imported.group.stockLegs[0].account = nil
    }
  }

  /// Leaves out the events that the ledger or an earlier file has of another account.
  mutating func leaveOutRepeatedEvents(of ledger: LedgerContents?) {
    var events = ReportedEvents(contents.groups)
    if events.isEmpty { return }
    for group in ledger?.groups ?? [] where !group.isDeleted && group.status != .void {
      events.note(group, of: ImportMark(of: group)?.account, isStored: true)
    }
    events.countUnits((ledger?.groups ?? []) + contents.groups)
    var repeated: [Int: Bool] = [:]
    // Ratios are known before the numbers of units that they explain.
    for isRatio in [true, false] {
      for (place, number) in order.enumerated() {
        let group = contents.groups[place]
        if group.changesAllUnits != isRatio || group.status == .void { continue }
        let account = number < 0 ? nil : draft.groups[number].imported.account
        if number >= 0, let event = events.event(like: group, of: account) {
          repeated[place] = event.isStored
          sharedEvents[number] = event.group.id
        } else {
          events.note(group, of: account, isStored: false)
        }
      }
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

extension SettledImport {
  /// Reports splits that two accounts have, if one of them paid for a fraction. Each would change
  /// the units of both, and the fraction depends on the units of one.
  mutating func reportRepeatedFractions(of ledger: LedgerContents?) {
    if draft.settings.lotScope == .account { return }
    let stored = ledger?.groups ?? []
    if !contents.groups.contains(where: \.paysForFraction),
      !stored.contains(where: \.paysForFraction)
    {
      return
    }
    var splits = ReportedSplits()
    for group in stored where !group.isDeleted {
      splits.note(group, of: ImportMark(of: group)?.account)
    }
    for (place, number) in order.enumerated() {
      let group = contents.groups[place]
      let account = number < 0 ? nil : draft.groups[number].imported.account
      if number >= 0, let other = splits.account(with: group, otherThan: account) {
        report(group, number, and: other)
      }
      splits.note(group, of: account)
    }
  }

  private mutating func report(_ group: LedgerGroup, _ number: Int, and other: String) {
    let symbol = group.stockLegs.first { $0.type == .split }?.symbol ?? ""
    let position = place(ofGroup: number)
    let account = draft.groups[number].imported.account
    findings.append(
      Diagnostic(
        .repeatedSplit,
        "\(other) and \(account) both have the split of \(symbol) on \(group.day), "
          + "with cash for a fraction",
        help: "One split changes the units of all accounts. Keep lots by account: name a ledger "
          + #"with {"format": "folio/1", "settings": {"lot_scope": "account"}} beside the files."#,
        at: position, field: [.length(length(at: position))]))
  }
}

extension Day {
  /// Brokers book an event of one day up to so many days apart.
  private static let mostDaysApart = 7

  fileprivate func isOfSameEvent(as other: Day) -> Bool {
    abs(daysSince1970 - other.daysSince1970) <= Self.mostDaysApart
  }

  /// The days on which another broker may book an event of this day.
  fileprivate var ofSameEvent: [Day] {
    (-Self.mostDaysApart...Self.mostDaysApart).compactMap { adding(days: $0) }
  }
}

/// The accounts that have splits, by instrument and day.
private struct ReportedSplits {
  private struct Place: Hashable { var symbol: String, day: Day }
  /// Two accounts are enough: one of them is another one than that of a later split.
  private struct Accounts {
    var all: [String] = []
    var withCash: [String] = []

    mutating func insert(_ account: String, paysForFraction: Bool) {
      if all.count < 2, !all.contains(account) { all.append(account) }
      if paysForFraction, withCash.count < 2, !withCash.contains(account) {
        withCash.append(account)
      }
    }
  }

  private var places: [Place: Accounts] = [:]

  mutating func note(_ group: LedgerGroup, of account: String?) {
    if group.status == .void { return }
    for leg in group.stockLegs where leg.type == .split {
      places[Place(symbol: leg.symbol, day: group.day), default: Accounts()]
        .insert(account ?? "another account", paysForFraction: group.paysForFraction)
    }
  }

  /// Another account that has the split of a group, if one of the two paid for a fraction.
  func account(with group: LedgerGroup, otherThan account: String?) -> String? {
    guard let symbol = group.stockLegs.first(where: { $0.type == .split })?.symbol else {
      return nil
    }
    return group.day.ofSameEvent.lazy.compactMap { day in
      let accounts = places[Place(symbol: symbol, day: day)]
      return (group.paysForFraction ? accounts?.all : accounts?.withCash)?.first { $0 != account }
    }.first
  }
}

/// Corporate actions by instrument, to find those that two accounts report.
private struct ReportedEvents {
  private struct Subject: Hashable {
    var symbol: String
    var newSymbol: String?

    init(_ leg: LedgerGroup.StockLeg) { (symbol, newSymbol) = (leg.symbol, leg.newSymbol) }
  }

  struct Event {
    var group: LedgerGroup
    var account: String?
    /// Whether it is one of the ledger, and not of the files.
    var isStored: Bool
  }

  private var events: [Subject: [Event]] = [:]
  /// The symbols of which one of the groups is an event that adds a number of units.
  private var counted: Set<String> = []
  /// The units of an account before such an event, by the id of its group.
  private var units: [String: ExactDecimal] = [:]

  /// Whether no group is an event.
  let isEmpty: Bool

  init(_ groups: [LedgerGroup]) {
    var isEmpty = true
    for group in groups where group.changesAllUnits || group.addsUnits {
      isEmpty = false
      if group.addsUnits { counted.insert(group.stockLegs[0].symbol) }
    }
    self.isEmpty = isEmpty
  }

  mutating func note(_ group: LedgerGroup, of account: String?, isStored: Bool) {
    guard group.changesAllUnits, let leg = group.stockLegs.first else { return }
    events[Subject(leg), default: []].append(
      Event(group: group, account: account, isStored: isStored))
  }

  /// Counts the units of accounts before the events that add some.
  mutating func countUnits(_ groups: [LedgerGroup]) {
    if counted.isEmpty { return }
    var held: [HeldPlace: ExactDecimal] = [:]
    let days = groups.map(\.occurredAt)
    for place in days.indices.sorted(by: { (days[$0], $0) < (days[$1], $1) }) {
      let group = groups[place]
      if group.isDeleted || group.status == .void { continue }
      for leg in group.stockLegs where counted.contains(leg.symbol) {
        let before = held[HeldPlace(leg)] ?? .zero
        if group.addsUnits { units[group.id] = before }
        held[HeldPlace(leg)] = RowBooker.after(leg, before)
      }
    }
  }

  /// The event of another account that is the same as that of a group.
  func event(like group: LedgerGroup, of account: String?) -> Event? {
    guard group.changesAllUnits || group.addsUnits, let leg = group.stockLegs.first else {
      return nil
    }
    return events[Subject(leg)]?.first { event in
      guard event.account != account, event.group.id != group.id,
        event.group.day.isOfSameEvent(as: group.day),
        let other = event.group.stockLegs.first
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

  /// Whether the group is a split with cash for a fraction of a unit.
  fileprivate var paysForFraction: Bool {
    stockLegs.contains { $0.type == .split && $0.cashInLieu.map { !$0.isZero } ?? false }
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
        let sum = try? (sums[leg.account] ?? .zero).adding(
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
