// What depends on the units that are held.
extension RowBooker {
  /// Multiplies amounts for each unit by the units that the rows before have left, and finds the
  /// ratios of splits that take units from them.
  mutating func completeAmounts(_ effects: inout [RowEffect]) {
    guard effects.contains(where: { $0.isForEachHeld || $0.unitsTaken != nil }) else { return }
    var held: [String: ExactDecimal] = [:]
    let order = effects.indices.sorted { left, right in
      let (one, two) = (effects[left].time, effects[right].time)
      return one == two ? left < right : one < two
    }
    var incomplete: Set<ImportRow> = []
    for place in order {
      if effects[place].isForEachHeld {
        let key = effects[place].stockLegs.first?.symbol ?? ""
        let units = held["\(effects[place].account) \(key)", default: .zero]
        if !effects[place].multiply(by: units) { incomplete.insert(effects[place].row) }
      } else {
        if let taken = effects[place].unitsTaken, let leg = effects[place].stockLegs.first {
          let units = held["\(effects[place].account) \(leg.symbol)", default: .zero]
          if !effects[place].setRatio(taking: taken, from: units) {
            incomplete.insert(effects[place].row)
          }
        }
        for leg in effects[place].stockLegs {
          let name = "\(effects[place].account) \(leg.symbol)"
          held[name] = Self.after(leg, held[name, default: .zero])
        }
      }
    }
    for row in incomplete.sorted(by: { $0.index < $1.index }) {
      draft.report(
        .contradictoryRow,
        "the row depends on the units that are held, and the rows before it leave too few",
        help: "Import the files with the earlier rows in the same run. A total amount, or the "
          + "ratio of a split, needs no earlier rows.",
        row: row)
    }
    effects.removeAll { incomplete.contains($0.row) }
  }

  /// The units that are held after a leg.
  static func after(_ leg: LedgerGroup.StockLeg, _ units: ExactDecimal) -> ExactDecimal {
    let quantity = ExactDecimal.given(leg.quantity)
    switch leg.type {
    case .buy, .cover, .transferIn, .stockDividend: return (try? units.adding(quantity)) ?? units
    case .sell, .shortSell, .transferOut, .gift, .unitFee, .writeOff, .expiry, .merger:
      return (try? units.subtracting(quantity)) ?? units
    case .split:
      guard let ratio = leg.ratio,
        let new = try? units.multiplied(by: ratio.new).divided(by: ratio.old, places: 12)
      else { return units }
      return new.normalized()
    case .dividend, .returnOfCapital, .costAdjustment, .deemedDisposition, .spinOff,
      .symbolChange, .exercise, .assignment:
      return units
    }
  }
}

extension RowEffect {
  /// Sets the ratio of a split that takes units away; false if there are not more of them.
  fileprivate mutating func setRatio(
    taking taken: ExactDecimal, from units: ExactDecimal
  ) -> Bool {
    guard let left = try? units.subtracting(taken), left > .zero else { return false }
    stockLegs[0].ratio = Ratio(new: left.normalized(), old: units.normalized())
    return true
  }

  /// Multiplies the amounts; false if there are no units.
  fileprivate mutating func multiply(by units: ExactDecimal) -> Bool {
    guard units > .zero else { return false }
    for leg in stockLegs.indices {
      guard let gross = stockLegs[leg].gross else { continue }
      guard let product = try? gross.multiplied(by: units) else { return false }
      stockLegs[leg].gross = product
    }
    for leg in cashLegs.indices {
      guard let product = try? cashLegs[leg].amount.multiplied(by: units) else { return false }
      cashLegs[leg].amount = product
    }
    return true
  }
}
