// Rows that give an amount before costs, the costs, and an amount after them.
extension RowBooker {
  /// Refuses a row whose costs do not make the difference of its amounts before and after them.
  func checkTotal(_ row: TableRow) throws(RowError) {
    guard let total = try totals(row) else { return }
    let (before, after) = (total.amounts.before, total.amounts.after)
    let costs = try ownCosts(row)
    let (difference, open) = try exactly { () throws(ArithmeticFault) in
      var sum = ExactDecimal.zero
      for cost in costs { sum = try sum.adding(cost.magnitude) }
      let difference = try after.magnitude.subtracting(before.magnitude)
      // Costs raise what a purchase takes, and lower what a sale brings.
      let rest =
        isTradeWithCosts(row)
        ? try difference.subtracting(row.rule?.kind == .buy ? sum : -sum)
        : try difference.magnitude.subtracting(sum)
      var open = ExactDecimal.zero
      for amount in [before, after] + costs { open = try open.adding(amount.halfOfLastDigit) }
      return (rest.magnitude, open)
    }
    if difference <= open { return }
    let shown = costs.map(\.magnitude.description).joined(separator: " and ")
    throw RowError(
      .amountDiffers,
      "the amount is \(before.magnitude) before costs and \(after.magnitude) after them, but the "
        + "costs are \(shown.isEmpty ? "0" : shown)",
      help: "Correct the number that is mistyped.",
      column: bound.column(total.after))
  }

  /// The amounts before and after costs, and the field of the second; nil if the row does not give
  /// both.
  private func totals(
    _ row: TableRow
  ) throws(RowError) -> (amounts: (before: ExactDecimal, after: ExactDecimal), after: Int)? {
    func slot(_ meaning: StatedFigure.Meaning) -> Int? {
      bound.table.stated.first { $0.meaning == meaning }?.slot
    }
    guard let before = slot(.beforeCosts), let after = slot(.afterCosts),
      let first = try number(before, row), let second = try number(after, row)
    else { return nil }
    return ((first, second), after)
  }

  /// The number in the column of a slot. Looking at it is no use of it.
  func number(_ slot: Int, _ row: TableRow) throws(RowError) -> ExactDecimal? {
    let column = bound.column(slot)
    let text = row.content(column)
    return text.isEmpty ? nil : try row.number(text, from: column, slot, form)
  }

  /// The costs in the columns of the table, whatever the rule of the row makes of them.
  func ownCosts(_ row: TableRow) throws(RowError) -> [ExactDecimal] {
    var found: [ExactDecimal] = []
    for known in [RuleSlots.Known.fees, .taxes] {
      let slots = bound.table.values[known.rawValue]?.slots ?? [known.rawValue]
      for slot in slots {
        if let amount = try number(slot, row), amount != .zero { found.append(amount) }
      }
    }
    return found
  }

  private func isTradeWithCosts(_ row: TableRow) -> Bool {
    guard let rule = row.rule, [.buy, .sell].contains(rule.kind) else { return false }
    let fees = RuleSlots.Known.fees.rawValue
    return rule.constants[fees] == nil && rule.values[fees] == nil
  }

  // MARK: Costs of cash

  /// Whether the costs of a row of cash are beside its amount, as a part of what it moves in all.
  /// A table with amounts before and after costs says it in each row: the greater of them is what
  /// came in or went out before costs.
  func areCostsInside(_ amount: RowMoney, _ row: TableRow) throws(RowError) -> Bool {
    guard let (before, after) = try totals(row)?.amounts, before.magnitude != after.magnitude else {
      return bound.table.amounts.isNet
    }
    return (after.magnitude > before.magnitude) == (amount.amount > .zero)
  }

  /// Costs of a row of cash in the currency of its amount. Where the amounts before and after costs
  /// are in another currency, they are what the amount is worth, and the costs are a part of it.
  func costs(
    _ costs: [RowMoney], of amount: RowMoney?, _ row: TableRow
  ) throws(RowError) -> [RowMoney] {
    guard let amount, let before = try totals(row)?.amounts.before, before != .zero else {
      return costs
    }
    return try exactly { () throws(ArithmeticFault) in
      try costs.map { cost throws(ArithmeticFault) in
        if cost.currency == amount.currency { return cost }
        let own = try cost.amount.multiplied(
          by: amount.amount.magnitude, dividedBy: before.magnitude, places: Self.convertedPlaces)
        return RowMoney(
          own.normalized().padded(toPlaces: amount.currency.minorUnits), amount.currency)
      }
    }
  }
}

extension ExactDecimal {
  /// Half of the last digit of an amount as it is written. Zeros at its end may be missing.
  var halfOfLastDigit: ExactDecimal {
    ExactDecimal(short: 5, places: max(places, 2) + 1)
  }
}
