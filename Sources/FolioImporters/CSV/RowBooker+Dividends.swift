// Dividends, and units that come as income.
extension RowBooker {
  mutating func dividend(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) {
    guard case (var amount, let isGiven)? = try paid(row), amount.amount != .zero else {
      throw .contradictory("the dividend has no amount")
    }
    try checkSign(of: amount, row, &effect)
    if amount.amount < .zero { return try reverse(row, amount, &effect) }
    var taxes = try sums(row.costs(.taxes, form)).filter { $0.amount != .zero }
    let fees = try sums(row.costs(.fees, form)).filter { $0.amount != .zero }
    let isNet = bound.table.amounts.isNet && isGiven
    if let refund = taxes.first, refund.amount < .zero, taxes.count == 1 {
      taxes = []
      try payBack(refund, row, &amount, isNet: isNet, &effect)
    }
    if isGiven, let gross = try row.money(.gross, form), gross.amount > .zero,
      (taxes + fees).allSatisfy({ $0.currency == gross.currency })
    {
      return try dividend(row, amount, gross, taxes, fees, &effect)
    }
    let foreign = taxes.first { $0.currency != amount.currency }
    if let foreign, taxes.count == 1, fees.isEmpty {
      return try foreignDividend(row, amount, foreign, &effect)
    }
    guard (taxes + fees).allSatisfy({ $0.currency == amount.currency }) else {
      throw .contradictory("the tax of the dividend is in another currency than its amount")
    }
    let (tax, fee) = (
      ExactDecimal.given(taxes.first?.amount), ExactDecimal.given(fees.first?.amount)
    )
    let gross = try exactly(isNet ? try amount.amount.adding(tax).adding(fee) : amount.amount)
    try dividend(row, amount, RowMoney(gross, amount.currency), taxes, fees, &effect)
    if !isNet {
      add(.tax, RowMoney(-tax, amount.currency), to: &effect)
      add(.fee, RowMoney(-fee, amount.currency), to: &effect)
    }
  }

  /// A dividend before its costs, and the cash of it.
  private mutating func dividend(
    _ row: TableRow, _ amount: RowMoney, _ gross: RowMoney, _ taxes: [RowMoney],
    _ fees: [RowMoney], _ effect: inout RowEffect
  ) throws(RowError) {
    var leg = LedgerGroup.StockLeg(.dividend, symbol: try instrument(row, paidIn: gross.currency))
    (leg.gross, leg.currency, leg.account) = (gross.amount, gross.currency, effect.account)
    leg.taxes = taxes.first?.amount
    leg.fees = fees.first?.amount
    effect.stockLegs = [leg]
    effect.isForEachHeld = row.isForEachHeld(.amount)
    add(.dividend, amount, to: &effect)
    try compareWithUnits(row, gross, (taxes + fees).map(\.amount))
  }

  /// Compares a dividend with its units and what each of them pays, which may be after taxes. Taxes
  /// that are in another row are less than a half.
  private mutating func compareWithUnits(
    _ row: TableRow, _ gross: RowMoney, _ costs: [ExactDecimal]
  ) throws(RowError) {
    guard let price = try row.money(.price, form), price.amount > .zero,
      let units = try row.number(.quantity, form), units != .zero,
      let product = try? price.amount.multiplied(by: units.magnitude)
    else { return }
    if price.currency != gross.currency {
      return try compareWithUnits(
        row, RowMoney(product, price.currency), gross, on: try row.time(form).day)
    }
    let open = try mostOfRounding(product, units.magnitude, price)
    let (least, most) = try exactly { () throws(ArithmeticFault) in
      var net = gross.amount
      for cost in costs { net = try net.subtracting(cost.magnitude) }
      let most = try product.multiplied(by: ExactDecimal(short: 11, places: 1))
      return (net, try most.roundedSum(with: open))
    }
    if least <= most, !gross.amount.isFar(product, by: UnlikelyRows.large) { return }
    draft.report(
      .paymentUnlikely,
      "the dividend is \(gross.amount.normalized()), but its units times the amount for each are "
        + "\(product.normalized())", help: "Look which of the numbers is wrong.", row: row.row)
  }

  /// Compares a dividend with what its units pay in another currency, at the rate of the row, or
  /// else at one that the two currencies may have. Taxes are less than a half.
  private mutating func compareWithUnits(
    _ row: TableRow, _ product: RowMoney, _ gross: RowMoney, on day: Day
  ) throws(RowError) {
    // Small amounts are rounded too much to say something.
    if product.amount < .one || gross.amount < .one { return }
    let implied = try exactly(try gross.amount.divided(by: product.amount, places: 10))
    let isLikely: Bool
    if let rate = try row.number(.rate, form), rate > .zero, rate != .one {
      let rates = try exactly([rate, try ExactDecimal.one.divided(by: rate, places: 10)])
      // The price of a share in hundredths may have a rate in hundredths.
      let isHundredth = try row.unit(RuleSlots.Known.price.rawValue)?.isHundredth ?? false
      isLikely =
        isHundredth || rates.contains { !implied.isFar($0, by: UnlikelyRows.large) }
    } else {
      let known = ratesOfValues["\(product.currency) \(gross.currency)"]?.rate
      isLikely =
        UnlikelyRows.isPossible(implied, product.currency, gross.currency)
        && known.map { !implied.isFar($0, by: UnlikelyRows.large) } ?? true
    }
    if isLikely { return noteRate(product, gross, on: day) }
    draft.report(
      .paymentUnlikely,
      "the dividend is \(gross.amount.normalized()) \(gross.currency), but its units times the "
        + "amount for each are \(product.amount.normalized()) \(product.currency)",
      help: "Look which of the numbers or the currencies is wrong.", row: row.row)
  }

  /// Tax that comes back with a dividend: it lowers the tax of an earlier one.
  private mutating func payBack(
    _ refund: RowMoney, _ row: TableRow, _ amount: inout RowMoney, isNet: Bool,
    _ effect: inout RowEffect
  ) throws(RowError) {
    if isNet, refund.currency == amount.currency {
      let whole = amount.amount
      amount.amount = try exactly(try whole.adding(refund.amount))
    }
    let key = try instrument(row, paidIn: amount.currency)
    effect.apart.append(RowEffect.Apart(kind: .withheld, cost: refund, symbol: key))
  }

  /// The amount of a row: as given, or units times the amount for each, which is before costs.
  func paid(_ row: TableRow) throws(RowError) -> (amount: RowMoney, isGiven: Bool)? {
    if let amount = try row.money(.amount, form) { return (amount, true) }
    guard var price = try row.money(.price, form), let units = try row.number(.quantity, form)
    else { return nil }
    price.amount = try exactly(try price.amount.multiplied(by: units))
    return (price, false)
  }

  /// A dividend whose tax is in the currency of the shares, while its cash is in another.
  private mutating func foreignDividend(
    _ row: TableRow, _ amount: RowMoney, _ tax: RowMoney, _ effect: inout RowEffect
  ) throws(RowError) {
    guard let price = try row.money(.price, form), price.currency == tax.currency else {
      throw .contradictory(
        "the tax is in \(tax.currency), and the row gives no dividend in that currency")
    }
    let quantity = try quantity(row)
    var leg = LedgerGroup.StockLeg(.dividend, symbol: try instrument(row, tax.currency))
    (leg.currency, leg.account) = (tax.currency, effect.account)
    // The price of a share is what remains after the tax.
    leg.gross = try exactly(try quantity.multiplied(by: price.amount).adding(tax.amount))
    leg.taxes = tax.amount
    effect.stockLegs = [leg]
    add(.dividend, amount, to: &effect)
    let paid = try exactly(try quantity.multiplied(by: price.amount))
    guard paid > .zero, amount.amount > .zero else { return }
    try compareWithUnits(row, RowMoney(paid, price.currency), amount, on: effect.time.day)
  }

  /// A dividend that is taken back: cash of the instrument, in the other direction.
  mutating func reverse(
    _ row: TableRow, _ amount: RowMoney, _ effect: inout RowEffect
  ) throws(RowError) {
    let key = try instrument(row, amount.currency)
    let meaning = bound.table.amounts
    var paidBack = amount
    var taxes = try sums(row.costs(.taxes, form))
    for tax in taxes.indices {
      // A cost without a sign goes the other way than the dividend, so it comes back.
      if meaning.areCostsUnsigned { taxes[tax].amount = -taxes[tax].amount }
      guard meaning.isNet, taxes[tax].currency == amount.currency else { continue }
      let (net, cost) = (paidBack.amount, taxes[tax].amount)
      paidBack.amount = try exactly(try net.adding(cost))
    }
    if let foreign = taxes.first(where: { $0.currency != amount.currency }), meaning.isNet {
      // The amount is what remains after it, so it moves no cash of its own.
      taxes.removeAll { $0.currency != amount.currency }
      draft.report(
        .costLeftOut,
        "a tax of \(foreign.amount.magnitude) \(foreign.currency) of a dividend that is taken back "
          + "is not booked: the amount in \(amount.currency) is what remains after it",
        help: "Enter it by hand if the tax matters.", row: row.row)
    }
    add(.dividend, paidBack, to: &effect)
    for tax in taxes { add(.tax, RowMoney(-tax.amount, tax.currency), to: &effect) }
    for leg in effect.cashLegs.indices { effect.cashLegs[leg].symbol = key }
    effect.groupType = .dividend
  }

  /// Units that come as income, such as for staking: interest that buys them.
  mutating func reward(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) {
    guard let value = try row.money(.gross, form), value.amount > .zero else {
      throw .contradictory("the reward has no value")
    }
    try refuseUnitsBelowZero(row)
    var leg = LedgerGroup.StockLeg(.buy, symbol: try instrument(row, value.currency))
    (leg.quantity, leg.gross) = (try quantity(row), value.amount)
    (leg.currency, leg.account) = (value.currency, effect.account)
    effect.stockLegs = [leg]
    add(.interest, value, to: &effect)
    add(.principal, RowMoney(-value.amount, value.currency), to: &effect)
    effect.groupType = .interest
  }

  /// A dividend that buys units at once.
  mutating func reinvestment(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) {
    try refuseUnitsBelowZero(row)
    let (quantity, price) = (try quantity(row), try row.money(.price, form))
    var cost = try row.money(.gross, form)
    if cost == nil, var each = price {
      each.amount = try exactly(
        try each.amount.multiplied(by: quantity)
          .rounded(toPlaces: each.currency.minorUnits, .halfEven))
      cost = each
    }
    guard var paid = try row.money(.amount, form) ?? cost, let cost = cost ?? paid as RowMoney?,
      paid.amount > .zero, paid.currency == cost.currency
    else {
      throw .contradictory("the dividend has no amount, or two amounts in two currencies")
    }
    let currency = paid.currency
    let taxes = try sums(row.costs(.taxes, form)).filter { $0.amount != .zero }
    let fees = try sums(row.costs(.fees, form)).filter { $0.amount != .zero }
    guard (taxes + fees).allSatisfy({ $0.currency == currency }) else {
      throw .contradictory("a cost of the dividend is in another currency than its amount")
    }
    if bound.table.amounts.isNet {
      let net = paid.amount
      paid.amount = try exactly(try .sum(ofGiven: net, taxes.first?.amount))
    }
    let key = try instrument(row, currency)
    var income = LedgerGroup.StockLeg(.dividend, symbol: key)
    (income.gross, income.currency, income.account) = (paid.amount, currency, effect.account)
    income.taxes = taxes.first?.amount
    var purchase = LedgerGroup.StockLeg(.buy, symbol: key)
    (purchase.quantity, purchase.price) = (quantity, price?.amount)
    (purchase.gross, purchase.currency, purchase.account) = (cost.amount, currency, effect.account)
    purchase.fees = fees.first?.amount
    effect.stockLegs = [income, purchase]
    effect.groupType = .dividend
    add(.dividend, paid, to: &effect)
    for tax in taxes { add(.tax, RowMoney(-tax.amount, currency), to: &effect) }
    add(.principal, RowMoney(-cost.amount, currency), to: &effect)
    for fee in fees { add(.fee, RowMoney(-fee.amount, currency), to: &effect) }
  }
}
