// Cash that moves between two accounts of a file.
extension RowBooker {
  /// Makes exchanges of the rows between accounts of two currencies, and skips the others.
  mutating func settleMoves(_ effects: inout [RowEffect]) {
    guard effects.contains(where: { $0.part == .moved }) else { return }
    var currencies: [String: Set<Currency>] = [:]
    for effect in effects {
      let names = effect.part == .moved ? effect.cashAccounts.prefix(1) : effect.cashAccounts[...]
      for name in names {
        currencies[name, default: []].formUnion(effect.cashLegs.compactMap(\.currency))
      }
    }
    var ended: Set<ImportRow> = []
    for place in effects.indices where effects[place].part == .moved {
      let move = effects[place]
      if move.joinKey != nil || ended.contains(move.row) { continue }
      let other = effects[place...].dropFirst().firstIndex {
        $0.joinKey == nil && move.isOtherSide($0)
      }
      let own = Set(move.cashLegs.compactMap(\.currency))
      let arrived =
        other.map { Set(effects[$0].cashLegs.compactMap(\.currency)) }
        ?? move.cashAccounts.dropFirst().first.flatMap { currencies[$0] } ?? own
      if !own.isDisjoint(with: arrived) {
        for end in [place] + (other.map { [$0] } ?? []) {
          draft.skip(effects[end].row, "a transfer between two accounts of the file")
          ended.insert(effects[end].row)
        }
      } else if let other {
        for side in [place, other] {
          (effects[side].part, effects[side].joinKey) = (.fx, "move \(place)")
        }
      } else {
        ended.insert(move.row)
        draft.report(
          .partWithoutPartner,
          "cash moves to an account in \(arrived.map(\.code).sorted().joined(separator: ", ")), "
            + "and the amount that arrives there is missing",
          help: "Import a file that has both rows, such as Portfolio Performance's XML.",
          row: move.row)
      }
    }
    effects.removeAll { ended.contains($0.row) }
  }
}

extension RowEffect {
  /// Whether a row is the other side of a move of this day.
  fileprivate func isOtherSide(_ other: RowEffect) -> Bool {
    other.part == .moved && other.time.day == time.day && cashAccounts.count == 2
      && other.cashAccounts == cashAccounts.reversed()
      && other.cashLegs.first?.direction != cashLegs.first?.direction
  }
}
