import FolioDiagnostics
import FolioModel
import FolioNumbers

/// What books say of their end, which each new group may change.
struct EndOfBooks {
  fileprivate let warnings: [Diagnostic]
  fileprivate let lastDay: Day?
  /// The number of cash accounts.
  fileprivate let accounts: Int
}

extension Booker {
  /// What the books say of their end.
  fileprivate func end(on lastDay: Day?) -> EndOfBooks {
    EndOfBooks(warnings: warningsOfEnd, lastDay: lastDay, accounts: cash.balances.count)
  }

  /// The warnings that the next group may resolve.
  var warningsOfEnd: [Diagnostic] { overdraftsOfDay().map(\.warning) + missingRates() }
}

// What a change did, found by what it touched. These parts name `main.booker`, since `booker`
// would copy all fields of the booker where `sums` changes beside it.
extension LiveBooks {
  /// What the books say of their end.
  var end: EndOfBooks { main.booker.end(on: lastDay) }

  /// What the groups after a mark did.
  mutating func change(
    since mark: BookerMark, _ before: EndOfBooks
  ) throws(ArithmeticFault) -> BookingChange {
    var change = BookingChange()
    let touched = try replaceLots(since: mark, &change)
    for instrument in touched {
      let old = try sums.refresh(instrument, main.booker)
      change.add(old, sums.holdings(of: instrument))
    }
    addCash(since: mark, before, to: &change)
    addGains(since: mark, to: &change)
    let new = main.booker.booked.warnings[mark.booked.warnings...]
    change.add(warningsBefore: before.warnings, after: new + main.booker.warningsOfEnd)
    addOverdue(since: mark, before, to: &change)
    return change
  }

  /// Counts the lots that changed.
  /// - Returns: the instruments that were touched, in the order of their numbers.
  private mutating func replaceLots(
    since mark: BookerMark, _ change: inout BookingChange
  ) throws(ArithmeticFault) -> [InstrumentIndex] {
    sums.grow(main.booker)
    var touched: Set<InstrumentIndex> = []
    var reloaded: Set<InstrumentIndex> = []
    for (index, before) in main.booker.positions.changes(after: mark.positions) {
      let now = main.booker.positions[index]
      touched.insert(now.instrument)
      if now.sharesItsCost || before.sharesItsCost { reloaded.insert(now.instrument) }
    }
    var seen: Set<LotSlot> = []
    for (slot, before) in main.booker.lots.changes(after: mark.lots)
    where seen.insert(slot).inserted {
      let after = main.booker.lots[slot]
      try sums.replace(before, by: after)
      let isSame = before.number == after.number
      let (old, new) = (main.booker.shown(before), main.booker.shown(after))
      if isSame {
        add(old, new, reloaded, to: &change)
      } else {
        add(old, nil, reloaded, to: &change)
        add(nil, new, reloaded, to: &change)
      }
    }
    let tables = main.booker.tables
    change.reloadedSymbols = reloaded.sorted().map { tables.symbol($0) }
    return touched.sorted()
  }

  private func add(
    _ before: Lot?, _ after: Lot?, _ reloaded: Set<InstrumentIndex>, to change: inout BookingChange
  ) {
    guard let lot = after ?? before, !reloaded.contains(lot.instrument),
      before == nil || after == nil || before?.isSame(as: lot) == false
    else { return }
    let symbol = main.booker.tables.symbol(lot.instrument)
    change.lots.append(LotChange(symbol: symbol, before: before, after: after))
  }

  private func addCash(
    since mark: BookerMark, _ end: EndOfBooks, to change: inout BookingChange
  ) {
    var seen: Set<CashAccountIndex> = []
    for (account, before) in main.booker.cash.changes(after: mark.cash)
    where seen.insert(account).inserted && Int(account) < end.accounts {
      add(account, before, main.booker.cash.closed(account), to: &change)
    }
    addNewAccounts(after: end.accounts, to: &change)
  }

  private func addNewAccounts(after count: Int, to change: inout BookingChange) {
    for index in main.booker.cash.balances.indices.dropFirst(count) {
      let account = CashAccountIndex(index)
      add(account, nil, main.booker.cash.closed(account), to: &change)
    }
  }

  private func add(
    _ account: CashAccountIndex, _ before: CashBalance?, _ after: CashBalance?,
    to change: inout BookingChange
  ) {
    guard let after, before != after else { return }
    let id = main.booker.tables.text(main.booker.tables.cashAccounts[Int(account)].id)
    change.cash.append(CashChange(account: account, id: id, before: before, after: after))
  }

  private func addGains(since mark: BookerMark, to change: inout BookingChange) {
    let rows = main.booker.booked.disposals
    var seen: Set<Int> = []
    let known = mark.booked.disposals.count
    for (index, before) in rows.changes(after: mark.booked.disposals)
    where index < known && seen.insert(index).inserted {
      let number = index - rows.startOfGroup(at: index)
      change.gains.append(GainChange(number: number, before: before, after: rows[index]))
    }
    for (key, row) in rows.numbered(from: known) {
      change.gains.append(GainChange(number: key.number, before: nil, after: row))
    }
  }

  /// Pending groups may be overdue only because the ledger has a later day now, and the warning of
  /// each names that day.
  private func addOverdue(
    since mark: BookerMark, _ before: EndOfBooks, to change: inout BookingChange
  ) {
    let (old, new) = (main.booker.asOf(before.lastDay), main.booker.asOf(lastDay))
    let known = old == new ? mark.pending : 0
    for (index, group) in main.booker.pending.enumerated().dropFirst(known) {
      if let old, index < mark.pending, group.day < old {
        change.resolvedWarnings.append(main.booker.pendingPastSettlement(group, old))
      }
      if let new, group.day < new {
        change.newWarnings.append(main.booker.pendingPastSettlement(group, new))
      }
    }
  }
}

// What a change in the past did, found by comparing the books before and after it.
extension LiveBooks {
  /// - Parameters:
  ///   - touched: what may be different; nil if that is not known.
  ///   - gains: how many gains come from groups before the change. Tax rules may have changed
  ///     these, too.
  mutating func change(
    from before: LiveBooks, _ touched: TouchedBooks?, keeping gains: Int
  ) throws(ArithmeticFault) -> BookingChange {
    var change = BookingChange()
    try addUp(touched, since: before)
    let all = booker.tables.instruments.indices.map { InstrumentIndex($0) }
    for instrument in touched?.instruments.sorted() ?? all {
      change.add(before.sums.holdings(of: instrument), sums.holdings(of: instrument))
    }
    change.lotsByGroup = []
    for instrument in (touched?.instruments ?? changedInstruments(from: before)).sorted() {
      let (old, new) = (before.lots(of: instrument), lots(of: instrument))
      let (removed, added) = old.differences(to: new) { LotFigures($0) }
      for lot in removed { add(lot, nil, [], to: &change) }
      for lot in added { add(nil, lot, [], to: &change) }
      let groups = Set((removed + added).map(\.group))
      change.lotsByGroup? += GroupLotsChange.list(of: groups, old, new)
    }
    let known = before.booker.cash.balances.indices
    let accounts = touched?.accounts.sorted() ?? known.map { CashAccountIndex($0) }
    for account in accounts where Int(account) < known.count {
      add(account, before.booker.cash.closed(account), booker.cash.closed(account), to: &change)
    }
    addNewAccounts(after: known.count, to: &change)
    addGains(from: before, keeping: gains, touched, to: &change)
    change.add(warningsBefore: before.warnings, after: warnings)
    return change
  }

  private func addGains(
    from before: LiveBooks, keeping gains: Int, _ touched: TouchedBooks?,
    to change: inout BookingChange
  ) {
    let (old, new) = (before.booker.booked.disposals, booker.booked.disposals)
    let earlier = touched.map { $0.firstGain ?? gains } ?? (booker.hasRules ? 0 : gains)
    var same = min(earlier, gains, old.endIndex, new.endIndex)
    while same < min(old.endIndex, new.endIndex), old[same].isSame(as: new[same]) { same += 1 }
    same = min(old.startOfGroup(at: same), new.startOfGroup(at: same))
    let rows = old.numbered(from: same)
    var gone = Dictionary(rows.map { ($0.key, $0.row) }) { $1 }
    var found: [GainChange] = []
    for (key, row) in new.numbered(from: same) {
      let before = gone.removeValue(forKey: key)
      if before?.isSame(as: row) == true { continue }
      found.append(GainChange(number: key.number, before: before, after: row))
    }
    for (key, row) in rows where gone[key] != nil {
      change.gains.append(GainChange(number: key.number, before: row, after: nil))
    }
    change.gains += found
  }

  /// Adds up the holdings, as far as they may be different.
  private mutating func addUp(
    _ touched: TouchedBooks?, since before: LiveBooks
  ) throws(ArithmeticFault) {
    guard let touched else { return sums = try HoldingSums(booker) }
    sums.grow(booker)
    for slot in touched.lots {
      try sums.replace(before.booker.lots.known(slot), by: booker.lots.known(slot))
    }
    for instrument in touched.instruments { _ = try sums.refresh(instrument, booker) }
  }

  /// The warnings of booking.
  var warnings: [Diagnostic] {
    main.booker.warningsWithOverdue(lastDay) + main.booker.warningsOfEnd
  }

  /// The instruments with lots that are not the same in both books.
  private func changedInstruments(from before: LiveBooks) -> Set<InstrumentIndex> {
    var changed: Set<InstrumentIndex> = []
    // Copied once, and not for each lot.
    let (earlier, later) = (before.booker, booker)
    let (old, new) = (earlier.lots.all, later.lots.all)
    for slot in 0..<max(old.count, new.count) {
      // Lots that have not come in are not shown, but have shares of the cost of their pool.
      let was = slot < old.count && !old[slot].quantity.isZero ? old[slot] : nil
      let now = slot < new.count && !new[slot].quantity.isZero ? new[slot] : nil
      if let was, let now, was.isSame(as: now), was.place == now.place,
        earlier.isDelivered(was) == later.isDelivered(now)
      {
        continue
      }
      changed.formUnion([was, now].compactMap { $0?.instrument })
    }
    // What pools and events make of their lots is not in these.
    let (was, now) = (earlier.positions.sharing, later.positions.sharing)
    for place in 0..<max(was.count, now.count) {
      let pair = [was, now].map { place < $0.count ? $0[place] : nil }
      if let one = pair[0], let other = pair[1], one.hasSameShares(as: other) { continue }
      changed.formUnion(pair.compactMap { $0?.instrument })
    }
    return changed
  }
}

extension Booker {
  /// A lot, if it is open and its units have come in.
  fileprivate func shown(_ lot: Lot) -> Lot? {
    lot.quantity.isZero || !isDelivered(lot) ? nil : lot
  }
}

extension PositionTable {
  /// The positions whose lots do not keep all that they show; nil for others.
  fileprivate var sharing: [Position?] {
    indices.map { self[$0].sharesItsCost ? self[$0] : nil }
  }
}

extension Position {
  /// Whether the same lots show the same costs.
  fileprivate func hasSameShares(as other: Position) -> Bool {
    guard let pool, let others = other.pool, log == nil, other.log == nil else { return false }
    return (instrument, isShort, quantity, pool.hasBase)
      == (other.instrument, other.isShort, other.quantity, others.hasBase)
      && (pool.cost, pool.costBase, pool.ahead, pool.currency)
        == (others.cost, others.costBase, others.ahead, others.currency)
  }
}

extension Lot {
  /// Whether everything that is shown is the same.
  fileprivate func isSame(as other: Lot) -> Bool {
    (quantity, cost, costBase, acquired, holdingFrom, instrument)
      == (
        other.quantity, other.cost, other.costBase, other.acquired, other.holdingFrom,
        other.instrument
      )
      && (account, group, currency, hasBase, isShort)
        == (other.account, other.group, other.currency, other.hasBase, other.isShort)
  }
}

/// What is shown of a lot, without its number, which a group before it changes.
private struct LotFigures: Hashable {
  let amounts: [ExactDecimal]
  let days: [Day]
  let instrument: InstrumentIndex
  let account: SecuritiesAccountIndex
  let group: GroupIndex
  let currency: CurrencyIndex
  let flags: [Bool]

  init(_ lot: Lot) {
    amounts = [lot.quantity, lot.cost, lot.costBase]
    days = [lot.acquired, lot.holdingFrom]
    (instrument, account, group) = (lot.instrument, lot.account, lot.group)
    currency = lot.currency
    flags = [lot.hasBase, lot.isShort]
  }
}

extension Disposal {
  /// Whether everything that may differ is the same.
  fileprivate func isSame(as other: Disposal) -> Bool {
    (quantity, proceeds, cost, proceedsBase, costBase, priceEffectBase)
      == (
        other.quantity, other.proceeds, other.cost, other.proceedsBase, other.costBase,
        other.priceEffectBase
      )
      && (group, openedBy, instrument, account, disposed)
        == (other.group, other.openedBy, other.instrument, other.account, other.disposed)
      && (disallowedBase, acquired, hasBase, currency)
        == (other.disallowedBase, other.acquired, other.hasBase, other.currency)
      && (cause, matching, term, basis)
        == (other.cause, other.matching, other.term, other.basis)
  }
}
