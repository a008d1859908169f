// Rows that move cash alone, and parts of other rows.
extension RowBooker {
  /// A movement of cash; false if the row moves nothing.
  mutating func cash(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) -> Bool {
    let kind = row.rule?.kind ?? .cash
    let paid = try paid(row)
    var amount = paid?.amount
    let isRefund = amount.map { $0.amount > .zero } == true && kind.isCost && row.namesRefund
    if !isRefund { try checkSign(of: amount, row, &effect) }
    if let given = amount, !bound.table.amounts.isSigned {
      let size = given.amount < .zero ? -given.amount : given.amount
      let isOut = kind == .withdrawal || kind.isCost && !isRefund
      amount?.amount = isOut ? -size : given.amount
    }
    let fees = try costs(row.costs(.fees, form), of: amount, row)
    let taxes = try costs(row.costs(.taxes, form), of: amount, row)
    if let amount {
      let costs = paid?.isGiven == true ? fees + taxes : []
      let type = kind == .refund && row.rule?.part == .fee ? .fee : legType(kind, amount)
      add(type, try whole(amount, costs, row), to: &effect)
    }
    for fee in try sums(fees) { add(.fee, RowMoney(-fee.amount, fee.currency), to: &effect) }
    for tax in try sums(taxes) { add(.tax, RowMoney(-tax.amount, tax.currency), to: &effect) }
    if effect.cashLegs.isEmpty {
      draft.skip(row.row, "no amount")
      return false
    }
    try name(row, kind, &effect)
    if kind == .refund, row.rule?.part == .withheld { effect.groupType = .dividend }
    return true
  }

  /// Compares the sign of an amount with the way that the kind of the row says it goes. Income and
  /// what is withheld from it may be taken back. Other amounts are refused.
  func checkSign(
    of amount: RowMoney?, _ row: TableRow, _ effect: inout RowEffect
  ) throws(RowError) {
    guard let amount, amount.amount != .zero, let rule = row.rule, let way = direction(row, rule)
    else { return }
    let isNegative = amount.amount < .zero
    // Without signs, a payment below zero is as much a payment.
    let isRight = bound.table.amounts.isSigned ? isNegative == (way == .out) : !isNegative
    if isRight || way == .out && !bound.table.amounts.isSigned { return }
    if rule.kind == .dividend || rule.kind == .interest {
      effect.takesBack = true
      return
    }
    throw RowError(
      .contradictoryRow,
      "a \(rule.kind.rawValue) has an amount with the wrong sign: \(amount.amount)",
      help: "Correct the row. If the program writes such amounts, add a rule for them, with "
        + "\"amount\": \"\(isNegative ? "<0" : ">0")\", that says what they are, such as a refund.",
      column: row.source(RuleSlots.Known.amount.rawValue))
  }

  /// The way that money of a kind goes; nil if it may go both ways.
  private func direction(_ row: TableRow, _ rule: RowRule) -> Direction? {
    let directions: [RowKind: Direction] = [
      .deposit: .in, .dividend: .in, .refund: .in, .withdrawal: .out, .fee: .out, .tax: .out,
    ]
    // Corrections of withheld taxes go both ways.
    if rule.kind == .refund, rule.part == .withheld { return nil }
    if rule.kind != .interest { return directions[rule.kind] }
    // A rule that asks for amounts below zero says what they are.
    if rule.conditions.contains(where: { $0.test.isNegative }) { return .out }
    return .ofInterest(in: row.words) ?? (bound.table.amounts.isSigned ? nil : .in)
  }

  /// The amount before costs that are in it.
  private func whole(
    _ amount: RowMoney, _ costs: [RowMoney], _ row: TableRow
  ) throws(RowError) -> RowMoney {
    guard try areCostsInside(amount, row) else { return amount }
    var whole = amount
    for cost in costs where cost.currency == amount.currency {
      whole.amount = try exactly(try whole.amount.adding(cost.amount))
    }
    return whole
  }

  private func legType(_ kind: RowKind, _ amount: RowMoney) -> CashLegType {
    let types: [RowKind: CashLegType] = [
      .interest: .interest, .fee: .fee, .tax: .tax, .other: .other, .reversal: .dividend,
      .refund: .tax,
    ]
    return types[kind] ?? (amount.amount < .zero ? .withdrawal : .deposit)
  }

  /// Fees, taxes, interest and other income may be about an instrument.
  private mutating func name(
    _ row: TableRow, _ kind: RowKind, _ effect: inout RowEffect
  ) throws(RowError) {
    if kind == .deposit || kind == .withdrawal || kind == .cash { return }
    guard row.text(.isin) != nil || row.text(.symbol) != nil else { return }
    let key = try instrument(row, effect.cashLegs.first?.currency)
    for leg in effect.cashLegs.indices { effect.cashLegs[leg].symbol = key }
  }

  /// An exchange of currencies, of which one row gives both amounts.
  mutating func exchange(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) {
    guard var given = try row.money(.amount, form), var taken = try row.money(.otherAmount, form)
    else {
      throw .contradictory("the exchange has not both amounts")
    }
    if given.currency == taken.currency {
      throw .contradictory("both sides of the exchange are in \(given.currency)")
    }
    if bound.table.amounts.isSigned, given.amount.isNegative == taken.amount.isNegative {
      throw .contradictory(
        "both sides of the exchange go in one direction: \(given.amount) and \(taken.amount)")
    }
    let isGiven = !bound.table.amounts.isSigned || given.amount < .zero
    if given.amount < .zero { given.amount = -given.amount }
    if taken.amount < .zero { taken.amount = -taken.amount }
    if isGiven { given.amount = -given.amount } else { taken.amount = -taken.amount }
    add(.fx, given, to: &effect)
    add(.fx, taken, to: &effect)
    for fee in try sums(row.costs(.fees, form)) {
      add(.fee, RowMoney(-fee.amount, fee.currency), to: &effect)
    }
    effect.groupType = .fxExchange
  }

  /// A row that belongs to another one.
  mutating func part(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) {
    let part = row.rule?.part ?? .cash
    if part == .removed {
      let unit = try row.unit(RuleSlots.Known.price.rawValue)
      effect.units = UnitChange(
        key: try instrument(row, unit?.currency), change: -(try quantity(row)))
      effect.arePaid = try row.number(.price, form).map { $0 > .zero } ?? false
      return
    }
    guard var amount = try row.money(.amount, form) else {
      throw .contradictory("the row has no amount")
    }
    if !bound.table.amounts.isSigned, [.fee, .tax, .withheld].contains(part) {
      amount.amount = -amount.amount
    }
    switch part {
    case .fee: add(.fee, amount, to: &effect)
    case .tax, .withheld: add(.tax, amount, to: &effect)
    case .fx, .moved:
      add(.fx, amount, to: &effect)
      effect.rate = try row.number(.rate, form)
    case .cash, .payout: add(.principal, amount, to: &effect)
    case .proceeds:
      add(.principal, amount, to: &effect)
      try name(row, .other, &effect)
    case .removed: break
    }
    if part == .payout { effect.paidFor = try instrument(row, amount.currency) }
    if part == .fee || part == .tax || part == .withheld {
      effect.costs = [RowMoney(-amount.amount, amount.currency)]
      if row.text(.isin) != nil || row.text(.symbol) != nil {
        // A cost may be in another currency than the instrument.
        let key = try instrument(row, nil)
        for leg in effect.cashLegs.indices { effect.cashLegs[leg].symbol = key }
      }
    }
  }
}

extension RowKind {
  fileprivate var isCost: Bool { self == .fee || self == .tax }
}

extension TableRow {
  /// Parts of words for costs that are paid back, in the languages of brokers.
  private static let refunds = [
    "refund", "rebate", "reversal", "reversed", "reimburs", "waive", "tax optimi", "tax_optimi",
    "erstattung", "gutschrift", "rückvergütung", "rückzahlung", "storno", "steueroptimierung",
    "steuerausgleich", "rembours", "ristourne", "restitution", "reembols", "devolu", "rimbors",
    "terugbetaling", "teruggave", "restitutie", "återbetalning", "återbäring", "refusjon",
    "tilbagebetaling", "tilbakebetaling", "zwrot",
  ]

  /// Whether what the row says of its kind names a cost that is paid back.
  var namesRefund: Bool {
    let words = words
    return Self.refunds.contains { words.contains($0) }
  }

  /// What the row says of its kind, in small letters.
  fileprivate var words: String {
    let known: [RuleSlots.Known] = [.kind, .text, .note]
    let slots = known.map(\.rawValue) + (rule?.conditions.map(\.slot) ?? [])
    return slots.compactMap { raw($0).map { String(decoding: $0, as: UTF8.self).lowercased() } }
      .joined(separator: "\n")
  }
}
