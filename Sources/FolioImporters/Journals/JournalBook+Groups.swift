/// A group that a transaction becomes, with the lots that it opens.
struct JournalGroup {
  var group: LedgerGroup
  var openings: [(key: JournalLots.Key, lot: JournalLot)] = []
  var gain: (amount: ExactDecimal, currency: Currency)?
}

// From the parts of a transaction to groups.
extension JournalBook {
  /// Makes groups of a transaction, and adds them to the draft.
  /// - Returns: What comes in beyond the prices of sales, by commodity.
  mutating func makeGroups(
    _ settled: Settled, _ row: ImportRow, _ draft: inout ImportDraft
  ) throws(FieldFault) -> [String: ExactDecimal] {
    var parts = try parts(of: settled)
    var groups: [JournalGroup] = []
    if parts.moves.isEmpty {
      groups = try cashGroups(parts, &draft)
    } else {
      recreateSplits(&parts)
      recreateTransfers(&parts)
      try settleResets(&parts, settled)
      try merge(&parts)
      try solve(&parts, settled)
      noteIncomes(parts, row, &draft)
      try checkGain(parts, settled)
      guard try answer(&parts, row, &draft) else { return [:] }
      let apart = try separateCash(&parts)
      groups = try stockGroups(parts, &draft)
      if !apart.cash.isEmpty || !apart.flows.isEmpty {
        groups += try cashGroups(apart, &draft)
      }
    }
    groups.removeAll { $0.group.stockLegs.isEmpty && $0.group.cashLegs.isEmpty }
    if groups.isEmpty {
      draft.skip(row, "a transaction between accounts that are not kept")
      return [:]
    }
    try moveLots(parts)
    for move in parts.moves where move.kind == .shortSell { noteShort(move, row, &draft) }
    for (number, made) in groups.enumerated() {
      let id = number == 0 ? Self.ownID(of: settled.transaction) : nil
      try add(made, settled.transaction, id, parts, row, &draft)
    }
    return parts.unexplained
  }

  private mutating func add(
    _ made: JournalGroup, _ transaction: JournalTransaction, _ ownID: String?,
    _ parts: TransactionParts, _ row: ImportRow, _ draft: inout ImportDraft
  ) throws(FieldFault) {
    for (key, lot) in made.openings {
      var lot = lot
      lot.opener = .group(draft.groups.count)
      if let label = lot.label, !lot.isNote, !journal.dialect.balancesAtCost,
        !parts.moves.contains(where: { $0.kind == .send && $0.commodity == key.commodity }),
        lots.has(label, of: lot.day, key.commodity)
      {
        throw FieldFault(
          .contradictoryRow,
          "two lots of \(key.commodity) on \(lot.day) have the label \"\(label)\"",
          help: "Give each lot of a day a label of its own.")
      }
      try lots.open(lot, in: key)
    }
    var group = made.group
    group.notes = transaction.text.isEmpty ? nil : transaction.text
    let hasTrade = group.stockLegs.contains { $0.type != .transferIn }
    if parts.isOpening, !hasTrade { group.type = .openingBalance }
    var imported = ImportedGroup(
      group, account: draft.accountName(nil), rows: [row])
    imported.gain = made.gain
    if let ownID {
      imported.identity = .own(ownID)
      // Folio writes the type where a group has no notes.
      if GroupType(rawValue: transaction.text) != nil { imported.group.notes = nil }
    }
    imported.kept = Self.unique(transaction.kept)
    if transaction.isPending { imported.kept.append(("flag", "!")) }
    draft.add(imported, in: file)
  }

  /// Members of the column `import`: each key once, and none of those that the import has itself.
  private static func unique(
    _ kept: [(key: String, value: String)]
  ) -> [(key: String, value: String)] {
    var members: [(key: String, value: String)] = []
    var places: [String: Int] = [:]
    for (key, value) in kept {
      let name = ["format", "account", "id", "hash", "flag"].contains(key) ? "meta_\(key)" : key
      if let place = places[name] {
        members[place].value += " \(value)"
      } else {
        places[name] = members.count
        members.append((name, value))
      }
    }
    return members
  }

  /// Lots that move between accounts, or change their units.
  private mutating func moveLots(_ parts: TransactionParts) throws(FieldFault) {
    for move in parts.moves {
      switch move.kind {
      case .transferIn: for lot in move.lots { try lots.open(lot, in: move.key) }
      case .reset, .capital, .adjustment, .spinOff, .split:
        for lot in move.newLots { try lots.open(lot, in: move.key) }
        guard let spunOff = move.spunOff else { continue }
        let other = JournalLots.Key(account: spunOff.account, commodity: spunOff.commodity)
        for lot in spunOff.lots { try lots.open(lot, in: other) }
      case .buy, .sell, .shortSell, .cover, .receive, .send, .unitFee, .transferOut, .dividend:
        continue
      }
    }
  }

  // MARK: Amounts

  /// Puts sales of one position together, and purchases of equal lots.
  private func merge(_ parts: inout TransactionParts) throws(FieldFault) {
    var merged: [JournalMove] = []
    var places: [JournalMove.Likeness: Int] = [:]
    for move in parts.moves {
      guard let likeness = move.likeness else {
        merged.append(move)
        continue
      }
      guard let place = places[likeness] else {
        places[likeness] = merged.count
        merged.append(move)
        continue
      }
      merged[place].units = try merged[place].units.plus(move.units)
      merged[place].lots += move.lots
      if let amount = move.amount, let other = merged[place].amount {
        merged[place].amount?.number = try other.number.plus(amount.number)
      }
      if merged[place].unitPrice != move.unitPrice { merged[place].unitPrice = nil }
    }
    parts.moves = merged
  }

  /// Finds the proceeds of sales and the costs of purchases from the money that moved.
  private func solve(
    _ parts: inout TransactionParts, _ settled: Settled
  ) throws(FieldFault) {
    // The amounts of new costs were computed from the money.
    let hasNewCosts = parts.moves.contains { $0.kind == .capital || $0.kind == .adjustment }
    if hasNewCosts, !parts.moves.contains(where: \.kind.isTrade) { return }
    let moneys = parts.moneys
    let implied = moneys.first { money in
      parts.cash.contains { $0.weight.commodity == money } || parts.flows[money] != nil
    }
    for place in parts.moves.indices
    where parts.moves[place].kind.isTrade && parts.moves[place].amount == nil {
      guard let implied else { continue }
      try solveOpen(place, implied, &parts)
    }
    for money in moneys where parts.cash.contains(where: { $0.weight.commodity == money }) {
      try correct(money, &parts, settled)
    }
    for money in moneys where !parts.cash.contains(where: { $0.weight.commodity == money }) {
      let hasFlows = parts.flows[money].map { !$0.isEmpty } ?? false
      let dividends = try parts.moved([.dividend], money)
      if hasFlows || !dividends.isZero { try correct(money, &parts, settled) }
    }
  }

  /// What the moves of units have to bring in, by the money that moved.
  func proceeds(
    _ money: String, _ parts: TransactionParts, excluding flows: [JournalFlow] = [.gain]
  ) throws(FieldFault) -> ExactDecimal {
    let all: [JournalFlow] = [.fee, .tax, .dividend, .interest, .gain, .plain, .income]
    let counted = all.filter { !flows.contains($0) }
    return try parts.cashSum(money).plus(
      (parts.flows[money] ?? JournalFlows()).sum(counted)
    )
    .plus(parts.moved([.buy, .cover], money))
    .minus(parts.moved([.dividend], money))
  }

  private func solveOpen(
    _ place: Int, _ money: String, _ parts: inout TransactionParts
  ) throws(FieldFault) {
    let move = parts.moves[place]
    let others = try parts.moved([.sell, .shortSell], money)
    let gains: [JournalFlow] = parts.namesGain ? [.gain] : [.gain, .income]
    let open = try proceeds(money, parts, excluding: gains).minus(others)
    let amount = move.kind.isSale ? open : -open
    let isOnly = parts.moves.count { $0.kind.isTrade && $0.amount == nil } == 1
    guard isOnly, !amount.isNegative else {
      throw FieldFault(
        .ambiguousValue, "the amount for \(move.units) \(move.commodity) cannot be computed",
        help: "Write a price after @.", at: move.place.offset)
    }
    parts.moves[place].amount = JournalAmount(number: amount, commodity: money)
  }

  /// Lets the amounts of units agree with the money that moved, within the precision of the
  /// journal.
  private func correct(
    _ money: String, _ parts: inout TransactionParts, _ settled: Settled
  ) throws(FieldFault) {
    let slack = max(tolerance(money, settled.postings), ExactDecimal.halfUnit(2))
    let sold = try parts.moved([.sell, .shortSell], money)
    let fits = { (move: JournalMove, kinds: [JournalMove.Kind]) in
      kinds.contains(move.kind) && move.amount?.commodity == money
    }
    let sale =
      parts.moves.lastIndex { fits($0, [.sell]) }
      ?? parts.moves.lastIndex { fits($0, [.shortSell, .cover]) }
    if let sale, let old = parts.moves[sale].amount?.number {
      var rest = try settleGains(money, sold, slack, &parts)
      parts.unexplained[money] = rest
      if try sold.plus(rest).isNegative {
        // A sale brings no less than nothing: the gain is of something else.
        try parts.flows[money]?.move(.gain, to: .plain)
        rest = try proceeds(money, parts).minus(sold)
      }
      if rest.magnitude > slack { parts.moves[sale].unitPrice = nil }
      let amount = try old.plus(parts.moves[sale].kind.isSale ? rest : -rest)
      // What rounding takes from units that brought nothing is paid apart.
      let isRounding = amount.isNegative && amount.magnitude <= slack
      if isRounding { try parts.flows[money, default: JournalFlows()].add(-amount, .plain) }
      parts.moves[sale].amount?.number = isRounding ? .zero : amount
      return
    }
    try parts.flows[money]?.move(.gain, to: .plain)
    let rest = try proceeds(money, parts, excluding: [])
    let least = commodities.balanceTolerance(money)
    let buy = parts.moves.firstIndex { fits($0, [.buy]) }
    guard rest.magnitude > least,
      let place = buy ?? parts.moves.firstIndex(where: { fits($0, [.dividend]) }),
      let old = parts.moves[place].amount
    else { return }
    if rest.magnitude <= slack {
      let change = buy == nil ? rest : -rest
      parts.moves[place].amount?.number = try old.number.plus(change)
    } else if buy != nil, try !parts.cashSum(money).isZero {
      let paid = try old.number.minus(rest)
      throw FieldFault(
        .contradictoryRow,
        "the braces say that the units cost \(old.number.normalized()) \(money), but "
          + "\(paid.normalized()) is paid for them",
        help: "Write the same cost and price, or the rest as a posting of its own.",
        at: parts.moves[place].place.offset)
    }
  }

  // MARK: Units that come in without money

  /// Makes receipts of purchases without cash, and asks for costs that the journal does not have.
  /// - Returns: Whether nothing is open.
  private func answer(
    _ parts: inout TransactionParts, _ row: ImportRow, _ draft: inout ImportDraft
  ) throws(FieldFault) -> Bool {
    for place in parts.moves.indices {
      let move = parts.moves[place]
      if move.kind == .buy, isReceipt(move, parts) {
        parts.moves[place].kind = .receive
        try leaveMoney(of: move, &parts)
      }
      guard parts.moves[place].kind == .receive || parts.moves[place].kind == .buy,
        parts.moves[place].amount == nil
      else { continue }
      parts.moves[place].kind = .receive
      guard let unit = moneyOfCosts else {
        throw FieldFault(
          "the journal has no currency for the cost of \(move.commodity)",
          help: "Name one, in beancount with option \"operating_currency\", else with D.")
      }
      guard commodities.valued.contains(move.commodity) else {
        parts.moves[place].amount = JournalAmount(number: .zero, commodity: unit.commodity)
        continue
      }
      let question = ImportQuestion(
        id: "cost \(move.commodity) \(parts.day) \(move.units) \(move.account)",
        text: "What did \(move.units) \(move.commodity) cost, which came into \(move.account) on "
          + "\(parts.day)?", fields: [.cost], currency: unit.currency)
      guard let answer = draft.ask(question, about: row), let cost = answer.cost else {
        return false
      }
      let isOther = answer.currency != unit.currency
      parts.moves[place].amount = JournalAmount(
        number: cost, commodity: isOther ? answer.currency?.code ?? "" : unit.commodity)
    }
    return true
  }

  /// A sale has paid for units that are no purchase after all: the money for them leaves.
  private func leaveMoney(
    of move: JournalMove, _ parts: inout TransactionParts
  ) throws(FieldFault) {
    guard let amount = move.amount,
      parts.moves.contains(where: {
        $0.kind.isSale && $0.amount?.commodity == amount.commodity
      })
    else { return }
    try parts.flows[amount.commodity, default: JournalFlows()].add(amount.number, .plain)
  }

  /// The money in which costs are that no posting names.
  private var moneyOfCosts: (commodity: String, currency: Currency)? {
    ([journal.baseCommodity].compactMap(\.self) + commodities.allMoneys).lazy
      .compactMap { name in commodities.money(name).map { (name, $0) } }.first
  }

  /// Whether units come in that were acquired before.
  func isOfAnotherDay(_ move: JournalMove, _ parts: TransactionParts) -> Bool {
    guard move.amount != nil, let day = move.cost?.day else { return false }
    return day != parts.day
  }

  private func isReceipt(_ move: JournalMove, _ parts: TransactionParts) -> Bool {
    guard let amount = move.amount else { return false }
    if isOfAnotherDay(move, parts) { return true }
    if parts.sells || parts.moves.contains(where: { $0.kind == .dividend }) { return false }
    if parts.cash.contains(where: { $0.weight.commodity == amount.commodity }) { return false }
    guard let flows = parts.flows[amount.commodity] else { return false }
    return flows.amounts.allSatisfy { $0.key == .plain || $0.value.isZero }
  }
}
