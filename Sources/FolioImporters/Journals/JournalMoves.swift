/// Units that a transaction moves, while they are put together.
struct JournalMoves {
  private(set) var moves: [JournalMove] = []
  var outgoing: [SettledPosting] = []
  var incoming: [SettledPosting] = []
  /// Units of accounts that Folio does not keep; at the end, those that no account of Folio paid.
  private(set) var outside: [SettledPosting] = []

  /// Puts the postings of one instrument together.
  /// - Parameter isPaid: Whether the transaction has money.
  init(
    _ postings: [SettledPosting], on day: Day, isPaid: Bool, isBeancount: Bool
  ) throws(FieldFault) {
    outgoing = postings.filter { $0.isStock && !$0.isShort && $0.number.isNegative }
    incoming = postings.filter { $0.isStock && !$0.isShort && $0.number.isPositive }
    outside = postings.filter { !$0.isStock }
    for posting in postings where posting.isShort {
      let isSale = posting.number.isNegative
      add(
        isSale ? .shortSell : .cover, posting, posting.number.magnitude,
        isSale ? posting.priced ?? posting.opening : posting.priced, posting.taken)
    }
    if try takeSplit(on: day, isBeancount: isBeancount) { return }
    if isBeancount { try takeResets() }
    try takeTransfers(on: day, isBeancount: isBeancount, isPaid: isPaid)
    // beancount gives units that arrive the day in their braces.
    if isBeancount { try takeTransfers(on: nil, isBeancount: true, isPaid: isPaid) }
    try takeOutside()
    for posting in outgoing where posting.number.isNegative {
      let isSale = posting.priced != nil || isPaid
      add(isSale ? .sell : .send, posting, posting.number.magnitude, posting.priced, posting.taken)
    }
    let comesFromOutside = outside.contains { $0.number.isNegative }
    // Units that are sold may pay for the same ones, if they come back.
    let isSold = outgoing.contains { $0.number.isNegative && $0.priced != nil }
    for posting in incoming where posting.number.isPositive {
      let isBought = (isPaid || isSold) && !comesFromOutside
      add(isBought ? .buy : .receive, posting, posting.number, posting.opening, [])
    }
  }

  mutating func add(_ move: JournalMove) { moves.append(move) }

  /// Refuses a transfer that takes other units out than it brings in, where nothing says what
  /// becomes of the rest. It is for units in lots: hledger takes no price from other postings then.
  func refuseRest() throws(FieldFault) {
    let transfers = moves.filter { $0.kind == .transferOut || $0.kind == .transferIn }
    if transfers.isEmpty { return }
    // A posting of its own beside the transfer may be a sale or a purchase.
    let moved = Set(transfers.map(\.place.offset))
    let rest =
      (outgoing + incoming).first {
        moved.contains($0.place.offset) && !$0.number.isZero && $0.priced == nil
      } ?? outside.first { $0.number.isNegative && $0.priced == nil }
    guard let rest else { return }
    let units = "\(rest.number.magnitude.normalized()) \(rest.commodity)"
    throw FieldFault(
      .contradictoryRow,
      "the transfer takes other units out than it brings in: \(units) of \(rest.account) are left",
      help: "Write a fee in \(rest.commodity), a price for the rest, or equal numbers.",
      at: rest.place.offset)
  }

  private mutating func add(
    _ kind: JournalMove.Kind, _ posting: SettledPosting, _ units: ExactDecimal,
    _ amount: JournalAmount?, _ lots: [JournalLot]
  ) {
    var amount = amount
    if kind.isSale || kind == .unitFee {
      amount = amount.map { JournalAmount(number: $0.number.magnitude, commodity: $0.commodity) }
    }
    moves.append(
      JournalMove(
        kind: kind, account: posting.account, commodity: posting.commodity, units: units,
        amount: amount, unitPrice: posting.unitPrice, lots: lots, cost: posting.cost,
        place: posting.place))
  }

  /// Old units out, and new units at the same cost in, in one account. Prices beside both of them
  /// are what the units are worth, or the cost in the journals of hledger and ledger.
  private mutating func takeSplit(
    on day: Day, isBeancount: Bool
  ) throws(FieldFault) -> Bool {
    guard let first = outgoing.first, !incoming.isEmpty,
      (outgoing + incoming).allSatisfy({ $0.account == first.account })
    else { return false }
    let (old, new) = (try outgoing.total(\.number).magnitude, try incoming.total(\.number))
    guard old != new, try isSplit(isBeancount) else { return false }
    guard let newLots = try splitLots(new, old, day) else { return false }
    var move = JournalMove(
      kind: .split, account: first.account, commodity: first.commodity, units: new,
      lots: outgoing.flatMap(\.taken), place: first.place)
    (move.oldUnits, move.newLots) = (old, newLots)
    moves.append(move)
    outside.removeAll()
    return true
  }

  /// Whether other units come in for all that leave, and nothing else.
  private func isSplit(_ isBeancount: Bool) throws(FieldFault) -> Bool {
    let (postings, cent) = (outgoing + incoming, ExactDecimal.halfUnit(2))
    let prices = postings.compactMap(\.priced)
    for posting in outgoing where try posting.takenUnits() != posting.number.magnitude {
      return false
    }
    if !outside.isEmpty {
      // Equity takes the old units and gives the new ones, without any value.
      let sum = try (postings + outside).total(\.number)
      return sum.isZero && prices.isEmpty && incoming.allSatisfy { $0.cost == nil }
        && outside.allSatisfy { $0.kind == .equity && $0.priced == nil }
    }
    // In beancount only the costs in braces count.
    let areLots = isBeancount && postings.allSatisfy { $0.cost != nil }
    if !prices.isEmpty, !areLots {
      guard prices.count == postings.count, let money = prices.first?.commodity,
        prices.allSatisfy({ $0.commodity == money }),
        try prices.total(\.number).magnitude <= cent
      else { return false }
      if postings.allSatisfy({ $0.cost == nil }) { return true }
    }
    var change = ExactDecimal.zero
    for posting in postings {
      let cost = posting.number.isNegative ? try posting.takenCost() : posting.opening
      guard let cost else { return false }
      change = try change.plus(posting.number.isNegative ? -cost.number : cost.number)
    }
    return change.magnitude <= cent
  }

  /// The lots after a split, with the days and labels that the journal gives them; nil if the new
  /// units have other costs than the old ones, such as their average.
  private func splitLots(
    _ new: ExactDecimal, _ old: ExactDecimal, _ day: Day
  ) throws(FieldFault) -> [JournalLot]? {
    let areNamed = incoming.contains { $0.cost != nil }
    var left = incoming.map(\.number)
    var lots: [JournalLot] = []
    for lot in outgoing.flatMap(\.taken) {
      var units = try lot.units.scaled(by: new).over(old)
      let unitCost = try lot.cost.over(units)
      var costLeft = lot.cost
      let ofItsDay = incoming.indices.filter { incoming[$0].cost?.day == lot.day }
      for place in ofItsDay + incoming.indices where left[place].isPositive && units.isPositive {
        if areNamed, try !costs(incoming[place], unitCost) { continue }
        // Quotients have a last digit that nobody wrote.
        let isWhole = try units.minus(left[place]).magnitude <= ExactDecimal.halfUnit(12)
        let part = isWhole ? units : min(units, left[place])
        let cost = isWhole ? costLeft : try costLeft.share(part, of: units)
        let named = incoming[place].cost
        lots.append(
          JournalLot(
            units: part, cost: cost, currency: lot.currency,
            day: areNamed ? named?.day ?? day : lot.day, label: areNamed ? named?.label : lot.label,
            opener: lot.opener, acquired: lot.acquired))
        left[place] = isWhole ? .zero : try left[place].minus(part)
        units = try units.minus(part)
        costLeft = try costLeft.minus(cost)
      }
      if units.isPositive { return nil }
    }
    return lots
  }

  /// Whether units come in at a cost of one unit, to the digits that journals write.
  private func costs(
    _ posting: SettledPosting, _ unitCost: ExactDecimal
  ) throws(FieldFault) -> Bool {
    guard let opening = posting.opening else { return true }
    let cost = try opening.number.over(posting.number)
    let places = min(posting.cost?.perUnit?.places ?? 12, 12)
    return cost.rounded(toPlaces: places, .halfEven)
      == unitCost.rounded(toPlaces: places, .halfEven)
  }

  /// - Parameter day: The day of the transaction; nil for units whose braces name another day than
  ///   they had.
  private mutating func takeTransfers(
    on day: Day?, isBeancount: Bool, isPaid: Bool
  ) throws(FieldFault) {
    // The first sources that may have units left, so that a long list is not searched each time.
    var first = outgoing.startIndex
    for place in incoming.indices {
      while first < outgoing.endIndex, outgoing[first].number.isZero { first += 1 }
      for source in first..<outgoing.endIndex
      where outgoing[source].moves(to: incoming[place], atCost: isBeancount && !isPaid) {
        if incoming[place].number.isZero { break }
        let units = min(incoming[place].number, outgoing[source].number.magnitude)
        guard units.isPositive else { continue }
        let (rest, part) = try Self.divided(outgoing[source].taken, units)
        let fits = incoming[place].cost.map { cost in
          part.allSatisfy {
            cost.fits(
              $0, unitCost: incoming[place].writtenUnitCost, on: day, isExact: isBeancount,
              anyCost: incoming[place].isAveraged)
          }
        }
        if day == nil, fits != true { continue }
        // Under NONE the braces say what the units cost, whichever lots go out.
        let isWritten =
          outgoing[source].isUnmatched && outgoing[source].cost == incoming[place].cost
        if fits == false, !isWritten {
          // In one account, units that come in for others are others.
          if isBeancount || outgoing[source].account == incoming[place].account { continue }
          throw FieldFault(
            .contradictoryRow, "the units arrive with another cost, day or label than they had",
            help: "Leave the braces away, or correct them.", at: incoming[place].place.offset)
        }
        if fits == false || day == nil {
          var cost = incoming[place].opening
          if let whole = cost {
            cost?.number = try whole.number.share(units, of: incoming[place].number)
          }
          add(.send, outgoing[source], units, nil, part)
          add(.receive, incoming[place], units, cost, [])
        } else {
          add(.transferOut, outgoing[source], units, nil, part)
          let isNamed = isBeancount && incoming[place].cost != nil
          let arriving = isNamed ? part.map { incoming[place].arriving($0, on: day) } : part
          add(.transferIn, incoming[place], units, nil, arriving)
        }
        outgoing[source].taken = rest
        try outgoing[source].lose(units)
        try incoming[place].lose(units)
      }
    }
  }

  /// Units that accounts receive which Folio does not keep.
  private mutating func takeOutside() throws(FieldFault) {
    var first = outgoing.startIndex
    for place in outside.indices where outside[place].number.isPositive {
      while first < outgoing.endIndex, outgoing[first].number.isZero { first += 1 }
      for source in first..<outgoing.endIndex {
        if outside[place].number.isZero { break }
        let units = min(outside[place].number, outgoing[source].number.magnitude)
        guard units.isPositive else { continue }
        let (rest, part) = try Self.divided(outgoing[source].taken, units)
        let isFee = outside[place].flow == .fee
        var value = outside[place].priced ?? outgoing[source].priced
        if let whole = value {
          let all =
            outside[place].priced == nil ? outgoing[source].number : outside[place].number
          value?.number = try whole.number.magnitude.share(units, of: all.magnitude)
        }
        add(isFee ? .unitFee : .send, outgoing[source], units, isFee ? value : nil, part)
        outgoing[source].taken = rest
        try outgoing[source].lose(units)
        try outside[place].lose(units)
      }
    }
  }

  /// Divides lots into the first units and the rest.
  static func divided(
    _ lots: [JournalLot], _ units: ExactDecimal
  ) throws(FieldFault) -> (rest: [JournalLot], part: [JournalLot]) {
    var rest = Array(lots.reversed())
    let part = try taken(units, fromEndOf: &rest)
    return (rest.reversed(), part)
  }

  /// Takes units from the lots at the end, so that a long list is not copied for each part of it.
  static func taken(
    _ units: ExactDecimal, fromEndOf lots: inout [JournalLot]
  ) throws(FieldFault) -> [JournalLot] {
    var part: [JournalLot] = []
    var wanted = units
    while wanted.isPositive, let lot = lots.popLast() {
      let first = try lot.part(min(lot.units, wanted))
      let rest = try lot.without(first)
      wanted = try wanted.minus(first.units)
      if first.units.isPositive { part.append(first) }
      if rest.units.isPositive { lots.append(rest) }
    }
    return part
  }

  // MARK: Units that come back at another cost

  /// Takes the units of each account that get another cost.
  mutating func takeResets() throws(FieldFault) {
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
      (move.lots, move.newLots) = (pairs.map(\.0), pairs.map(\.1))
      move.units = try move.lots.total(\.units)
      add(move)
      for place in old { outgoing[place].number = .zero }
      for place in new { incoming[place].number = .zero }
    }
  }

  /// The lots before and after; nil if units of other days come back, or no cost changes.
  private func resets(
    _ old: [SettledPosting], _ new: [SettledPosting]
  ) throws(FieldFault) -> [(JournalLot, JournalLot)]? {
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
      for lot in part {
        guard lot.currency == cost.commodity else { return nil }
        let share = try cost.number.share(lot.units, of: posting.number)
        let isOther =
          posting.cost?.perUnit.map { !lot.costs($0, isExact: true) } ?? (share != lot.cost)
        if isOther { changes = true }
        pairs.append((lot, lot.costing(share, label: posting.cost?.label)))
      }
      if try part.total(\.units) != posting.number { return nil }
    }
    return changes && lots.values.allSatisfy(\.isEmpty) ? pairs : nil
  }
}

extension JournalCost {
  /// Whether a lot may be the one that arrives. In beancount a lot without a day in braces has the
  /// day of the transaction, which says nothing about when the units were acquired.
  /// - Parameter today: The day of a transaction of beancount; nil if any day fits there.
  fileprivate func fits(
    _ lot: JournalLot, unitCost: ExactDecimal?, on today: Day?, isExact: Bool, anyCost: Bool
  ) -> Bool {
    let hasCost = anyCost || unitCost.map { lot.costs($0, isExact: isExact) } ?? true
    if isExact { return hasCost && (today == nil || day == nil || day == today || day == lot.day) }
    return hasCost && day ?? lot.day == lot.day && label ?? lot.label == lot.label
  }
}

extension SettledPosting {
  /// The cost of one unit that comes in, if the braces say it; nil also if the number of units
  /// does not divide what all of them cost.
  fileprivate var writtenUnitCost: ExactDecimal? {
    guard let cost, cost.written != nil else { return nil }
    if cost.total == nil { return cost.perUnit }
    return opening.flatMap { try? $0.number.over(number) }
  }

  /// A lot that arrives here, with the day and the label by which later postings name it.
  fileprivate func arriving(_ lot: JournalLot, on day: Day?) -> JournalLot {
    JournalLot(
      units: lot.units, cost: lot.cost, currency: lot.currency, day: cost?.day ?? day ?? lot.day,
      label: cost?.label, opener: lot.opener, acquired: lot.acquired)
  }

  /// Whether units that leave here may arrive in another posting: a price beside both of them says
  /// what they are worth, if it is the same.
  /// - Parameter atCost: Whether prices count for nothing beside costs.
  fileprivate func moves(to other: SettledPosting, atCost: Bool) -> Bool {
    if priced == nil, other.priced == nil { return true }
    if account == other.account { return false }
    if atCost, cost != nil, other.cost != nil { return true }
    return unitPrice != nil && unitPrice == other.unitPrice
  }

  /// Takes some units away, with their share of the amounts.
  fileprivate mutating func lose(_ units: ExactDecimal) throws(FieldFault) {
    let left = try number.isNegative ? number.plus(units) : number.minus(units)
    if let whole = priced { priced?.number = try whole.number.share(left, of: number) }
    if let whole = opening { opening?.number = try whole.number.share(left, of: number) }
    number = left
  }
}
