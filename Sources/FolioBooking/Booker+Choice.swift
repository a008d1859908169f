/// Some units of a lot that a leg names.
typealias ChosenLot = (lot: LotSlot, quantity: ExactDecimal)

// A disposal's own choice of lots (`lots` on the leg). Without one, the method `specific` takes
// lots only if there is no doubt which.
extension Booker {
  /// Chooses the units that a disposal relieves, and leaves them in `reliefs`.
  mutating func identify(_ position: PositionIndex, for leg: StockLeg) throws {
    if hasRules {
      try applyRules { try $0.identify(position, leg, &$1) }
    } else {
      try relieve(position, for: leg)
    }
    positions[position].lastSold = leg.tradeDay
    try changePlaces(for: leg.account)
  }

  /// Takes units out of the lots that a leg names, or else in the order of the method. A merger
  /// that pays cash for some of the units names no lots.
  mutating func relieve(_ position: PositionIndex, for leg: StockLeg) throws {
    if leg.type == .merger {
      return try relieveForDisposal(position, leg.quantity, in: leg.account)
    }
    try relieveAsNamed(position, by: leg)
  }

  /// Takes units out of the lots that a leg names, or else in the order of the method.
  mutating func relieveAsNamed(_ position: PositionIndex, by leg: StockLeg) throws {
    if let choices = rows.detail(of: leg)?.lots, !choices.isEmpty, !ignoresTaxRules {
      return try relieve(position, for: leg, choosing: choices)
    }
    if method == .specific, positions[position].openLots > 1,
      leg.quantity != positions[position].quantity
    {
      try bringUp(lotsOf: position)
      throw noLotsChosen(leg, from: position)
    }
    try relieve(position, leg.quantity)
  }

  private mutating func relieve(
    _ position: PositionIndex, for leg: StockLeg, choosing choices: [LotChoice]
  ) throws {
    let sum = try choices.sum(of: \.columns.quantity)
    if sum != leg.quantity { throw lotQuantities(leg, sum) }
    let taken = try plan(position, leg, choices, takesLess: leavesOutSales)
    clearReliefs()
    for (lot, quantity) in taken { try take(quantity, from: lot) }
    let rest = try leg.quantity.subtracting(taken.sum { $0.quantity })
    if rest.isPositive {
      let chosen = reliefs.count
      try positions[position].relieve(rest, &lots, &reliefs)
      for relief in reliefs[chosen...] { note(.taken, relief.lot) }
    }
    try settle(position, leg.quantity)
  }

  /// Whether a leg names lots, and the rules do not know one pool only.
  func namesLots(_ leg: StockLeg) -> Bool {
    !ignoresTaxRules && traits.poolRule == nil && rows.detail(of: leg)?.lots.isEmpty == false
  }

  /// The lots that a leg names. They add up to its quantity, if it gives one.
  mutating func lotsNamed(
    by leg: StockLeg, in position: PositionIndex
  ) throws -> [ChosenLot] {
    let choices = rows.detail(of: leg)?.lots ?? []
    let sum = try choices.sum(of: \.columns.quantity)
    if leg.given.contains(.quantity), sum != leg.quantity { throw lotQuantities(leg, sum) }
    return try plan(position, leg, choices)
  }

  /// The units to take from each lot. None are taken before every entry is known to be valid.
  /// - Parameter takesLess: whether a lot may have less than an entry asks for.
  private mutating func plan(
    _ position: PositionIndex, _ leg: StockLeg, _ choices: [LotChoice], takesLess: Bool = false
  ) throws -> [ChosenLot] {
    var index = positions[position].index ?? choiceIndex(of: position)
    defer { positions[position].index = index }
    positions[position].index = nil
    var taken: [ChosenLot] = []
    var left: [LotSlot: ExactDecimal] = [:]
    for (entry, choice) in choices.enumerated() {
      if hasLateEvents { for lot in index.lots(of: choice) { try bringUp(lot) } }
      let found = try matches(choice, leg, in: &index, left)
      let isLess = takesLess && found.sum < choice.quantity
      for part in isLess ? found.open : try pick(choice, entry, found, leg, position) {
        try left[part.lot, default: lots[part.lot].quantity].subtract(part.quantity)
        taken.append(part)
      }
    }
    return taken
  }

  /// The open lots that an entry names. If the parts of a lot are in several accounts, the entry's
  /// own account decides, or else that of the leg.
  private func matches(
    _ choice: LotChoice, _ leg: StockLeg, in index: inout LotChoiceIndex,
    _ left: [LotSlot: ExactDecimal]
  ) throws(ArithmeticFault) -> LotMatches {
    if !choice.account.isNone {
      let name = tables.text(choice.account)
      let account = tables.securitiesAccounts.all.firstIndex { tables.text($0) == name }
      return try index.matches(
        choice, lots.all, left, in: account.map { SecuritiesAccountIndex($0) } ?? .missing)
    }
    let all = try index.matches(choice, lots.all, left, in: nil)
    guard lotScope == .portfolio, all.open.count > 1 else { return all }
    let own = try index.matches(choice, lots.all, left, in: leg.account)
    return own.sum >= choice.quantity ? own : all
  }

  private mutating func pick(
    _ choice: LotChoice, _ entry: Int, _ found: LotMatches, _ leg: StockLeg,
    _ position: PositionIndex
  ) throws -> [ChosenLot] {
    guard let first = found.open.first else {
      try bringUp(lotsOf: position)
      throw unmatchedLot(leg, choice, entry, from: position)
    }
    if found.isWhole, found.sum == choice.quantity { return found.open }
    if found.sum < choice.quantity { throw lotTooSmall(leg, choice, entry, found.sum) }
    if found.open.count == 1 { return [(first.lot, choice.quantity)] }
    if let parts = try partsOfOneLot(choice, found, leg) { return parts }
    throw ambiguousLots(leg, choice, entry, found)
  }

  /// The units that an entry takes out of the parts of one lot that was divided between accounts:
  /// first those of the leg's account. Nil if the lots differ in more than their accounts.
  private func partsOfOneLot(
    _ choice: LotChoice, _ found: LotMatches, _ leg: StockLeg
  ) throws(ArithmeticFault) -> [ChosenLot]? {
    guard let first = found.open.first.map({ lots[$0.lot] }), found.isWhole,
      found.open.allSatisfy({ lots[$0.lot].isPartOfSameLot(as: first) })
    else { return nil }
    var (left, parts) = (choice.quantity, [ChosenLot]())
    let own = found.open.filter { lots[$0.lot].account == leg.account }
    for part in own + found.open.filter({ lots[$0.lot].account != leg.account })
    where left.isPositive {
      parts.append((part.lot, min(left, part.quantity)))
      try left.subtract(min(left, part.quantity))
    }
    return parts
  }

  /// Makes the index of the lots of a position before a leg names any of them.
  mutating func makeChoiceIndex(of position: PositionIndex) {
    if positions[position].index == nil { positions[position].index = choiceIndex(of: position) }
  }

  private func choiceIndex(of position: PositionIndex) -> LotChoiceIndex {
    var index = LotChoiceIndex()
    for lot in inOrderOfOpening(positions[position].order.candidates) {
      index.insert(lot, lots.all)
    }
    return index
  }

  func inOrderOfOpening(_ candidates: some Sequence<LotSlot>) -> [LotSlot] {
    candidates.sorted { lots[$0].number < lots[$1].number }
  }
}
