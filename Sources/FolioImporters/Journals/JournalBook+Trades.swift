// Groups with units.
extension JournalBook {
  /// Takes the cash out of a transaction that has nothing to do with its units.
  func separateCash(_ parts: inout TransactionParts) throws(FieldFault) -> TransactionParts {
    var apart = TransactionParts(day: parts.day)
    (apart.isOpening, apart.taxesGain) = (parts.isOpening, parts.taxesGain)
    let traded = Set(
      parts.moves.filter(\.kind.movesMoney).compactMap(\.amount?.commodity))
    for money in traded {
      let hasCash = parts.cash.contains { $0.weight.commodity == money }
      let hasFlow = parts.flows[money].map { !$0.isEmpty } ?? false
      if hasCash || hasFlow { continue }
      let required = try parts.moved([.sell, .shortSell, .dividend], money).minus(
        parts.moved([.buy, .cover], money))
      // The money comes from another currency, by an exchange inside the group.
      if !required.isZero { return apart }
    }
    apart.cash = parts.cash.filter { !traded.contains($0.weight.commodity) }
    parts.cash.removeAll { !traded.contains($0.weight.commodity) }
    for (money, flows) in parts.flows where !traded.contains(money) {
      apart.flows[money] = flows
      parts.flows[money] = nil
    }
    for money in traded.sorted() { try separatePayments(money, &parts, &apart) }
    return apart
  }

  /// A dividend of an instrument that the transaction does not name is money alone, and so are the
  /// tax on a gain, and fees and taxes that are paid back: they are no costs of the trade.
  private func separatePayments(
    _ money: String, _ parts: inout TransactionParts, _ apart: inout TransactionParts
  ) throws(FieldFault) {
    for flow in [JournalFlow.dividend, .fee, .tax] {
      let all = try parts.flows[money]?.byInstrument(flow) ?? []
      let isOnGain = flow == .tax && parts.isWithheld && parts.taxesGain
      for (symbol, amount) in all where flow == .dividend || isOnGain || amount.isNegative {
        try parts.flows[money]?.add(-amount, flow, about: symbol)
        guard
          let place = parts.cash.firstIndex(where: {
            $0.weight.commodity == money && $0.currency == commodities.money(money)
          })
        else {
          try parts.flows[money]?.add(amount, .plain)
          continue
        }
        var cash = parts.cash[place]
        (cash.amount, cash.weight.number) = (-amount, -amount)
        apart.cash.append(cash)
        parts.cash[place].amount = try parts.cash[place].amount.plus(amount)
        parts.cash[place].weight.number = try parts.cash[place].weight.number.plus(amount)
        try apart.flows[money, default: JournalFlows()].add(amount, flow, about: symbol)
      }
    }
  }

  /// The groups of units: one, or several if an instrument gets several lots of one day, so that
  /// each lot has a group that names it.
  func stockGroups(
    _ parts: TransactionParts, _ draft: inout ImportDraft
  ) throws(FieldFault) -> [JournalGroup] {
    var main = JournalGroup(group: LedgerGroup(id: "", occurredAt: Timestamp(parts.day)))
    var others: [JournalGroup] = []
    var parts = parts
    var opened: Set<JournalLots.Key> = []
    var feesLeft = parts.flows
    let transferred = Set(parts.moves.filter { $0.kind == .transferIn }.map(\.commodity))
    let sent = Set(parts.moves.filter { $0.kind == .send }.map(\.commodity))
    for move in parts.moves {
      let key = move.key
      let opens = move.kind == .buy || move.kind == .receive
      let isAnother = opens && !opened.insert(key).inserted
      if isAnother, let alone = try separate(move, key, &parts, &draft) {
        others.append(alone)
        continue
      }
      // A transfer takes as many units out as it brings in, so other units have their own group.
      // Units that leave and others that come in are no transfer.
      let isApart =
        transferred.contains(move.commodity)
        || (move.kind == .receive && sent.contains(move.commodity))
      if move.kind == .send || move.kind == .receive, isApart {
        if let alone = try separate(move, key, &parts, &draft) { others.append(alone) }
        continue
      }
      let legs = try legs(of: move, &feesLeft, parts, &draft)
      if let transfer = try transferOfSpunOff(move, parts.day, &draft) { others.append(transfer) }
      main.group.stockLegs += legs
      if opens { main.openings.append((key, try lot(of: move, parts.day))) }
      if move.kind == .shortSell {
        var short = key
        short.isShort = true
        main.openings.append((short, try lot(of: move, parts.day)))
      }
    }
    for money in parts.moneys {
      main.group.cashLegs += try payments(money, parts, &draft)
    }
    for cash in parts.cash where commodities.money(cash.weight.commodity) != cash.currency {
      main.group.cashLegs.append(
        leg(.principal, cash.amount, cash.account, cash.currency, &draft))
    }
    if let money = parts.moneys.first, parts.sells, let currency = commodities.money(money),
      !parts.gains[money].isZero
    {
      main.gain = (parts.gains[money], currency)
    }
    return [main] + others
  }

  /// Puts one lot into a group of its own, with its share of the cash.
  private func separate(
    _ move: JournalMove, _ key: JournalLots.Key, _ parts: inout TransactionParts,
    _ draft: inout ImportDraft
  ) throws(FieldFault) -> JournalGroup? {
    var made = JournalGroup(group: LedgerGroup(id: "", occurredAt: Timestamp(parts.day)))
    if move.kind == .buy {
      guard let amount = move.amount, let currency = commodities.money(amount.commodity),
        let place = parts.cash.firstIndex(where: {
          $0.weight.commodity == amount.commodity && $0.currency == currency
            && $0.amount.isNegative && $0.amount.magnitude > amount.number
        })
      else { return nil }
      parts.cash[place].amount = try parts.cash[place].amount.plus(amount.number)
      parts.cash[place].weight.number = try parts.cash[place].weight.number.plus(amount.number)
      made.group.cashLegs = [
        leg(.principal, -amount.number, parts.cash[place].account, currency, &draft)
      ]
    }
    var none: [String: JournalFlows] = [:]
    made.group.stockLegs = try legs(of: move, &none, parts, &draft)
    if move.kind != .send { made.openings = [(key, try lot(of: move, parts.day))] }
    return made
  }

  private func lot(of move: JournalMove, _ day: Day) throws(FieldFault) -> JournalLot {
    let opened = move.cost?.day ?? day
    // Units may come in without a cost.
    var cost = ExactDecimal.given(move.amount?.number)
    // beancount counts lots at the cost in braces, also if a little more or less was paid.
    if journal.dialect.balancesAtCost, let written = move.cost?.written {
      cost = try move.units.scaled(by: written.perUnit).plus(written.total)
    }
    var lot = JournalLot(
      units: move.units, cost: cost,
      currency: move.amount?.commodity ?? "", day: opened, label: move.cost?.label,
      opener: .group(0),
      acquired: move.kind == .receive ? opened : nil)
    lot.isNote = move.cost?.isNote ?? false
    return lot
  }

  // MARK: Legs

  private func legs(
    of move: JournalMove, _ flows: inout [String: JournalFlows], _ parts: TransactionParts,
    _ draft: inout ImportDraft
  ) throws(FieldFault) -> [LedgerGroup.StockLeg] {
    let symbol = commodities.instrument(move.commodity, in: &draft)
    let account = move.account.isEmpty ? nil : securitiesAccount(move.account)
    func leg(_ type: TradeType) -> LedgerGroup.StockLeg {
      .init(type, symbol, move.units, in: account)
    }
    switch move.kind {
    case .buy: return [try trade(move, leg(.buy), &flows, parts)]
    case .sell: return [try trade(move, leg(.sell), &flows, parts)]
    case .shortSell: return [try trade(move, leg(.shortSell), &flows, parts)]
    case .cover: return [try trade(move, leg(.cover), &flows, parts)]
    case .dividend: return [try trade(move, leg(.dividend), &flows, parts)]
    case .receive: return [try receipt(move, leg(.transferIn), parts.day)]
    case .send, .transferOut:
      var out = leg(.transferOut)
      out.lots = try entries(move)
      return [out]
    case .transferIn: return [leg(.transferIn)]
    case .unitFee:
      var fee = leg(.unitFee)
      fee.gross = move.amount?.number
      fee.currency = move.amount.flatMap { commodities.money($0.commodity) }
      fee.lots = try entries(move)
      return [fee]
    case .split: return [split(move, leg(.split))]
    case .spinOff: return [try spinOff(move, leg(.spinOff), &draft)]
    case .capital: return [try capital(move, leg(.returnOfCapital), parts)]
    case .adjustment, .reset: return try adjustment(move, leg(.costAdjustment))
    }
  }

  private func trade(
    _ move: JournalMove, _ empty: LedgerGroup.StockLeg, _ flows: inout [String: JournalFlows],
    _ parts: TransactionParts
  ) throws(FieldFault) -> LedgerGroup.StockLeg {
    var leg = empty
    let (amount, currency) = try money(of: move, "amount for")
    (leg.gross, leg.currency) = (amount.number, currency)
    if leg.type == .dividend { leg.quantity = nil }
    if move.kind == .buy || move.kind == .shortSell {
      leg.price = move.cost?.perUnit ?? move.unitPrice?.number
    }
    if move.kind.hasGain {
      leg.price = move.unitPrice?.commodity == amount.commodity ? move.unitPrice?.number : nil
      leg.lots = try entries(move)
    }
    if leg.price?.isNegative == true || move.cost?.total != nil { leg.price = nil }
    // Within the journal's tolerance the price may be another than what was paid, which counts.
    if let price = leg.price,
      try move.units.scaled(by: price).minus(amount.number).magnitude
        > currency.balanceTolerance
    {
      leg.price = nil
    }
    // The first trade has the fees; a dividend has the taxes, if there is one.
    let paysTaxes = leg.type == .dividend || !parts.moves.contains { $0.kind == .dividend }
    let hasTrade = parts.moves.contains { $0.kind.isTrade }
    let paysFees = leg.type != .dividend || !hasTrade
    let others = Set(
      parts.moves.filter { $0.kind.movesMoney && $0.commodity != move.commodity }.map(\.commodity))
    if paysFees {
      leg.fees = try flows[amount.commodity]?.take(.fee, of: move.commodity, besides: others)
    }
    if paysTaxes {
      leg.taxes = try flows[amount.commodity]?.take(.tax, of: move.commodity, besides: others)
    }
    return leg
  }

  /// The amount of a move, which has to be money.
  func money(
    of move: JournalMove, _ what: String
  ) throws(FieldFault) -> (amount: JournalAmount, currency: Currency) {
    if let amount = move.amount, let currency = commodities.money(amount.commodity) {
      return (amount, currency)
    }
    throw FieldFault(
      "the \(what) \(move.units) \(move.commodity) is not money that Folio knows",
      help: "Name its currency with a line \"NAME,CODE\" in a file for --symbols. If it is in "
        + "units of an instrument, add their price of that day.",
      at: move.place.offset)
  }

  private func receipt(
    _ move: JournalMove, _ empty: LedgerGroup.StockLeg, _ day: Day
  ) throws(FieldFault) -> LedgerGroup.StockLeg {
    var leg = empty
    let (amount, currency) = try money(of: move, "cost of")
    leg.currency = currency
    leg.lots = [
      .init(acquired: move.cost?.day ?? day, quantity: move.units, costBasis: amount.number)
    ]
    return leg
  }

  private func split(
    _ move: JournalMove, _ empty: LedgerGroup.StockLeg
  ) -> LedgerGroup.StockLeg {
    var leg = empty
    leg.quantity = nil
    leg.ratio = move.oldUnits.map { Ratio(new: move.units, old: $0) }
    return leg
  }

  /// The lots that a leg takes; empty if the journal does not have all of them, so that the booking
  /// of the ledger says what is missing.
  func entries(_ move: JournalMove) throws(FieldFault) -> [LedgerGroup.Lot] {
    struct Origin: Hashable { var group: String?, acquired: Day? }
    var entries: [LedgerGroup.Lot] = []
    var places: [Origin: Int] = [:]
    if method(move.account, move.commodity) == .average { return [] }
    for lot in move.lots {
      var entry = LedgerGroup.Lot(acquired: lot.acquired, quantity: lot.units)
      entry.groupID = lot.opener.id
      let origin = Origin(group: entry.groupID, acquired: entry.acquired)
      if let same = places[origin] {
        entries[same].quantity = try entries[same].quantity.plus(lot.units)
      } else {
        places[origin] = entries.count
        entries.append(entry)
      }
    }
    return try move.lots.total(\.units) == move.units ? entries : []
  }

  // MARK: Payments

  func leg(
    _ type: CashLegType, _ amount: ExactDecimal, _ account: String, _ currency: Currency,
    _ draft: inout ImportDraft
  ) -> LedgerGroup.CashLeg {
    let id = cashAccount(account, currency)
    // An account that Folio wrote is in its own part of the journal.
    if ownNames.cash[account] != id { draft.account(id, name: account, currency) }
    return LedgerGroup.CashLeg(type, moving: amount, id, currency)
  }

  /// The cash legs of one currency in a group with units.
  private func payments(
    _ money: String, _ parts: TransactionParts, _ draft: inout ImportDraft
  ) throws(FieldFault) -> [LedgerGroup.CashLeg] {
    guard let currency = commodities.money(money) else { return [] }
    let flows = parts.flows[money] ?? JournalFlows()
    var sums = AccountSums()
    for cash in parts.cash where cash.weight.commodity == money && cash.currency == currency {
      try sums.add(cash.amount, cash.account)
    }
    let plain = try flows.sum([.plain, .dividend, .income])
    let interest = flows[.interest]
    let owner = parts.moves.first { !$0.account.isEmpty }?.account ?? journal.dialect.name
    let main = sums.largest ?? owner
    try sums.add(plain.plus(interest), main)
    var legs: [LedgerGroup.CashLeg] = []
    if !interest.isZero { legs.append(leg(.interest, -interest, main, currency, &draft)) }
    if !plain.isZero {
      legs.append(
        leg(plain.isNegative ? .deposit : .withdrawal, -plain, main, currency, &draft))
    }
    for (account, amount) in sums.inOrder where !amount.isZero {
      legs.append(leg(.principal, amount, account, currency, &draft))
    }
    return legs
  }
}

/// Amounts by account, in the order in which the accounts come.
struct AccountSums {
  private(set) var inOrder: [(account: String, amount: ExactDecimal)] = []
  private var places: [String: Int] = [:]

  mutating func add(_ amount: ExactDecimal, _ account: String) throws(FieldFault) {
    if let place = places[account] {
      inOrder[place].amount = try inOrder[place].amount.plus(amount)
    } else {
      places[account] = inOrder.count
      inOrder.append((account, amount))
    }
  }

  /// The account with the largest amount.
  var largest: String? {
    inOrder.max { $0.amount.magnitude < $1.amount.magnitude }?.account
  }
}
