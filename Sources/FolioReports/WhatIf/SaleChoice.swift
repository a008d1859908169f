/// What a supposed sale comes to if it takes some lots, read from the books with it.
public struct SaleChoice: Sendable {
  /// A lot of the sale, or a part of one.
  public struct Part: Sendable, Hashable {
    /// The id of the group that opened the lot; `nil` for units out of a pool.
    public var lotGroupID: String?
    /// The day on which the units were acquired; `nil` for units out of a pool.
    public var acquired: Day?
    /// The units.
    public var quantity: ExactDecimal
    /// The proceeds in the base currency.
    public var proceedsBase: ExactDecimal
    /// The cost in the base currency.
    public var costBase: ExactDecimal
    /// The gain in the base currency.
    public var gainBase: ExactDecimal
    /// The part of a loss that tax rules defer, at least zero.
    public var disallowedBase: ExactDecimal
    /// The gain plus the deferred part of a loss.
    public var taxableBase: ExactDecimal
    /// Whether the units were held for more than a year; `nil` under rules without terms.
    public var term: HoldingTerm?
    /// The rule by which the units were found, or by which the loss is deferred.
    public var rule: String
    /// The ids of the groups whose units take over the deferred loss.
    public var deferredTo: [String]
    var units: UnitsOfLot
  }

  /// How it was found to be the best. New minor versions may add cases.
  public enum Proof: String, Sendable {
    /// No other choice of lots can be better: no loss is deferred, so that the gain is the sum of
    /// the gains of the units.
    case exact
    /// All choices of lots were booked and compared.
    case enumerated
    /// Some choices were booked and compared. Another one may be better.
    case searched
  }

  /// The name: a method such as `fifo`, a goal such as `least-tax`, or `rules` if there is no
  /// choice.
  public var name: String
  /// The goal for which it is the best choice; `nil` if it is only the choice of a method.
  public var goal: SaleGoal?
  /// How it was found to be the best.
  public var proof: Proof?
  /// The lots, in order of the disposals.
  public var parts: [Part]
  /// The currency of the trade.
  public var currency: Currency?
  /// Proceeds in the currency of the trade, net of fees unless these are expensed.
  public var proceeds: ExactDecimal
  /// Cost in that currency.
  public var cost: ExactDecimal
  /// The taxable gains of the sale, by term.
  public var taxable: YearGains
  /// The taxable gains of the tax year with the sale.
  public var year: YearGains
  /// The additional tax of the year; `nil` without rates.
  public var tax: ExactDecimal?
  /// What the sale changes at the gains of other groups.
  public var effects: [GainEffect]
  /// Units.
  public var quantity = ExactDecimal.zero
  /// The gain in the base currency.
  public var gainBase = ExactDecimal.zero
  /// The part of losses that tax rules defer.
  public var disallowedBase = ExactDecimal.zero
  /// The taxable gain: the gain plus the deferred part of losses.
  public var taxableBase = ExactDecimal.zero
  var units: [UnitsOfLot] { parts.map(\.units) }
}

/// What a supposed trade changes at the gains of a group of the ledger: a sale whose loss it
/// defers, or that is matched with other units.
public struct GainEffect: Sendable, Hashable {
  /// The id of the group.
  public var groupID: String
  /// The symbol of the instrument.
  public var symbol: String
  /// The day of the disposal.
  public var disposed: Day
  /// The gain in the base currency without the trade.
  public var gainBefore: ExactDecimal
  /// The gain with the trade.
  public var gainAfter: ExactDecimal
  /// The deferred part of a loss without the trade.
  public var disallowedBefore: ExactDecimal
  /// The deferred part with the trade.
  public var disallowedAfter: ExactDecimal

  /// The change of the taxable gain.
  public var change: ExactDecimal
}

extension BookedLedger {
  /// The disposals of a group as parts of a sale.
  /// - Parameter first: the first disposal that may be of the group.
  func parts(of group: GroupIndex, from first: Int = 0) throws -> [SaleChoice.Part] {
    try disposals.indices.dropFirst(first).filter { disposals[$0].group == group }
      .map { try part($0) }
  }

  private func part(_ number: Int) throws -> SaleChoice.Part {
    let disposal = disposals[number]
    let tables = ledger.tables
    guard let gain = disposal.gainBase, let taxable = disposal.taxableGainBase else {
      throw WhatIfFault.noBase(
        baseCurrency == nil || disposal.currency == missingCurrency
          ? nil : tables.currencies[disposal.currency])
    }
    let isPooled = disposal.openedBy == .missing
    return SaleChoice.Part(
      lotGroupID: isPooled ? nil : ledger.id(of: disposal.openedBy), acquired: disposal.acquired,
      quantity: disposal.quantity, proceedsBase: disposal.proceedsBase,
      costBase: disposal.costBase, gainBase: gain, disallowedBase: disposal.disallowedBase,
      taxableBase: taxable, term: disposal.term,
      rule: disposal.rule(under: regime),
      deferredTo: replacements(of: number),
      units: UnitsOfLot(
        group: disposal.openedBy, acquired: disposal.acquired, quantity: disposal.quantity))
  }

  /// The taxable gains of a period by term. Under rules without terms all are long-term.
  func gains(from first: Day, to last: Day) throws -> YearGains {
    var gains = YearGains()
    for disposal in disposals where first <= disposal.disposed && disposal.disposed <= last {
      guard let gain = disposal.taxableGainBase else { continue }
      if disposal.term == .short { try gains.short.add(gain) } else { try gains.long.add(gain) }
    }
    return gains
  }

  /// What differs from other books in the gains of groups that both have.
  /// - Parameter other: the group that only these books have.
  func effects(since before: BookedLedger, except other: GroupIndex) throws -> [GainEffect] {
    let (old, new) = (try before.gainsByGroup(), try gainsByGroup())
    let keys = old.keys.union(new.keys).sorted { $0.group < $1.group }
    return try keys.compactMap { key -> GainEffect? in
      let (left, right) = (old[key] ?? GroupGain(), new[key] ?? GroupGain())
      guard key.group != other, left != right else { return nil }
      return GainEffect(
        groupID: ledger.id(of: key.group), symbol: ledger.tables.symbol(key.instrument),
        disposed: right.disposed ?? left.disposed ?? .first, gainBefore: left.gain,
        gainAfter: right.gain, disallowedBefore: left.disallowed,
        disallowedAfter: right.disallowed,
        change: try right.taxable.subtracting(left.taxable))
    }
  }

  private func gainsByGroup() throws -> [GainKey: GroupGain] {
    var gains: [GainKey: GroupGain] = [:]
    for disposal in disposals {
      guard let gain = disposal.gainBase else { continue }
      let key = GainKey(group: disposal.group, instrument: disposal.instrument)
      try gains[key, default: GroupGain()].gain.add(gain)
      try gains[key, default: GroupGain()].disallowed.add(disposal.disallowedBase)
      gains[key]?.disposed = disposal.disposed
    }
    return gains
  }
}

private struct GainKey: Hashable {
  let group: GroupIndex
  let instrument: InstrumentIndex
}

private struct GroupGain: Equatable {
  var gain = ExactDecimal.zero
  var disallowed = ExactDecimal.zero
  var disposed: Day?
  var taxable: ExactDecimal { get throws(ArithmeticFault) { try gain.adding(disallowed) } }
}

extension Dictionary.Keys where Key: Hashable {
  fileprivate func union(_ other: Self) -> Set<Key> { Set(self).union(other) }
}
