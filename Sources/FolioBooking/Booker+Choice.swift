import FolioDiagnostics
import FolioModel
import FolioNumbers

// A sale's own choice of lots (`lots` on the leg), and what the method `specific` does without
// one: it takes what can't be mistaken, and asks for the rest.
extension Booker {
  /// Chooses the units that a sale relieves, and leaves them in `reliefs`.
  mutating func identify(_ position: PositionIndex, for leg: StockLeg) throws {
    if hasRules {
      try applyRules { try $0.identify(position, leg, &$1) }
    } else {
      try relieve(position, for: leg)
    }
    positions[position].lastSold = leg.tradeDay
  }

  /// The same for a merger that pays cash for some of the units. The leg names no lots.
  mutating func identifyTendered(_ position: PositionIndex, for leg: StockLeg) throws {
    if hasRules {
      try applyRules { try $0.identifyTendered(position, leg, &$1) }
    } else {
      try relieveForDisposal(position, leg.quantity)
    }
    positions[position].lastSold = leg.tradeDay
  }

  /// Takes units out of the lots that a leg names, or else in the order of the method.
  mutating func relieve(_ position: PositionIndex, for leg: StockLeg) throws {
    if let choices = rows.detail(of: leg)?.lots, !choices.isEmpty,
      !(period?.period.isOfTaxRules ?? false)
    {
      return try relieve(position, for: leg, choosing: choices)
    }
    if method == .specific, positions[position].openLots > 1,
      leg.quantity != positions[position].quantity
    {
      throw BookingFault(.noLotsChosen(leg, openLots(position), tables))
    }
    try relieve(position, leg.quantity)
  }

  private mutating func relieve(
    _ position: PositionIndex, for leg: StockLeg, choosing choices: [LotChoice]
  ) throws {
    var sum = ExactDecimal.zero
    for choice in choices { try sum.add(choice.quantity) }
    if sum != leg.quantity { throw BookingFault(.lotQuantities(leg, sum, tables)) }
    let taken = try plan(position, leg, choices)
    clearReliefs()
    for (lot, quantity) in taken { try take(quantity, from: lot) }
    try settlePool(position, leg.quantity)
    try positions[position].quantity.subtract(leg.quantity)
  }

  /// What to take from which lot; nothing is taken before every entry is found to be good.
  private mutating func plan(
    _ position: PositionIndex, _ leg: StockLeg, _ choices: [LotChoice]
  ) throws -> [(lot: LotSlot, quantity: ExactDecimal)] {
    buildIndex(position)
    var taken: [(lot: LotSlot, quantity: ExactDecimal)] = []
    var left: [LotSlot: ExactDecimal] = [:]
    for (entry, choice) in choices.enumerated() {
      let found = try positions[position].index?.matches(choice, lots.all, left)
      for part in try pick(choice, entry, found ?? LotMatches(), leg, position) {
        left[part.lot] = try (left[part.lot] ?? lots[part.lot].quantity)
          .subtracting(part.quantity)
        taken.append(part)
      }
    }
    return taken
  }

  private func pick(
    _ choice: LotChoice, _ entry: Int, _ found: LotMatches, _ leg: StockLeg,
    _ position: PositionIndex
  ) throws -> [(lot: LotSlot, quantity: ExactDecimal)] {
    guard let first = found.open.first else {
      throw BookingFault(.unmatchedLot(leg, choice, entry, openLots(position), tables))
    }
    if found.isWhole, found.sum == choice.quantity { return found.open }
    if found.sum < choice.quantity {
      throw BookingFault(.lotTooSmall(leg, choice, entry, found.sum, tables))
    }
    if found.open.count == 1 { return [(first.lot, choice.quantity)] }
    let all = wording(found.open.map(\.lot), of: found.isWhole ? found.open.count : nil)
    throw BookingFault(.ambiguousLots(leg, choice, entry, all, tables))
  }

  private mutating func buildIndex(_ position: PositionIndex) {
    guard positions[position].index == nil else { return }
    var index = LotChoiceIndex()
    for lot in inOrderOfOpening(positions[position].order.candidates) {
      index.insert(lot, lots.all, tables)
    }
    positions[position].index = index
  }

  private func inOrderOfOpening(_ candidates: some Sequence<LotSlot>) -> [LotSlot] {
    candidates.sorted { lots[$0].number < lots[$1].number }
  }

  /// The open lots of a position in words. Only the first thousand are looked at, since a ledger
  /// may have a fault in every sale and many open lots at each.
  private func openLots(_ position: PositionIndex) -> String {
    let first = positions[position].order.candidates.prefix(1000)
    return wording(Array(first), of: positions[position].openLots)
  }

  /// The id of the group that opened a lot. Empty where it was in a batch before: a fault there
  /// only ends the booking in batches, and is never told.
  private func opener(of lot: Lot) -> String {
    let index = rowInBatch(of: lot.group)
    return rows.groups.indices.contains(index) ? tables.text(rows.groups[index].id) : ""
  }

  /// Some of so many lots in words: what is in each, and how to name it. Without a number there are
  /// more than the candidates.
  private func wording(_ candidates: [LotSlot], of count: Int?) -> String {
    let open = inOrderOfOpening(candidates).filter { !lots[$0].quantity.isZero }.prefix(8)
    let words = open.map { index in
      let lot = lots[index]
      let unit =
        (try? lot.cost.divided(by: lot.quantity, places: 6, rounding: .halfEven)) ?? .zero
      let currency = lot.currency == missingCurrency ? "" : rows.currencies[lot.currency].code
      return "\(lot.quantity.normalized()) of \(lot.acquired) at \(unit.normalized()) \(currency) "
        + "(group_id \"\(opener(of: lot))\")"
    }
    if words.isEmpty { return "none" }
    let listed = words.joined(separator: "; ")
    guard let count else { return listed + "; and many more" }
    return listed + (count > words.count ? "; and \(count - words.count) more" : "")
  }
}
