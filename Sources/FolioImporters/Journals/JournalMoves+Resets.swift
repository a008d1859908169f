import Folio

// Units that leave, and come back with their days and another cost.
extension JournalMoves {
  /// Takes the units of each account that get another cost.
  mutating func takeResets() throws(JournalFault) {
    if outgoing.isEmpty || incoming.isEmpty { return }
    let sources = Dictionary(grouping: outgoing.indices) { outgoing[$0].account }
    let targets = Dictionary(grouping: incoming.indices) { incoming[$0].account }
    for (account, old) in sources.sorted(by: { $0.value[0] < $1.value[0] }) {
      guard let first = old.first, let new = targets[account],
        let pairs = try resets(old.map { outgoing[$0] }, new.map { incoming[$0] })
      else { continue }
      var move = JournalMove(
        kind: .reset, account: account, commodity: outgoing[first].commodity, units: .zero,
        place: outgoing[first].place)
      for (lot, changed) in pairs {
        move.units = try move.units.increased(by: lot.units)
        move.lots.append(lot)
        move.newLots.append(changed)
      }
      add(move)
      for place in old { outgoing[place].number = .zero }
      for place in new { incoming[place].number = .zero }
    }
  }

  /// The lots before and after; nil if units of other days come back, or no cost changes.
  private func resets(
    _ old: [SettledPosting], _ new: [SettledPosting]
  ) throws(JournalFault) -> [(JournalLot, JournalLot)]? {
    var lots: [Day: [JournalLot]] = [:]
    for posting in old {
      guard posting.priced == nil, try posting.takenCost() != nil else { return nil }
      for lot in posting.taken { lots[lot.day, default: []].append(lot) }
    }
    for day in lots.keys { lots[day]?.reverse() }
    var pairs: [(JournalLot, JournalLot)] = []
    var changes = false
    for posting in new {
      guard posting.priced == nil, let day = posting.cost?.day, let cost = posting.opening else {
        return nil
      }
      let part = try Self.taken(posting.number, fromEndOf: &lots[day, default: []])
      var units = ExactDecimal.zero
      for lot in part {
        guard lot.currency == cost.commodity else { return nil }
        units = try units.increased(by: lot.units)
        let share = try cost.number.share(lot.units, of: posting.number)
        let isOther =
          posting.cost?.perUnit.map { !lot.costs($0, isExact: true) } ?? (share != lot.cost)
        if isOther { changes = true }
        pairs.append((lot, lot.changed(to: share, posting.cost?.label)))
      }
      if units != posting.number { return nil }
    }
    return changes && lots.values.allSatisfy(\.isEmpty) ? pairs : nil
  }
}

extension JournalLot {
  /// The same units with another cost and label.
  fileprivate func changed(to cost: ExactDecimal, _ label: String?) -> JournalLot {
    JournalLot(
      units: units, cost: cost, currency: currency, day: day, label: label, opener: opener,
      acquired: acquired)
  }
}
