// Purchases and sales.
extension RowBooker {
  mutating func trade(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) {
    let type = try tradeType(row)
    var figures = try figures(row, isPurchase: type == .buy || type == .cover)
    figures.hasRebate = try hasRebate(row, figures)
    try checkSigns(row, type, figures.amount)
    let currency = figures.currency
    var leg = LedgerGroup.StockLeg(type, symbol: "")
    (leg.quantity, leg.price) = (figures.quantity, figures.price?.amount)
    leg.currency = currency
    leg.account = effect.account
    leg.accruedInterest = try row.money(.accrued, form).map(\.amount.magnitude)
    if leg.accruedInterest == .zero { leg.accruedInterest = nil }
    var amounts = try amounts(row, figures, .given(leg.accruedInterest))
    let factor = try adjust(&amounts, row, figures, &leg)
    let isOneCurrency = amounts.principal.currency == currency
    var isPaid = true
    if let value = figures.value, isOneCurrency {
      isPaid = try checkValue(row, figures.quantity, figures.price, value, factor, amounts.gross)
    }
    if !isPaid { leg.price = nil }
    if let given = figures.given, isOneCurrency, given.currency == currency {
      try checkGross(given, amounts.gross, figures.rest)
    }
    try settleRebate(in: &amounts, figures, factor, &leg, &effect)
    leg.gross = amounts.gross
    leg.symbol = try instrument(row, currency, factor: factor)
    let isProven =
      isPaid && isOneCurrency && figures.isCompared && figures.rest != .fees
    if factor != nil || isProven && figures.value != nil { try note(factor, of: leg.symbol, row) }
    if amounts.fees != .zero { leg.fees = amounts.fees }
    if amounts.taxes != .zero { leg.taxes = amounts.taxes }
    leg.settlementDay = try settlementDay(row, effect.time.day)
    effect.stockLegs = [leg]
    if !isOneCurrency, let value = figures.value, factor == nil {
      noteRate(RowMoney(value, currency), amounts.principal, on: effect.time.day)
    }
    try addRate(row, amounts.principal, effect)
    try keepGainsTax(row, leg, &effect)
    try keepForeignCosts(row, currency, amounts.principal.currency, &effect)
    addCash(amounts, isPurchase: figures.isPurchase, to: &effect)
  }

  private func figures(_ row: TableRow, isPurchase: Bool) throws(RowError) -> TradeFigures {
    let quantity = try quantity(row)
    let price = try row.money(.price, form)
    let amount = try row.money(.amount, form)
    let given = try row.money(.gross, form)
    guard let currency = price?.currency ?? given?.currency ?? amount?.currency else {
      throw .contradictory("the trade has neither a price nor an amount")
    }
    let rest = row.rule?.rest ?? bound.table.amounts.rest
    let isCompared = given != nil && rest != .fees || amount?.currency == currency
    return TradeFigures(
      isPurchase: isPurchase, quantity: quantity, price: price, amount: amount, given: given,
      currency: currency, rest: rest, isCompared: isCompared,
      value: try value(row, quantity, price, isCompared: isCompared))
  }

  /// Finds the factor of the price and the accrued interest of a bond, and computes the amounts
  /// again if there are any.
  /// - Returns: The factor; nil if the price is that of a unit.
  private mutating func adjust(
    _ amounts: inout TradeAmounts, _ row: TableRow, _ figures: TradeFigures,
    _ leg: inout LedgerGroup.StockLeg
  ) throws(RowError) -> ExactDecimal? {
    let isOneCurrency = amounts.principal.currency == figures.currency
    let paid = figures.rest == .fees ? figures.amount?.amount.magnitude : amounts.gross
    let factor =
      isOneCurrency
      ? try partialFactor(row, figures.quantity, figures.price, figures.value, paid)
      : try compareRate(
        row, figures.value ?? figures.given?.amount, amounts.principal, figures.currency)
    if factor == nil, figures.rest != .accrued { return nil }
    // What fees explain is no interest.
    if isOneCurrency, figures.rest != .fees,
      let interest = try interest(
        row, figures.quantity, figures.price, factor ?? .one, amounts.gross)
    {
      leg.accruedInterest = interest
    }
    var figures = figures
    figures.value = try exactly(try figures.value?.roundedProduct(with: factor ?? .one))
    amounts = try self.amounts(row, figures, .given(leg.accruedInterest))
    return factor
  }

  /// Refuses a trade whose signs contradict its kind.
  private func checkSigns(
    _ row: TableRow, _ type: TradeType, _ amount: RowMoney?
  ) throws(RowError) {
    let isPurchase = type == .buy || type == .cover
    if let amount, bound.table.amounts.isSigned, amount.amount != .zero,
      (amount.amount > .zero) == isPurchase
    {
      throw RowError(
        .contradictoryRow,
        "a \(isPurchase ? "purchase" : "sale") has an amount with the wrong sign: "
          + "\(amount.amount)", help: "Correct the row, or the meaning of amounts in the rule.",
        column: bound.column(RuleSlots.Known.amount.rawValue))
    }
    if let amount, bound.table.amounts.areTradesPositive, amount.amount < .zero {
      throw RowError(
        .contradictoryRow,
        "a \(isPurchase ? "purchase" : "sale") has an amount below zero: \(amount.amount)",
        help: "Correct the row, or the meaning of amounts in the rule.",
        column: bound.column(RuleSlots.Known.amount.rawValue))
    }
    if type == .buy, let quantity = try row.number(.quantity, form), quantity < .zero {
      throw RowError(
        .contradictoryRow, "a purchase has a number of units below zero: \(quantity)",
        help: "Correct the row, or the rule.",
        column: bound.column(RuleSlots.Known.quantity.rawValue))
    }
  }

  /// Notes the tax on the gain that was kept from a sale, or paid back with it. It is no part of
  /// the proceeds.
  private func keepGainsTax(
    _ row: TableRow, _ leg: LedgerGroup.StockLeg, _ effect: inout RowEffect
  ) throws(RowError) {
    for tax in try sums(row.costs(.gainsTax, form)) where tax.amount != .zero {
      effect.apart.append(RowEffect.Apart(kind: .tax, cost: tax, symbol: leg.symbol))
    }
  }

  /// Adds the exchange rate of a row that gives its cash in two currencies.
  private mutating func addRate(
    _ row: TableRow, _ cash: RowMoney, _ effect: RowEffect
  ) throws(RowError) {
    guard let worth = try row.money(.worth, form), worth.currency != cash.currency,
      worth.amount > .zero, cash.amount > .zero
    else { return }
    let rate = try exactly(try worth.amount.divided(by: cash.amount, places: 10).normalized())
    if rate == .zero { return }
    draft.add(
      LedgerRate(day: effect.time.day, from: cash.currency, to: worth.currency, rate: rate))
  }

  private func tradeType(_ row: TableRow) throws(RowError) -> TradeType {
    if let type = row.rule?.kind.tradeType { return type }
    // Programs write the units of a cancellation with either sign.
    if row.rule?.kind == .cancel, let amount = try row.number(.amount, form), amount != .zero {
      return amount > .zero ? .sell : .buy
    }
    if let quantity = try row.number(.quantity, form), quantity < .zero { return .sell }
    if let amount = try row.number(.amount, form), bound.table.amounts.isSigned {
      return amount > .zero ? .sell : .buy
    }
    return .buy
  }

  /// Quantity times price; nil without a price. It is rounded to 36 digits only to be compared.
  private func value(
    _ row: TableRow, _ quantity: ExactDecimal, _ price: RowMoney?, isCompared: Bool
  ) throws(RowError) -> ExactDecimal? {
    guard let price else { return nil }
    let multiplier = try multiplier(row) ?? .one
    let factor = try row.number(.priceFactor, form) ?? .one
    return try exactly { () throws(ArithmeticFault) in
      let units = try quantity.multiplied(by: multiplier).multiplied(by: factor)
      return isCompared
        ? try units.roundedProduct(with: price.amount) : try units.multiplied(by: price.amount)
    }
  }

  func amounts(
    _ row: TableRow, _ figures: TradeFigures, _ accrued: ExactDecimal
  ) throws(RowError) -> TradeAmounts {
    let (amount, given, value) = (figures.amount, figures.given, figures.value)
    let currency = figures.currency
    let cash = amount?.currency ?? currency
    let signs = figures.hasRebate
    let fees = try split(costs(.fees, row, currency, keepingSigns: signs), cash, currency)
    let taxes = try split(costs(.taxes, row, currency, keepingSigns: signs), cash, currency)
    // What is kept of the gain is in a net amount, too.
    let kept = try sums(row.costs(.gainsTax, form)).first { $0.currency == cash }?.amount
    let sign = figures.isPurchase ? ExactDecimal.one : -ExactDecimal.one
    let inAccount = try valueInAccount(row, value, amount, currency)
    return try exactly { () throws(ArithmeticFault) in
      let costs = try ExactDecimal.sum(ofGiven: fees.cash, taxes.cash, kept)
      guard let amount else {
        // Without an amount of cash, the price counts.
        let gross = ExactDecimal.given(given?.amount ?? value)
        var amounts = TradeAmounts(principal: RowMoney(.zero, cash))
        let paid = try gross.adding(accrued)
        amounts.principal.amount = paid.rounded(toPlaces: cash.minorUnits, .halfEven)
        amounts.gross = given?.amount
        (amounts.fees, amounts.taxes) = (fees.cash, taxes.cash)
        (amounts.cashFees, amounts.cashTaxes) = (fees.cash, taxes.cash)
        return amounts
      }
      let moved = amount.amount < .zero ? -amount.amount : amount.amount
      let isNet = bound.table.amounts.isNet
      // What the units cost or brought, in the currency of the cash.
      let units = isNet ? try moved.subtracting(costs.multiplied(by: sign)) : moved
      var amounts = TradeAmounts(principal: RowMoney(units, cash))
      (amounts.cashFees, amounts.cashTaxes) = (fees.cash, taxes.cash)
      let isRestFee = figures.rest == .fees && costs == .zero
      if cash == currency, let value, isRestFee {
        return try resting(value, moved, sign, cash)
      }
      if let value, let inAccount, isRestFee {
        var resting = try resting(inAccount, moved, sign, cash)
        resting.gross = value
        resting.fees = try converted(resting.fees, value, inAccount, currency)
        return resting
      }
      if cash == currency {
        amounts.gross = try units.subtracting(accrued)
        (amounts.fees, amounts.taxes) = (fees.cash, taxes.cash)
        return amounts
      }
      let gross = ExactDecimal.given(given?.amount ?? value)
      amounts.gross = given?.amount
      // The rate is that of the row: the trade in its currency for the cash.
      let full = try gross.adding(accrued).adding(
        fees.trade.adding(taxes.trade).multiplied(by: sign))
      amounts.fees = try fees.trade.adding(
        converted(fees.cash, full, units, currency))
      amounts.taxes = try taxes.trade.adding(
        converted(taxes.cash, full, units, currency))
      return amounts
    }
  }

  /// The amounts of a trade whose costs are what the cash has beyond units times price.
  private func resting(
    _ value: ExactDecimal, _ moved: ExactDecimal, _ sign: ExactDecimal, _ cash: Currency
  ) throws(ArithmeticFault) -> TradeAmounts {
    let units = value.rounded(toPlaces: cash.minorUnits, .halfEven)
    let rest = try moved.subtracting(units).multiplied(by: sign)
    let isCost = rest > .zero
    var amounts = TradeAmounts(principal: RowMoney(isCost ? units : moved, cash))
    amounts.gross = amounts.principal.amount
    if isCost { (amounts.fees, amounts.cashFees) = (rest, rest) }
    return amounts
  }

  /// An amount of cash in the currency of the trade.
  private func converted(
    _ amount: ExactDecimal, _ trade: ExactDecimal, _ cash: ExactDecimal, _ currency: Currency
  ) throws(ArithmeticFault) -> ExactDecimal {
    if amount == .zero || cash == .zero { return .zero }
    return try amount.multiplied(by: trade).divided(by: cash, places: Self.convertedPlaces)
      .normalized().padded(toPlaces: currency.minorUnits)
  }

  /// The costs of a row. Those in the currency to which the rate of the row is, such as a fee in
  /// the currency of the account, are converted to the currency of the trade.
  private func costs(
    _ field: RuleSlots.Known, _ row: TableRow, _ trade: Currency, keepingSigns: Bool
  ) throws(RowError) -> [RowMoney] {
    let costs = try sums(row.costs(field, form, keepingSigns: keepingSigns))
    guard let target = bound.table.amounts.rateTarget, target != trade,
      let rate = try row.number(.rate, form), rate > .zero
    else { return costs }
    return try exactly { () throws(ArithmeticFault) in
      try costs.map { cost throws(ArithmeticFault) in
        guard cost.currency == target else { return cost }
        return RowMoney(try cost.amount.divided(by: rate, places: Self.convertedPlaces), trade)
      }
    }
  }

  /// The places of a converted cost. They are more than those of a currency, so that the cost in
  /// the currency of the account is the given one.
  static let convertedPlaces = 10

  /// Costs in the currency of the cash, and in that of the trade. Those in another currency are
  /// groups of their own.
  private func split(
    _ costs: [RowMoney], _ cash: Currency, _ trade: Currency
  ) throws(RowError) -> (cash: ExactDecimal, trade: ExactDecimal) {
    var found = (cash: ExactDecimal.zero, trade: ExactDecimal.zero)
    for cost in costs {
      if cost.currency == cash {
        found.cash = cost.amount
      } else if cost.currency == trade {
        found.trade = cost.amount
      } else if !bound.table.amounts.mayCostsBeApart {
        throw RowError(
          .contradictoryRow,
          "a cost is in \(cost.currency), but the trade is in \(trade) and its cash in \(cash)",
          help: "Correct the row, or import the cost as a row of its own.")
      }
    }
    return found
  }

  private mutating func addCash(
    _ amounts: TradeAmounts, isPurchase: Bool, to effect: inout RowEffect
  ) {
    var principal = amounts.principal
    if isPurchase { principal.amount = -principal.amount }
    add(.principal, principal, to: &effect)
    add(.fee, RowMoney(-amounts.cashFees, principal.currency), to: &effect)
    add(.tax, RowMoney(-amounts.cashTaxes, principal.currency), to: &effect)
  }
}

extension RowKind {
  /// The type of a trade of this kind; nil if the row decides it, or is no trade.
  fileprivate var tradeType: TradeType? {
    switch self {
    case .buy: .buy
    case .sell: .sell
    case .cover: .cover
    case .shortSell: .shortSell
    case .trade, .cancel, .dividend, .interest, .fee, .tax, .deposit, .withdrawal, .cash, .other,
      .reversal, .refund, .returnOfCapital, .costAdjustment, .stockDividend, .split, .reward,
      .reinvest, .transferIn, .transferOut, .openingBalance, .gift, .unitFee, .exchange, .units,
      .unitsOut, .writeOff, .expiry, .exercise, .assignment, .spinOff, .cashMerger, .symbolChange,
      .swap, .part, .skip, .refused, .note, .position, .total, .instrument, .openingCash,
      .closingCash,
      .openingCashInBase, .closingCashInBase, .tradeFees, .closedLot:
      nil
    }
  }
}
