// Units that get other costs: a spin-off, a return of capital, or an adjustment of the cost.
extension JournalBook {
  /// Decides what the resets of a transaction are. The rest of it says where the cost goes.
  func settleResets(
    _ parts: inout TransactionParts, _ settled: Settled
  ) throws(FieldFault) {
    guard parts.hasResets else { return }
    for place in parts.moves.indices
    where parts.moves[place].kind == .buy && isOfAnotherDay(parts.moves[place], parts) {
      parts.moves[place].kind = .receive
    }
    if try takeSpinOff(&parts) { return }
    if try takeReturnOfCapital(&parts, settled) { return }
    var lowered = JournalSums()
    for move in parts.moves where move.kind == .reset {
      for (old, new) in zip(move.lots, move.newLots) {
        try lowered.add(try old.cost.minus(new.cost), old.currency)
      }
    }
    let isPaid =
      parts.cash.contains { !$0.amount.isZero } || parts.flows.contains { !$0.value.isEmpty }
      || parts.moves.contains(where: \.kind.movesMoney)
    let isEven = lowered.beyond { tolerance($0, settled.postings) }.isEmpty
    let isAdjusted = (isPaid || isEven) && !hasRests(parts)
    if parts.moves.contains(where: \.kind.isTrade) {
      try payApart(lowered, &parts)
    } else if isAdjusted {
      try payAdjustments(lowered, &parts)
    }
    var moves: [JournalMove] = []
    for move in parts.moves {
      if move.kind != .reset {
        moves.append(move)
      } else {
        moves += isAdjusted ? try adjustments(move) : recreated(move)
      }
    }
    parts.moves = moves
  }

  /// A split of the ledger is one of all units. If the account has others, those that are split
  /// leave and come back.
  func recreateSplits(_ parts: inout TransactionParts) {
    for (place, move) in parts.moves.enumerated().reversed()
    where move.kind == .split && !isWhole(move) {
      var old = move
      old.units = move.oldUnits ?? move.units
      parts.moves.replaceSubrange(place...place, with: recreated(old))
    }
  }

  /// A transfer keeps the name of a lot. Where units arrive whose name others have that cost
  /// something else since a split, they leave and come back as new lots.
  func recreateTransfers(_ parts: inout TransactionParts) {
    for (place, move) in parts.moves.enumerated().reversed()
    where move.kind == .transferIn && sharesName(move) {
      // The units leave in the move before it.
      parts.moves[place - 1].kind = .send
      parts.moves.replaceSubrange(place...place, with: received(move.lots, move))
    }
  }

  private func sharesName(_ move: JournalMove) -> Bool {
    method(move.account, move.commodity).costBasisMethod != .average
      && move.lots.contains { lots.hasOtherCost(of: $0, move.key) }
  }

  /// Whether a lot has other units that keep their cost, so that an adjustment would be for both.
  private func hasRests(_ parts: TransactionParts) -> Bool {
    parts.moves.contains { move in
      move.kind == .reset && move.lots.contains { lots.hasRest(of: $0, move.key) }
    }
  }

  // MARK: Spin-offs

  /// Units of another instrument take the same share of the cost of each lot.
  private func takeSpinOff(_ parts: inout TransactionParts) throws(FieldFault) -> Bool {
    guard parts.cash.isEmpty, parts.flows.allSatisfy({ $0.value.isEmpty }),
      let place = parts.moves.firstIndex(where: { $0.kind == .reset }),
      isWhole(parts.moves[place])
    else { return false }
    var others = parts.moves
    let reset = others.remove(at: place)
    guard let first = others.first, first.commodity != reset.commodity,
      others.allSatisfy({
        $0.kind == .receive && $0.commodity == first.commodity && $0.account == first.account
      }), let spunOff = try spunOff(others, of: reset)
    else { return false }
    var move = reset
    move.kind = .spinOff
    move.spunOff = spunOff
    parts.moves = [move]
    return true
  }

  /// The units that are spun off, if they have the days of the lots, and the cost that these lose.
  private func spunOff(
    _ received: [JournalMove], of reset: JournalMove
  ) throws(FieldFault) -> SpunOff? {
    let oldCost = try reset.lots.total(\.cost)
    let moved = try oldCost.minus(reset.newLots.total(\.cost))
    let units = try received.total(\.units)
    guard oldCost.isPositive, !moved.isNegative, moved <= oldCost else { return nil }
    var rests: [Day: [JournalLot]] = [:]
    for move in received {
      guard let day = move.cost?.day, let amount = move.amount else { return nil }
      rests[day, default: []].append(
        JournalLot(
          units: move.units, cost: amount.number, currency: amount.commodity, day: day,
          label: move.cost?.label, opener: .group(0), acquired: nil))
    }
    for day in rests.keys { rests[day]?.reverse() }
    let fraction = try moved.over(oldCost)
    var lots: [JournalLot] = []
    for (old, new) in zip(reset.lots, reset.newLots) {
      let wanted = try units.share(old.units, of: reset.units)
      let part = try JournalMoves.taken(wanted, fromEndOf: &rests[old.day, default: []])
      let lost = try old.cost.minus(new.cost)
      lots += part.map { lot in
        JournalLot(
          units: lot.units, cost: lot.cost, currency: lot.currency, day: lot.day,
          label: lot.label, opener: old.opener, acquired: old.acquired)
      }
      guard part.allSatisfy({ $0.currency == old.currency }),
        try part.total(\.units) == wanted, try isNear(part.total(\.cost), lost),
        try isNear(lost, old.cost.scaled(by: fraction))
      else { return nil }
    }
    guard let first = received.first, rests.values.allSatisfy(\.isEmpty) else { return nil }
    return SpunOff(
      commodity: first.commodity, account: first.account, units: units, fraction: fraction,
      lots: lots)
  }

  /// Whether two amounts are the same in cents.
  private func isNear(
    _ one: ExactDecimal, _ other: ExactDecimal
  ) throws(FieldFault) -> Bool {
    try one.minus(other).magnitude <= ExactDecimal.halfUnit(2)
  }

  /// Whether an event of a position in the ledger has the same units: the account has no others.
  private func isWhole(_ move: JournalMove) -> Bool {
    ownNames.securities[move.account] == nil && lots.isEmpty(move.key)
  }

  // MARK: Money

  /// Money lowers the cost of all units alike.
  private func takeReturnOfCapital(
    _ parts: inout TransactionParts, _ settled: Settled
  ) throws(FieldFault) -> Bool {
    guard let place = parts.moves.firstIndex(where: { $0.kind == .reset }),
      parts.moves.allSatisfy({ $0.kind == .reset || $0.kind == .dividend }),
      parts.moves.count(where: { $0.kind == .reset }) == 1, isWhole(parts.moves[place])
    else { return false }
    let reset = parts.moves[place]
    guard let money = reset.lots.first?.currency,
      reset.lots.allSatisfy({ $0.currency == money }),
      !parts.cash.isEmpty, parts.cash.allSatisfy({ $0.weight.commodity == money })
    else { return false }
    let amount = try proceeds(money, parts)
    guard amount.isPositive else { return false }
    for (old, new) in zip(reset.lots, reset.newLots) {
      let left = try old.cost.minus(amount.share(old.units, of: reset.units))
      guard try isNear(max(left, .zero), new.cost) else { return false }
    }
    parts.moves[place].kind = .capital
    parts.moves[place].amount = JournalAmount(number: amount, commodity: money)
    return true
  }

  /// Trades beside it say what they cost, so that the rest of the money comes or goes apart.
  private func payApart(
    _ lowered: JournalSums, _ parts: inout TransactionParts
  ) throws(FieldFault) {
    for (money, amount) in lowered.amounts.sorted(by: { $0.key < $1.key }) {
      let rest = try parts.moved([.receive], money).minus(amount)
      try parts.flows[money, default: JournalFlows()].add(rest, .plain)
    }
  }

  /// Money beside an adjustment pays for it, and is no deposit. Without money, income or expenses
  /// are the adjustment itself.
  private func payAdjustments(
    _ lowered: JournalSums, _ parts: inout TransactionParts
  ) throws(FieldFault) {
    for (money, amount) in lowered.amounts.sorted(by: { $0.key < $1.key }) {
      let income = try parts.moved([.dividend], money)
      parts.moves.removeAll { $0.kind == .dividend && $0.amount?.commodity == money }
      guard parts.cash.contains(where: { $0.weight.commodity == money }) else {
        parts.flows[money] = nil
        continue
      }
      try parts.flows[money, default: JournalFlows()].add(-income, .dividend)
      try parts.flows[money]?.add(-amount, .gain)
    }
  }

  /// One adjustment if all units change alike, otherwise one for each lot.
  private func adjustments(_ reset: JournalMove) throws(FieldFault) -> [JournalMove] {
    var changes: [ExactDecimal] = []
    for (old, new) in zip(reset.lots, reset.newLots) {
      changes.append(try new.cost.minus(old.cost))
    }
    let sum = try changes.total(\.self)
    var whole = reset
    whole.kind = .adjustment
    whole.amount = JournalAmount(number: sum, commodity: reset.lots[0].currency)
    var isEven = true
    for (lot, change) in zip(reset.lots, changes)
    where try change != sum.share(lot.units, of: reset.units) {
      isEven = false
    }
    if isEven { return [whole] }
    return zip(zip(reset.lots, reset.newLots), changes).map { lots, change in
      var single = whole
      single.units = lots.0.units
      (single.lots, single.newLots) = ([lots.0], [lots.1])
      single.amount = JournalAmount(number: change, commodity: lots.0.currency)
      return single
    }
  }

  /// Nothing says where the cost goes, or it is of a part of a lot: the units come back as new
  /// lots.
  private func recreated(_ reset: JournalMove) -> [JournalMove] {
    var out = reset
    (out.kind, out.newLots) = (.send, [])
    return [out] + received(reset.newLots, reset)
  }

  /// Lots that come in as new ones, with their costs and days.
  private func received(_ lots: [JournalLot], _ move: JournalMove) -> [JournalMove] {
    lots.map { lot in
      var back = move
      (back.kind, back.units, back.lots, back.newLots) = (.receive, lot.units, [], [])
      back.amount = JournalAmount(number: lot.cost, commodity: lot.currency)
      back.cost = JournalCost(commodity: lot.currency, day: lot.day, label: lot.label)
      return back
    }
  }

  // MARK: Legs

  func spinOff(
    _ move: JournalMove, _ empty: LedgerGroup.StockLeg, _ draft: inout ImportDraft
  ) throws(FieldFault) -> LedgerGroup.StockLeg {
    var leg = empty
    guard let spunOff = move.spunOff else { return leg }
    leg.quantity = nil
    leg.newSymbol = commodities.instrument(spunOff.commodity, in: &draft)
    leg.ratio = Ratio(new: spunOff.units, old: move.units)
    leg.basisFraction = spunOff.fraction
    return leg
  }

  func capital(
    _ move: JournalMove, _ empty: LedgerGroup.StockLeg, _ parts: TransactionParts
  ) throws(FieldFault) -> LedgerGroup.StockLeg {
    var leg = empty
    let (amount, currency) = try money(of: move, "cost of")
    leg.quantity = nil
    (leg.gross, leg.currency) = (amount.number, currency)
    // A dividend beside it has the fees and taxes.
    if parts.moves.contains(where: { $0.kind == .dividend }) { return leg }
    let flows = parts.flows[amount.commodity] ?? JournalFlows()
    if flows[.fee].isPositive { leg.fees = flows[.fee] }
    if flows[.tax].isPositive { leg.taxes = flows[.tax] }
    return leg
  }

  func adjustment(
    _ move: JournalMove, _ empty: LedgerGroup.StockLeg
  ) throws(FieldFault) -> [LedgerGroup.StockLeg] {
    guard move.amount?.number.isZero == false else { return [] }
    let (amount, currency) = try money(of: move, "cost of")
    var leg = empty
    leg.costDirection = amount.number.isNegative ? .decrease : .increase
    (leg.gross, leg.currency) = (amount.number.magnitude, currency)
    leg.lots = try entries(move)
    return [leg]
  }

  /// Moves units that were spun off to the account that the journal has for them.
  func transferOfSpunOff(
    _ move: JournalMove, _ day: Day, _ draft: inout ImportDraft
  ) throws(FieldFault) -> JournalGroup? {
    guard let spunOff = move.spunOff, spunOff.account != move.account else { return nil }
    let symbol = commodities.instrument(spunOff.commodity, in: &draft)
    let legs: [LedgerGroup.StockLeg] = [
      .init(.transferOut, symbol, spunOff.units, in: securitiesAccount(move.account)),
      .init(.transferIn, symbol, spunOff.units, in: securitiesAccount(spunOff.account)),
    ]
    return JournalGroup(
      group: LedgerGroup(id: "", occurredAt: Timestamp(day), stockLegs: legs))
  }
}
