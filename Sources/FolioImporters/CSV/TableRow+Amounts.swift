extension TableRow {
  /// An amount with its currency; nil if there is none.
  func money(
    _ known: RuleSlots.Known, _ form: TableForm
  ) throws(RowError) -> RowMoney? {
    guard let amount = try number(known, form) else { return nil }
    switch bound.place(known.rawValue, met) {
    case .each(let other): return try total(amount, other, form)
    case .held(let other): return try money(amount, other)
    case .constant, .slot, .minus, .first: break
    }
    let (text, column) = (bytes(known.rawValue), source(known.rawValue))
    if known == .amount, let unit = try accountUnit(form) {
      try checkSign(text, unit, column)
      return try money(amount, unit)
    }
    try checkSign(text, try unit(known.rawValue), column)
    return try money(amount, known.rawValue)
  }

  /// Refuses an amount with the sign or the code of another currency than its own.
  func checkSign(
    _ text: ArraySlice<UInt8>?, _ unit: Currency.Unit?, _ column: Int
  ) throws(RowError) {
    guard let text, let unit, unit.currency.isNational,
      let allowed = CurrencySigns.currencies(in: text)
    else { return }
    if allowed.contains(unit.currency.code), !unit.isHundredth { return }
    throw RowError(
      .contradictoryRow,
      "\"\(shown(text))\" has the sign of another currency, but the amount is in "
        + (unit.isHundredth ? "hundredths of \(unit.currency)" : "\(unit.currency)"),
      help: "Correct the currency, or the amount.", column: column)
  }

  /// Whether an amount is for each unit that is held.
  func isForEachHeld(_ known: RuleSlots.Known) -> Bool {
    if case .held = bound.place(known.rawValue, met) { true } else { false }
  }

  /// An amount for each unit, times the units of the row; nil without units.
  private func total(
    _ each: ExactDecimal, _ slot: Int, _ form: TableForm
  ) throws(RowError) -> RowMoney? {
    guard let units = try number(.quantity, form), units != .zero else { return nil }
    var money = try money(each, slot)
    do throws(ArithmeticFault) {
      money.amount = try money.amount.multiplied(by: units.magnitude)
    } catch {
      throw .tooManyDigits
    }
    return money
  }

  /// The currency of the account, if the amount of the row is in it because its rate is not 1.
  private func accountUnit(_ form: TableForm) throws(RowError) -> Currency.Unit? {
    guard bound.table.amounts.rate == .account, let rate = try number(.rate, form),
      rate != .one, rate != .zero, bytes(RuleSlots.Known.amountCurrency.rawValue) == nil
    else { return nil }
    let own = try unit(RuleSlots.Known.currency.rawValue)?.currency
    let others = form.accountCurrencies.filter { $0 != own }
    if others.count == 1, let unit = Currency.unit(others[0].code) { return unit }
    throw RowError(
      .ambiguousValue,
      "the amount is in the currency of the account, because its rate is \(rate), and "
        + (others.isEmpty
          ? "no row with the rate 1 names that currency"
          : "rows with the rate 1 name several: "
            + others.map(\.code).sorted().joined(separator: ", ")),
      help: "Write it in a rule file: \"set\": {\"amount_currency\": \"EUR\"}.",
      column: source(RuleSlots.Known.rate.rawValue))
  }

  private func money(_ amount: ExactDecimal, _ slot: Int) throws(RowError) -> RowMoney {
    guard let unit = try unit(slot) else {
      var error = lacking(
        .currency, "the row has an amount, but no currency",
        help: "Name the currency of the amounts with --currency, or with \"set\": {\"currency\": "
          + "...} in the rule.")
      // No row can have one.
      if bound.column(RuleSlots.Known.currency.rawValue) < 0 { error.isOfTable = true }
      throw error
    }
    return try money(amount, unit)
  }

  private func money(_ amount: ExactDecimal, _ unit: Currency.Unit) throws(RowError) -> RowMoney {
    do throws(ArithmeticFault) {
      return RowMoney(try unit.major(amount), unit.currency)
    } catch {
      throw .tooManyDigits
    }
  }

  /// Amounts that are added up, each with its currency. Costs are above zero.
  /// - Parameter keepingSigns: Whether a cost below zero is paid back, though costs have no sign.
  func costs(
    _ known: RuleSlots.Known, _ form: TableForm, keepingSigns: Bool = false
  ) throws(RowError) -> [RowMoney] {
    var slots = [known.rawValue]
    if case .sum(let several) = rule?.values[known.rawValue] ?? bound.table.values[known.rawValue] {
      slots = several
    }
    var found: [RowMoney] = []
    for slot in slots {
      let isOwn = slot == known.rawValue
      let text = isOwn ? bytes(slot) : raw(slot)
      let column = isOwn ? source(slot) : source(raw: slot)
      guard let amount = try number(text, from: column, slot, form), amount != .zero else {
        continue
      }
      try checkSign(text, try unit(slot), column)
      var money = try money(amount, slot)
      let meaning = bound.table.amounts
      if meaning.areCostsNegative { money.amount = -money.amount }
      if meaning.areCostsUnsigned, !keepingSigns { money.amount = money.amount.magnitude }
      found.append(money)
    }
    return found
  }
}

/// An amount of a row, in a currency and not in hundredths of it.
struct RowMoney: Sendable {
  var amount: ExactDecimal
  var currency: Currency

  init(_ amount: ExactDecimal, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }
}
