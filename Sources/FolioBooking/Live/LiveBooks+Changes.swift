// What a change did, found by comparing the books before and after it.
extension LiveBooks {
  /// Compares with the books before a change, and computes the holdings that it changed.
  /// - Parameters:
  ///   - batch: the groups, if all of them were booked after those of the earlier books; nil if
  ///     groups in the past changed.
  mutating func change(
    from before: LiveBooks, appending batch: Ledger?
  ) throws(ArithmeticFault) -> BookingChange {
    var change = BookingChange()
    shown.grow(booker.tables)
    let touched = batch?.instrumentsOfLegs ?? changedInstruments(from: before)
    for instrument in touched.sorted() { try compare(instrument, before, &change) }
    compareCash(before, &change)
    compareGains(before, &change)
    let place = batch == nil ? .start : unchangedWarnings(from: before)
    change.add(
      warningsBefore: before.warnings(since: place), after: warnings(since: place))
    return change
  }

  private mutating func compare(
    _ instrument: InstrumentIndex, _ before: LiveBooks, _ change: inout BookingChange
  ) throws(ArithmeticFault) {
    let (old, new) = (before.lots(of: instrument), lots(of: instrument))
    try shown.replace(instrument, by: new, booker.tables)
    change.add(before.holdings(of: instrument), holdings(of: instrument))
    let (earlier, later) = old.withoutSameEnds(as: new)
    let (removed, added) = earlier.differences(to: later) { LotFigures($0) }
    if removed.isEmpty && added.isEmpty { return }
    let symbol = booker.tables.symbol(instrument)
    change.lots += removed.map { LotChange(symbol: symbol, before: $0, after: nil) }
    change.lots += added.map { LotChange(symbol: symbol, before: nil, after: $0) }
    let groups = Set((removed + added).map(\.group))
    change.lotsByGroup += GroupLotsChange.list(of: groups, old, new)
  }

  private func compareCash(_ before: LiveBooks, _ change: inout BookingChange) {
    let known = before.booker.cash.balances.count
    for index in booker.cash.balances.indices {
      let account = CashAccountIndex(index)
      let old = index < known ? before.booker.cash.closed(account) : nil
      guard let new = booker.cash.closed(account), old != new else { continue }
      let id = booker.tables.text(booker.tables.cashAccounts[index].id)
      change.cash.append(CashChange(account: account, id: id, before: old, after: new))
    }
  }

  /// Compares the gains that both books do not share.
  private func compareGains(_ before: LiveBooks, _ change: inout BookingChange) {
    let (old, new) = (before.booker.booked.disposals, booker.booked.disposals)
    let unshared = new.indices(notSharedWith: old)
    // Up to here, both have gains of the same groups.
    let shorter = min(old.endIndex, new.endIndex)
    var same = unshared.first { $0 < shorter && old[$0].group != new[$0].group } ?? shorter
    same = min(old.startOfGroup(at: same), new.startOfGroup(at: same))
    for index in unshared where index < same && !old[index].isSame(as: new[index]) {
      let number = index - new.startOfGroup(at: index)
      change.gains.append(GainChange(number: number, before: old[index], after: new[index]))
    }
    let rows = old.numbered(from: same)
    var gone = Dictionary(rows.map { ($0.key, $0.row) }) { $1 }
    var found: [GainChange] = []
    for (key, row) in new.numbered(from: same) {
      let earlier = gone.removeValue(forKey: key)
      if earlier?.isSame(as: row) == true { continue }
      found.append(GainChange(number: key.number, before: earlier, after: row))
    }
    for (key, row) in rows where gone[key] != nil {
      change.gains.append(GainChange(number: key.number, before: row, after: nil))
    }
    change.gains += found
  }

  /// The place up to which the warnings are those of the books before an append. The warning about
  /// an overdue group names the last day of the ledger.
  private func unchangedWarnings(from before: LiveBooks) -> WarningPlace {
    let isSameEnd = booker.asOf(lastDay) == before.booker.asOf(before.lastDay)
    return isSameEnd || before.booker.pending.isEmpty ? before.warningPlace : .start
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
  /// The warnings that the next group may resolve.
  var warningsOfEnd: [Diagnostic] { overdraftsOfDay().map(\.warning) + missingRates() }
}

extension Ledger {
  /// The instruments that the legs of its groups name: no other has lots that these change.
  fileprivate var instrumentsOfLegs: Set<InstrumentIndex> {
    var found: Set<InstrumentIndex> = []
    for group in rows.groups {
      for leg in rows.stockLegs[group.stockLegs] {
        found.insert(leg.instrument)
        if let other = rows.detail(of: leg)?.newInstrument { found.insert(other) }
      }
    }
    found.remove(.missing)
    return found
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

extension [Lot] {
  /// The lots of both without those at the beginning and at the end that are the same.
  fileprivate func withoutSameEnds(as other: [Lot]) -> (own: [Lot], other: [Lot]) {
    let shorter = Swift.min(count, other.count)
    let first = (0..<shorter).first { !self[$0].isSame(as: other[$0]) } ?? shorter
    let last =
      (0..<shorter - first).first {
        !self[count - 1 - $0].isSame(as: other[other.count - 1 - $0])
      } ?? shorter - first
    return (Array(self[first..<count - last]), Array(other[first..<other.count - last]))
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
