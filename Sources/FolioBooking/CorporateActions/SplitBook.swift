import FolioModel
import FolioNumbers

/// The splits of each instrument, by day, to compare prices before and after.
package struct SplitBook: Sendable {
  /// In order of days; few instruments have any.
  private let splits: [InstrumentIndex: [Split]]
  /// The days on which anything is split.
  private let days: Set<Day>

  /// The ratio of the split of a day.
  private struct Split: Equatable {
    var day: Day
    var ratio: Ratio
  }

  /// The splits of a ledger, on all of its days.
  package init(_ ledger: Ledger) {
    splits = Self.splits(of: ledger)
    days = Set(splits.values.joined().map(\.day))
  }

  /// Whether any instrument is split on a day.
  package func splits(on day: Day) -> Bool { days.contains(day) }

  /// Whether an instrument is split on a day.
  package func isSplit(_ instrument: InstrumentIndex, on day: Day) -> Bool {
    guard !splits.isEmpty, let own = splits[instrument] else { return false }
    let place = own.partitioningIndex { $0.day >= day }
    return place < own.count && own[place].day == day
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

  /// A split may have a leg for each account that holds the instrument, and is one split then. A
  /// second leg for the same account, or for none, is another split.
  private static func splits(of ledger: Ledger) -> [InstrumentIndex: [Split]] {
    var splits: [InstrumentIndex: [Split]] = [:]
    var accounts: [InstrumentIndex: Set<SecuritiesAccountIndex>] = [:]
    ledger.forEachLeg { leg in
      guard leg.type == .split, let ratio = ledger.rows.detail(of: leg)?.ratio else { return }
      let split = Split(day: leg.tradeDay, ratio: ratio)
      let isOfAnotherAccount =
        splits[leg.instrument]?.last == split && leg.account != 0
        && accounts[leg.instrument]?.isDisjoint(with: [0, leg.account]) == true
      if isOfAnotherAccount {
        accounts[leg.instrument]?.insert(leg.account)
      } else {
        splits[leg.instrument, default: []].append(split)
        accounts[leg.instrument] = [leg.account]
      }
    }
    // A sort keeps the order of equal days: ratios of one day are multiplied in any order.
    return splits.mapValues { $0.sorted { $0.day < $1.day } }
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
