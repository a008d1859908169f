// Corporate actions and transfers of units.
extension RowBooker {
  /// A payment that lowers the cost, or ends the units.
  mutating func payment(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) {
    guard let amount = try row.money(.amount, form), amount.amount > .zero else {
      throw .contradictory("the payment has no amount above zero")
    }
    let isMerger = row.rule?.kind == .cashMerger
    let value = try valueOfUnits(row, paidIn: amount.currency) ?? amount
    var leg = LedgerGroup.StockLeg(
      isMerger ? .merger : .returnOfCapital, symbol: try instrument(row, value.currency))
    (leg.currency, leg.account) = (value.currency, effect.account)
    leg.gross = value.amount
    if isMerger, let quantity = try row.number(.quantity, form), quantity != .zero {
      leg.quantity = quantity < .zero ? -quantity : quantity
    }
    effect.stockLegs = [leg]
    effect.isForEachHeld = row.isForEachHeld(.amount)
    add(.principal, amount, to: &effect)
  }

  /// Units times the amount for each, if that is in another currency than the cash.
  private func valueOfUnits(
    _ row: TableRow, paidIn currency: Currency
  ) throws(RowError) -> RowMoney? {
    guard let each = try row.money(.price, form), each.currency != currency,
      let units = try row.number(.quantity, form), units > .zero, each.amount > .zero
    else { return nil }
    let value = try exactly(try each.amount.multiplied(by: units).normalized())
    return RowMoney(value, each.currency)
  }

  /// An amount that raises the cost without a payment, or lowers it if it is below zero.
  mutating func costAdjustment(
    _ row: TableRow, _ effect: inout RowEffect
  ) throws(RowError) {
    guard let amount = try row.money(.amount, form), amount.amount != .zero else {
      throw .contradictory("the row has no amount")
    }
    var leg = LedgerGroup.StockLeg(
      .costAdjustment, symbol: try instrument(row, amount.currency))
    (leg.currency, leg.account) = (amount.currency, effect.account)
    leg.gross = amount.amount.magnitude
    leg.costDirection = amount.amount < .zero ? .decrease : .increase
    effect.stockLegs = [leg]
    effect.isForEachHeld = row.isForEachHeld(.amount)
  }

  /// An event that moves units and no cash.
  mutating func event(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) {
    let amount = try row.money(.gross, form)
    let unit = try row.unit(RuleSlots.Known.price.rawValue)
    let currency = amount?.currency ?? unit?.currency
    try refuseCash(row)
    var type = row.rule?.kind ?? .note
    var leg = LedgerGroup.StockLeg(.writeOff, symbol: try instrument(row, currency))
    (leg.account, leg.currency) = (effect.account, currency)
    if type == .split, let ratio = try ratio(row) {
      leg.type = .split
      leg.ratio = ratio
    } else if type == .symbolChange {
      leg.type = .symbolChange
      leg.newSymbol = try newInstrument(row, currency)
    } else if [.split, .stockDividend].contains(type),
      let taken = try row.number(.quantity, form), taken < .zero
    {
      leg.type = .split
      effect.unitsTaken = taken.magnitude
      effect.addedUnits = (leg.symbol, taken)
    } else {
      // A split whose ratio is not given says how many units it adds.
      if type == .split { type = .stockDividend }
      leg.type = Self.types[type] ?? .writeOff
      leg.quantity = try quantity(row)
      if let amount, amount.amount > .zero { leg.gross = amount.amount }
    }
    effect.stockLegs = [leg]
  }

  private static let types: [RowKind: TradeType] = [
    .stockDividend: .stockDividend, .transferOut: .transferOut, .gift: .gift, .unitFee: .unitFee,
    .writeOff: .writeOff, .expiry: .expiry, .exercise: .expiry, .assignment: .expiry,
  ]

  /// A row with an amount of cash is no event without cash: the amount would be lost.
  func refuseCash(_ row: TableRow) throws(RowError) {
    guard bound.table.amounts.isSigned, bound.table.hasCash == true,
      let amount = try row.number(.amount, form), amount != .zero
    else { return }
    throw RowError(
      .contradictoryRow, "the row moves \(amount) of cash, which its rule does not book",
      help: "Correct the rule; \"set\": {\"amount\": \"\"} says that it is no cash.",
      column: bound.column(RuleSlots.Known.amount.rawValue))
  }

  /// Refuses units below zero in a row that brings units.
  func refuseUnitsBelowZero(_ row: TableRow) throws(RowError) {
    guard let quantity = try row.number(.quantity, form), quantity < .zero else { return }
    let kind = row.rule?.kind == .transferIn ? "a receipt" : "an income of units"
    throw RowError(
      .contradictoryRow, "\(kind) has a number of units below zero: \(quantity)",
      help: "Correct the row. If the program writes such rows, add a rule for them, with "
        + "\"quantity\": \"<0\", that says what they are.",
      column: row.source(RuleSlots.Known.quantity.rawValue))
  }

  func ratio(_ row: TableRow) throws(RowError) -> Ratio? {
    guard let new = try row.number(.new, form), new > .zero else { return nil }
    let old = try row.number(.old, form) ?? .one
    return old > .zero ? Ratio(new: new, old: old) : nil
  }

  mutating func newInstrument(
    _ row: TableRow, _ currency: Currency?
  ) throws(RowError) -> String {
    var facts = ImportInstrument(
      isin: row.text(.newISIN) ?? "", ticker: row.text(.newSymbol) ?? "",
      name: row.text(.newName) ?? "", currency: currency)
    facts.kind = row.text(.type)?.lowercased() ?? ""
    if facts.isCoin { facts.currency = nil }
    if facts.isin.isEmpty, facts.ticker.isEmpty {
      throw .contradictory("the row does not name the new instrument")
    }
    return draft.instrument(facts)
  }

  /// Units that come in; false if the answer about their cost is wrong.
  mutating func received(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) -> Bool {
    try refuseCash(row)
    if row.rule?.kind == .transferIn { try refuseUnitsBelowZero(row) }
    let quantity = try quantity(row)
    let gross = try row.money(.gross, form)
    let price = try row.money(.price, form)
    let unit = try row.unit(RuleSlots.Known.price.rawValue)
    let currency = gross?.currency ?? price?.currency ?? unit?.currency
    let key = try instrument(row, currency)
    var leg = LedgerGroup.StockLeg(.transferIn, symbol: key)
    (leg.quantity, leg.currency, leg.account) = (quantity, currency, effect.account)
    if row.rule?.kind == .openingBalance { effect.groupType = .openingBalance }
    var lot = LedgerGroup.Lot(acquired: effect.time.day, quantity: quantity)
    if let gross, gross.amount > .zero {
      lot.costBasis = gross.amount
    } else {
      let day = effect.time.day
      let name = row.text(.symbol) ?? row.text(.isin) ?? row.text(.name) ?? key
      let question = ImportQuestion(
        id: "cost \(key) \(day) \(quantity.normalized())",
        text: "What did the \(quantity) \(name) cost that came in on \(day), and when were they "
          + "acquired?", fields: [.cost, .acquired], currency: currency)
      switch draft.receipt(of: quantity, question, about: row.row, on: day) {
      case .known(let known, let currency): (lot, leg.currency) = (known, currency)
      case .open(let question):
        (effect.question, effect.stockLegs) = (question, [leg])
        return true
      case .refused: return false
      }
    }
    leg.lots = [lot]
    effect.stockLegs = [leg]
    return true
  }

  /// A part of a company that becomes units of their own; false if its fraction is open.
  mutating func spinOff(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) -> Bool {
    let currency = try row.unit(RuleSlots.Known.price.rawValue)?.currency
    let key = try instrument(row, currency)
    let quantity = try quantity(row)
    let day = effect.time.day
    let name = row.text(.symbol) ?? row.text(.isin) ?? key
    let parent = parent(row, currency)
    let ratio = try ratio(row)
    var question = ImportQuestion(
      id: "spin-off \(key) \(day)",
      text: "Which instrument spun off the \(quantity) \(name) on \(day), how many new units came "
        + "for old ones, and which fraction of the cost moves to them?",
      fields: [.symbol, .ratio, .basisFraction])
    if let parent, ratio != nil {
      question.text =
        "Which fraction of the cost of \(parent.ticker) moves to the \(quantity) \(name) that it "
        + "spun off on \(day)?"
      question.fields = [.basisFraction]
    }
    let units = HeldPlace(symbol: key, account: effect.account)
    guard let answer = draft.ask(question, about: row.row, bringing: units) else { return false }
    var leg = LedgerGroup.StockLeg(.spinOff, symbol: parent.map { draft.instrument($0) } ?? "")
    if let symbol = answer.symbol { leg.symbol = draft.symbolKey(symbol, currency) }
    (leg.newSymbol, leg.ratio) = (key, answer.ratio ?? ratio)
    (leg.basisFraction, leg.account) = (answer.basisFraction, effect.account)
    effect.stockLegs = [leg]
    effect.addedUnits = (key, quantity)
    return true
  }

  /// The instrument that spun off another one, if the row names it.
  private func parent(_ row: TableRow, _ currency: Currency?) -> ImportInstrument? {
    guard let ticker = row.text(.parent) else { return nil }
    let known = draft.names.all.first { $0.ticker == ticker }
    return known
      ?? ImportInstrument(
        isin: row.text(.parentISIN) ?? "", ticker: ticker, currency: currency)
  }
}

extension ImportDraft {
  /// The text for an instrument that a user names by its symbol.
  mutating func symbolKey(_ symbol: String, _ currency: Currency?) -> String {
    if let known = names.all.first(where: { $0.ticker == symbol || $0.isin == symbol }) {
      return known.key
    }
    return instrument(ImportInstrument(ticker: symbol, currency: currency))
  }
}
