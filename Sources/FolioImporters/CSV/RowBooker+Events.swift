import Folio

// Dividends, corporate actions and transfers of units.
extension RowBooker {
  mutating func dividend(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) {
    guard let (amount, isGiven) = try paid(row), amount.amount != .zero else {
      throw RowError(
        .contradictoryRow, "the dividend has no amount", help: "Correct the row, or the rule.")
    }
    if amount.amount < .zero { return try reverse(row, amount, &effect) }
    let taxes = try sums(row.costs(.taxes, form)).filter { $0.amount != .zero }
    let fees = try sums(row.costs(.fees, form)).filter { $0.amount != .zero }
    let foreign = taxes.first { $0.currency != amount.currency }
    let isNet = bound.table.amounts.isNet && isGiven
    if let foreign, taxes.count == 1, fees.isEmpty {
      return try foreignDividend(row, amount, foreign, &effect)
    }
    guard (taxes + fees).allSatisfy({ $0.currency == amount.currency }) else {
      throw RowError(
        .contradictoryRow, "the tax of the dividend is in another currency than its amount",
        help: "Correct the row, or the rule.")
    }
    let (tax, fee) = (taxes.first?.amount ?? .zero, fees.first?.amount ?? .zero)
    var leg = LedgerGroup.StockLeg(.dividend, symbol: try instrument(row, paidIn: amount.currency))
    (leg.currency, leg.account) = (amount.currency, effect.account)
    leg.gross = try exactly { () throws(ArithmeticFault) in
      isNet ? try amount.amount.adding(tax).adding(fee) : amount.amount
    }
    if tax != .zero { leg.taxes = tax }
    if fee != .zero { leg.fees = fee }
    effect.stockLegs = [leg]
    add(.dividend, amount, to: &effect)
    if !isNet {
      add(.tax, RowMoney(-tax, amount.currency), to: &effect)
      add(.fee, RowMoney(-fee, amount.currency), to: &effect)
    }
  }

  /// The amount of a row: as given, or units times the amount for each, which is before costs.
  func paid(_ row: TableRow) throws(RowError) -> (amount: RowMoney, isGiven: Bool)? {
    if let amount = try row.money(.amount, form) { return (amount, true) }
    guard var price = try row.money(.price, form), let units = try row.number(.quantity, form)
    else { return nil }
    price.amount = try exactly { () throws(ArithmeticFault) in
      try price.amount.multiplied(by: units)
    }
    return (price, false)
  }

  /// A dividend whose tax is in the currency of the shares, while its cash is in another.
  private mutating func foreignDividend(
    _ row: TableRow, _ amount: RowMoney, _ tax: RowMoney, _ effect: inout RowEffect
  ) throws(RowError) {
    guard let price = try row.money(.price, form), price.currency == tax.currency else {
      throw RowError(
        .contradictoryRow,
        "the tax is in \(tax.currency), and the row gives no dividend in that currency",
        help: "Correct the row, or the rule.")
    }
    let quantity = try quantity(row)
    var leg = LedgerGroup.StockLeg(.dividend, symbol: try instrument(row, tax.currency))
    (leg.currency, leg.account) = (tax.currency, effect.account)
    // The price of a share is what remains after the tax.
    leg.gross = try exactly { () throws(ArithmeticFault) in
      try quantity.multiplied(by: price.amount).adding(tax.amount)
    }
    leg.taxes = tax.amount
    effect.stockLegs = [leg]
    add(.dividend, amount, to: &effect)
  }

  /// A dividend that is taken back: cash of the instrument, in the other direction.
  mutating func reverse(
    _ row: TableRow, _ amount: RowMoney, _ effect: inout RowEffect
  ) throws(RowError) {
    let key = try instrument(row, amount.currency)
    add(.dividend, amount, to: &effect)
    for tax in try sums(row.costs(.taxes, form)) {
      add(.tax, RowMoney(-tax.amount, tax.currency), to: &effect)
    }
    for leg in effect.cashLegs.indices { effect.cashLegs[leg].symbol = key }
    effect.groupType = .dividend
  }

  /// Units that come as income, such as for staking: interest that buys them.
  mutating func reward(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) {
    guard let value = try row.money(.gross, form), value.amount > .zero else {
      throw RowError(
        .contradictoryRow, "the reward has no value", help: "Correct the row, or the rule.",
        column: nil)
    }
    var leg = LedgerGroup.StockLeg(.buy, symbol: try instrument(row, value.currency))
    (leg.quantity, leg.gross) = (try quantity(row), value.amount)
    (leg.currency, leg.account) = (value.currency, effect.account)
    effect.stockLegs = [leg]
    add(.interest, value, to: &effect)
    add(.principal, RowMoney(-value.amount, value.currency), to: &effect)
    effect.groupType = .interest
  }

  /// A payment that lowers the cost, or ends the units.
  mutating func payment(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) {
    guard let amount = try row.money(.amount, form), amount.amount > .zero else {
      throw RowError(
        .contradictoryRow, "the payment has no amount above zero",
        help: "Correct the row, or the rule.")
    }
    let isMerger = row.rule?.kind == .cashMerger
    var leg = LedgerGroup.StockLeg(
      isMerger ? .merger : .returnOfCapital, symbol: try instrument(row, amount.currency))
    (leg.currency, leg.account) = (amount.currency, effect.account)
    leg.gross = amount.amount
    if isMerger, let quantity = try row.number(.quantity, form), quantity != .zero {
      leg.quantity = quantity < .zero ? -quantity : quantity
    }
    effect.stockLegs = [leg]
    add(.principal, amount, to: &effect)
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
    .writeOff: .writeOff, .expiry: .expiry,
  ]

  /// A row with an amount of cash is no event without cash: the amount would be lost.
  private func refuseCash(_ row: TableRow) throws(RowError) {
    guard bound.table.amounts.isSigned, bound.table.hasCash == true,
      let amount = try row.number(.amount, form), amount != .zero
    else { return }
    throw RowError(
      .contradictoryRow, "the row moves \(amount) of cash, which its rule does not book",
      help: "Correct the rule; \"set\": {\"amount\": \"\"} says that it is no cash.",
      column: bound.column(RuleSlots.Known.amount.rawValue))
  }

  private func ratio(_ row: TableRow) throws(RowError) -> Ratio? {
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
      throw RowError(
        .contradictoryRow, "the row does not name the new instrument",
        help: "Correct the row, or the rule.")
    }
    return draft.instrument(facts)
  }

  /// Units that come in; false if their cost is an open question.
  mutating func received(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) -> Bool {
    try refuseCash(row)
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
      guard let answer = draft.ask(question, about: row.row) else { return false }
      guard let cost = answer.number(.cost), let acquired = answer.day(.acquired) else {
        throw RowError(
          .unreadableRule, "the answer to \"\(question.id)\" is no number and no day",
          help: "Write \"cost\": \"12.50\", \"acquired\": \"2024-03-01\".")
      }
      (lot.costBasis, lot.acquired) = (cost, acquired)
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
    let question = ImportQuestion(
      id: "spin-off \(key) \(day)",
      text: "Which instrument spun off the \(quantity) \(name) on \(day), how many new units came "
        + "for old ones, and which fraction of the cost moves to them?",
      fields: [.symbol, .ratio, .basisFraction])
    guard let answer = draft.ask(question, about: row.row) else { return false }
    let parts = (answer[.ratio] ?? "").split(separator: ":").map { try? ExactDecimal($0) }
    guard parts.count == 2, let new = parts[0], let old = parts[1], new > .zero, old > .zero,
      let fraction = answer.number(.basisFraction), let symbol = answer[.symbol]
    else {
      throw RowError(
        .unreadableRule, "the answer to \"\(question.id)\" is not complete",
        help: "Write \"ratio\": \"1:4\" and \"basis_fraction\": \"0.2\".")
    }
    var leg = LedgerGroup.StockLeg(
      .spinOff, symbol: draft.symbolKey(symbol, currency))
    (leg.newSymbol, leg.ratio) = (key, Ratio(new: new, old: old))
    (leg.basisFraction, leg.account) = (fraction, effect.account)
    effect.stockLegs = [leg]
    return true
  }

  /// One of the two rows of an exchange of units.
  mutating func unitChange(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) {
    try refuseCash(row)
    guard var change = try row.number(.quantity, form), change != .zero else {
      throw RowError(
        .contradictoryRow, "the row has no number of units", help: "Correct the row, or the rule.")
    }
    if row.rule?.kind == .unitsOut, change > .zero { change = -change }
    let currency = try row.unit(RuleSlots.Known.price.rawValue)?.currency
    effect.units = (try instrument(row, currency), change)
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
