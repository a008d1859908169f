/// The splits of each instrument, by day, to compare prices before and after.
package struct SplitBook: Sendable {
  /// In order of days; few instruments have any.
  private var splits: [InstrumentIndex: [Split]] = [:]
  /// The days on which anything is split.
  private var days: Set<Day> = []
  /// The last split of each instrument that was added, and the accounts of its legs.
  private var last: [InstrumentIndex: (split: Split, accounts: Set<SecuritiesAccountIndex>)] = [:]

  /// The ratio of the split of a day.
  private struct Split: Equatable {
    var day: Day
    var ratio: Ratio
  }

  /// No splits.
  package init() {}

  /// The splits of a ledger, on all of its days.
  package init(_ ledger: Ledger) {
    if let kept = ledger.splits {
      self = kept
    } else {
      ledger.forEachLeg { add($0, of: ledger) }
    }
  }

  /// Adds a leg if it splits its instrument. Legs are added in order of booking.
  ///
  /// A split may have a leg for each account that holds the instrument, and is one split then. A
  /// second leg for the same account, or for none, is another split.
  /// - Returns: whether the leg is one of a split.
  @discardableResult
  package mutating func add(_ leg: StockLeg, of ledger: Ledger) -> Bool {
    guard leg.type == .split, let ratio = ledger.rows.detail(of: leg)?.ratio else { return false }
    let split = Split(day: leg.tradeDay, ratio: ratio)
    if let (before, accounts) = last[leg.instrument], before == split, leg.account != 0,
      accounts.isDisjoint(with: [0, leg.account])
    {
      last[leg.instrument]?.accounts.insert(leg.account)
      return true
    }
    last[leg.instrument] = (split, [leg.account])
    days.insert(split.day)
    // Ratios of one day are multiplied in any order.
    let place = splits[leg.instrument]?.partitioningIndex { $0.day > split.day } ?? 0
    splits[leg.instrument, default: []].insert(split, at: place)
    return true
  }

  /// Whether any instrument is split on a day.
  package func splits(on day: Day) -> Bool { days.contains(day) }

  /// Whether an instrument is split on a day.
  package func isSplit(_ instrument: InstrumentIndex, on day: Day) -> Bool {
    guard !splits.isEmpty, let own = splits[instrument] else { return false }
    let place = own.partitioningIndex { $0.day >= day }
    return place < own.count && own[place].day == day
  }

  /// The splits up to a day, in the order of instruments and days.
  package func splits(
    until last: Day
  ) -> [(instrument: InstrumentIndex, day: Day, ratio: Ratio)] {
    splits.sorted { $0.key < $1.key }.flatMap { instrument, own in
      own.prefix { $0.day <= last }.map { (instrument, $0.day, $0.ratio) }
    }
  }

  /// The combined ratio of the splits after one day and up to another; nil if it exceeds the
  /// precision of `ExactDecimal`.
  package func ratio(_ instrument: InstrumentIndex, after first: Day, to last: Day) -> Ratio? {
    var ratio = Ratio(new: .one, old: .one)
    guard let own = splits[instrument], let next = first.adding(days: 1) else { return ratio }
    for split in own[own.partitioningIndex { $0.day >= next }...] {
      if split.day > last { break }
      guard let new = try? ratio.new.multiplied(by: split.ratio.new),
        let old = try? ratio.old.multiplied(by: split.ratio.old)
      else { return nil }
      ratio = Ratio(new: new, old: old)
    }
    return ratio
  }
}

extension Ledger {
  /// Hands on the stock legs of the groups that count, in order of booking.
  package func forEachLeg(_ body: (StockLeg) -> Void) {
    forEachGroup { group in
      for index in group.stockLegs { body(rows.stockLegs[index]) }
    }
  }

  /// Hands on the groups that count, in order of booking.
  package func forEachGroup(_ body: (GroupRecord) -> Void) {
    for position in rows.groups.indices {
      let group = rows.groups[Int(self.group(at: position))]
      if group.counts { body(group) }
    }
  }
}
