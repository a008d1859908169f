import FolioDiagnostics
import FolioModel
import FolioNumbers

/// What books say of their end, which each new group may change.
struct EndOfBooks {
  let warnings: [Diagnostic]
  fileprivate let lastDay: Day?

  init(_ books: LiveBooks) {
    warnings = books.booker.overdraftsOfDay().map(\.warning) + books.booker.missingRates()
    lastDay = books.lastDay
  }
}

// What a change did, found by what it touched.
extension LiveBooks {
  /// What the groups after a mark did.
  mutating func change(
    since mark: BookerMark, _ before: EndOfBooks
  ) throws(ArithmeticFault) -> BookingChange {
    var change = BookingChange()
    let touched = try replaceLots(since: mark, &change)
    for instrument in touched {
      let old = try sums.refresh(instrument, booker)
      change.add(old, sums.holdings(of: instrument))
    }
    addCash(since: mark, to: &change)
    addGains(since: mark, to: &change)
    let new = booker.booked.warnings[mark.booked.warnings...]
    change.add(warningsBefore: before.warnings, after: new + EndOfBooks(self).warnings)
    addOverdue(since: mark, before, to: &change)
    return change
  }

  /// Counts the lots that changed.
  /// - Returns: the instruments that were touched, in the order of their numbers.
  private mutating func replaceLots(
    since mark: BookerMark, _ change: inout BookingChange
  ) throws(ArithmeticFault) -> [InstrumentIndex] {
    sums.grow(booker)
    var touched: Set<InstrumentIndex> = []
    var reloaded: Set<InstrumentIndex> = []
    for (index, before) in booker.positions.changes(after: mark.positions) {
      let now = booker.positions[index]
      touched.insert(now.instrument)
      if now.sharesItsCost || before.sharesItsCost { reloaded.insert(now.instrument) }
    }
    var seen: Set<LotSlot> = []
    for (slot, before) in booker.lots.changes(after: mark.lots)
    where seen.insert(slot).inserted {
      let after = booker.lots[slot]
      try sums.replace(before, by: after)
      let isSame = before.number == after.number
      let (old, new) = (booker.shown(before), booker.shown(after))
      if isSame {
        add(old, new, reloaded, to: &change)
      } else {
        add(old, nil, reloaded, to: &change)
        add(nil, new, reloaded, to: &change)
      }
    }
    let tables = booker.tables
    change.reloadedSymbols = reloaded.sorted().map { tables.symbol($0) }
    return touched.sorted()
  }

  private func add(
    _ before: Lot?, _ after: Lot?, _ reloaded: Set<InstrumentIndex>, to change: inout BookingChange
  ) {
    guard let lot = after ?? before, !reloaded.contains(lot.instrument),
      before == nil || after == nil || before?.isSame(as: lot) == false
    else { return }
    let symbol = booker.tables.symbol(lot.instrument)
    change.lots.append(LotChange(symbol: symbol, before: before, after: after))
  }

  private func addCash(since mark: BookerMark, to change: inout BookingChange) {
    var seen: Set<CashAccountIndex> = []
    for (account, before) in booker.cash.changes(after: mark.cash)
    where seen.insert(account).inserted {
      add(account, before, booker.cash.closed(account), to: &change)
    }
  }

  private func add(
    _ account: CashAccountIndex, _ before: CashBalance?, _ after: CashBalance?,
    to change: inout BookingChange
  ) {
    guard let before, let after, before != after else { return }
    let id = booker.tables.text(booker.tables.cashAccounts[Int(account)].id)
    change.cash.append(CashChange(account: account, id: id, before: before, after: after))
  }

  private func addGains(since mark: BookerMark, to change: inout BookingChange) {
    let rows = booker.booked.disposals
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
    let (old, new) = (booker.asOf(before.lastDay), booker.asOf(lastDay))
    let known = old == new ? mark.pending : 0
    for (index, group) in booker.pending.enumerated().dropFirst(known) {
      if let old, index < mark.pending, group.day < old {
        change.resolvedWarnings.append(booker.pendingPastSettlement(group, old))
      }
      if let new, group.day < new {
        change.newWarnings.append(booker.pendingPastSettlement(group, new))
      }
    }
  }
}

// What a change in the past did, found by comparing the books before and after it.
extension LiveBooks {
  /// - Parameter gains: how many gains come from groups before the change. Tax rules may have
  ///   changed these, too.
  func change(from before: LiveBooks, keeping gains: Int) -> BookingChange {
    var change = BookingChange()
    let instruments = booker.tables.instruments.indices.map { InstrumentIndex($0) }
    for instrument in instruments {
      change.add(before.sums.holdings(of: instrument), sums.holdings(of: instrument))
    }
    change.lotsByGroup = []
    for instrument in changedInstruments(from: before).sorted() {
      let (old, new) = (before.lots(of: instrument), lots(of: instrument))
      let (removed, added) = old.differences(to: new) { LotFigures($0) }
      for lot in removed { add(lot, nil, [], to: &change) }
      for lot in added { add(nil, lot, [], to: &change) }
      let groups = Set((removed + added).map(\.group))
      change.lotsByGroup? += GroupLotsChange.list(of: groups, old, new)
    }
    for account in booker.cash.balances.indices.map({ CashAccountIndex($0) }) {
      add(account, before.booker.cash.closed(account), booker.cash.closed(account), to: &change)
    }
    addGains(from: before, keeping: gains, to: &change)
    change.add(warningsBefore: before.warnings, after: warnings)
    return change
  }

  private func addGains(
    from before: LiveBooks, keeping gains: Int, to change: inout BookingChange
  ) {
    let (old, new) = (before.booker.booked.disposals, booker.booked.disposals)
    // Books that go on from a stored state do not have all.
    let first = max(old.startIndex, new.startIndex)
    var same = min(booker.hasRules ? first : max(first, gains), old.endIndex, new.endIndex)
    if same >= first {
      while same < min(old.endIndex, new.endIndex), old[same].isSame(as: new[same]) { same += 1 }
    }
    same = min(old.startOfGroup(at: same), new.startOfGroup(at: same))
    let earlier = old.numbered(from: same)
    var gone = Dictionary(earlier.map { ($0.key, $0.row) }) { $1 }
    var found: [GainChange] = []
    for (key, row) in new.numbered(from: same) {
      let before = gone.removeValue(forKey: key)
      if before?.isSame(as: row) == true { continue }
      found.append(GainChange(number: key.number, before: before, after: row))
    }
    for (key, row) in earlier where gone[key] != nil {
      change.gains.append(GainChange(number: key.number, before: row, after: nil))
    }
    change.gains += found
  }

  /// The warnings of booking.
  var warnings: [Diagnostic] {
    booker.warningsWithOverdue(lastDay) + EndOfBooks(self).warnings
  }

  /// The instruments with lots that are not the same in both books.
  private func changedInstruments(from before: LiveBooks) -> Set<InstrumentIndex> {
    var changed: Set<InstrumentIndex> = []
    let (old, new) = (before.booker.lots.all, booker.lots.all)
    for slot in 0..<max(old.count, new.count) {
      let was = slot < old.count ? before.booker.shown(old[slot]) : nil
      let now = slot < new.count ? booker.shown(new[slot]) : nil
      if let was, let now, was.isSame(as: now) { continue }
      changed.formUnion([was, now].compactMap { $0?.instrument })
    }
    // What pools and events make of their lots is not in these.
    let (was, now) = (before.booker.positions.sharing, booker.positions.sharing)
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
