/// What a change of the ledger did to its books.
package struct BookingChange: Sendable {
  /// The holdings that changed, in the order in which they are shown. Those of one symbol in
  /// another currency, or owed, are others.
  package internal(set) var holdings: [HoldingChange] = []
  /// The lots that changed.
  package internal(set) var lots: [LotChange] = []
  /// All lots that the groups of these lots opened.
  package internal(set) var lotsByGroup: [GroupLotsChange] = []
  /// The cash accounts that changed.
  package internal(set) var cash: [CashChange] = []
  /// The gains and losses that changed: those of groups that booked them before, then the others,
  /// in order of booking.
  package internal(set) var gains: [GainChange] = []
  /// The warnings that are new. One whose words changed is new, and the one before is gone: that of
  /// an overdue group names the last day of the ledger.
  package internal(set) var newWarnings: [Diagnostic] = []
  /// The warnings that are gone.
  package internal(set) var resolvedWarnings: [Diagnostic] = []

  /// Nothing has changed.
  package init() {}
}

/// A gain or a loss before and after a change.
package struct GainChange: Sendable {
  /// Its place among the gains of its group, from 0.
  package internal(set) var number: Int
  /// What it was; nil if it is new.
  package internal(set) var before: Disposal?
  /// What it is; nil if it is gone.
  package internal(set) var after: Disposal?
}

/// A holding before and after a change.
package struct HoldingChange: Sendable, Hashable {
  /// What it was; nil if it is new.
  package internal(set) var before: Holding?
  /// What it is; nil if it is gone.
  package internal(set) var after: Holding?
}

/// A lot before and after a change.
package struct LotChange: Sendable {
  /// The symbol.
  package internal(set) var symbol: String
  /// What it was; nil if it is new.
  package internal(set) var before: Lot?
  /// What it is; nil if it is gone.
  package internal(set) var after: Lot?
}

/// A cash account before and after a change.
package struct CashChange: Sendable, Hashable {
  /// The account.
  package internal(set) var account: CashAccountIndex
  /// Its id.
  package internal(set) var id: String
  /// Its balance before; nil if it is new.
  package internal(set) var before: CashBalance?
  /// Its balance now.
  package internal(set) var after: CashBalance
}

extension BookingChange {
  /// Adds the holdings of a symbol that changed.
  mutating func add(_ before: [Holding], _ after: [Holding]) {
    if before == after { return }
    for old in before {
      let new = after.first { $0.isSamePosition(as: old) }
      if new != old { holdings.append(HoldingChange(before: old, after: new)) }
    }
    for new in after where !before.contains(where: { $0.isSamePosition(as: new) }) {
      holdings.append(HoldingChange(before: nil, after: new))
    }
  }

  /// Adds the warnings of which only one side has as many.
  mutating func add(warningsBefore before: [Diagnostic], after: [Diagnostic]) {
    let (removed, added) = before.differences(to: after, by: \.message)
    resolvedWarnings += removed
    newWarnings += added
  }
}

extension Holding {
  /// Whether another one is of the same currency, and also held or owed.
  fileprivate func isSamePosition(as other: Holding) -> Bool {
    currency == other.currency && quantity.isNegative == other.quantity.isNegative
  }
}

extension Array {
  /// The elements that other elements do not have as often, and the other way round.
  func differences<Key: Hashable>(
    to others: [Element], by key: (Element) -> Key
  ) -> (removed: [Element], added: [Element]) {
    if isEmpty || others.isEmpty { return (self, others) }
    var counts: [Key: Int] = [:]
    for other in others { counts[key(other), default: 0] += 1 }
    var removed: [Element] = []
    for element in self {
      if let count = counts[key(element)], count > 0 {
        counts[key(element)] = count - 1
      } else {
        removed.append(element)
      }
    }
    var added: [Element] = []
    for other in others.reversed() {
      if let count = counts[key(other)], count > 0 {
        counts[key(other)] = count - 1
        added.append(other)
      }
    }
    return (removed, added.reversed())
  }
}
