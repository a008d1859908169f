/// What a figure is that a row states beside those that it books.
struct StatedFigure: Sendable {
  enum Meaning: String, Sendable, CaseIterable {
    /// The amount before costs: the value of units, or a payment before its tax.
    case gross
    /// The cash after costs, without a sign.
    case net
    /// The cash after costs, below zero if it goes out.
    case cash
    /// What the units cost, or brought, with their fees. Programs adjust it, so that a difference
    /// is a warning.
    case cost
    /// What other numbers of the row make.
    case made
    /// About the amount before costs.
    case worth
    /// The price of a unit, in the currency of the trade, or in one that no column names.
    case each, price
    /// Units times their price, whatever the row books of them. In an amount after costs they are
    /// units times price with the costs.
    case product = "units_times_price"
    /// The cash after costs. That of all rows of a day together has to agree, because a row may
    /// have what another one pays.
    case cashOfDay = "cash_of_day"
    /// What the units or the cash of another field are worth.
    case valueOf = "value_of"
    /// The sum of another field over this row and those before it.
    case runningSumOf = "running_sum_of"
    /// The units that were held on some day of the months before.
    case held
    /// An amount before costs, and one after them. The costs of the row are the difference.
    case beforeCosts = "before_costs"
    case afterCosts = "after_costs"

    /// Whether the figure may be stated at a rate.
    var mayHaveRate: Bool { [.gross, .net, .cash].contains(self) }
    /// Whether the figure is about another field.
    var isOfOther: Bool { [.valueOf, .runningSumOf].contains(self) }
  }

  var slot: Int
  var meaning: Meaning
  /// The field with the exchange rate at which the figure is stated, or the one that it is about;
  /// nil if it has none.
  var other: Int?

  var slots: [Int] { [slot] + [other].compactMap { $0 } }
}

// Figures that rows state and that nothing books. They prove what is booked.
extension RowBooker {
  /// Refuses a row that states another amount than the one that is booked. What the digits of its
  /// numbers leave open is no difference.
  mutating func compareStatedFigures(_ row: TableRow, _ effect: RowEffect) throws(RowError) {
    // Where amounts are net, units times price prove the rebate.
    var isProven = effect.grossBeforeRebate == nil || bound.table.amounts.isNet
    let figures = bound.table.stated + (row.rule?.stated ?? [])
    for figure in figures {
      switch figure.meaning {
      case .made, .beforeCosts, .afterCosts, .product, .valueOf, .runningSumOf: continue
      case .cashOfDay:
        try addCashOfDay(figure, row, effect)
        continue
      case .held:
        try addUnitsOfDividend(figure, row, effect)
        continue
      case .gross, .net, .cash, .cost, .worth, .each, .price: break
      }
      guard
        let given = try row.number(
          row.bytes(figure.slot), from: row.source(figure.slot), figure.slot, form),
        given != .zero
      else { continue }
      if figure.meaning == .price {
        try comparePrice(given, row, effect)
        continue
      } else if figure.meaning == .each {
        try compareEach(given, figure, row, effect)
        continue
      }
      guard let money = try stated(given, figure, row, effect) else { continue }
      if let rate = figure.other {
        try compare(money, figure, at: rate, row, effect)
      } else if [.cost, .worth].contains(figure.meaning) {
        let agrees = try compareCost(money, figure, row, effect)
        isProven = isProven || agrees && figure.meaning == .cost
      } else {
        try compare(money, figure, row, effect)
        isProven = isProven || figure.meaning != .gross
      }
    }
    if !isProven, reportedColumns.insert("rebate").inserted {
      draft.report(
        .rebateAlone,
        "the fee has the sign of one that is paid back, and no other figure of the row shows it",
        help: "Look whether its sign is right. Only the first such row is shown.", row: row.row)
    }
  }

  private mutating func addUnitsOfDividend(
    _ figure: StatedFigure, _ row: TableRow, _ effect: RowEffect
  ) throws(RowError) {
    let units = try row.number(
      row.bytes(figure.slot), from: row.source(figure.slot), figure.slot, form)
    guard let units, units > .zero, let leg = effect.stockLegs.first else { return }
    draft.unitsOfDividends.append(
      UnitsOfDividend(
        key: leg.symbol, account: effect.account, quantity: units, day: effect.time.day,
        row: row.row))
  }

  /// Compares a figure that programs adjust, and warns of a difference once for each column.
  /// - Returns: Whether it agrees.
  private mutating func compareCost(
    _ money: RowMoney, _ figure: StatedFigure, _ row: TableRow, _ effect: RowEffect
  ) throws(RowError) -> Bool {
    do throws(RowError) {
      try compare(money, figure, row, effect)
      return true
    } catch {
      guard error.code == .amountDiffers else { throw error }
      let column = row.source(figure.slot)
      if reportedColumns.insert("\(bound.table.name) \(column)").inserted,
        let field = row.field(column)
      {
        draft.report(
          .costLeftOut, error.message,
          help: "Look whether the amount and the fees are right. Only the first such row is shown.",
          row: row.row, at: field.start, length: max(1, field.end - field.start))
      }
      return false
    }
  }

  /// Compares units times their price with the amount before costs.
  private func compareEach(
    _ price: ExactDecimal, _ figure: StatedFigure, _ row: TableRow, _ effect: RowEffect
  ) throws(RowError) {
    guard let leg = effect.stockLegs.first, let quantity = leg.quantity, quantity != .zero,
      let currency = leg.currency, let booked = try booked(.gross, currency, row, effect)
    else { return }
    var price = price
    if let unit = try row.unit(figure.slot), unit.currency == currency {
      price = try exactly(try unit.major(price))
    }
    let product = try exactly(try quantity.roundedProduct(with: price.magnitude))
    let open = try mostOfRounding(
      product, quantity, RowMoney(price.magnitude, currency), isCut: true)
    let difference = try exactly(try product.roundedSum(with: -booked.amount.magnitude).magnitude)
    if difference <= open { return }
    throw differs(
      figure, row, "\(quantity) × \(price)", "\(booked.amount.normalized()) \(currency)")
  }

  /// Compares what a unit costs at its price with earlier trades of the instrument. The exchange
  /// rate between them changes little.
  private mutating func comparePrice(
    _ price: ExactDecimal, _ row: TableRow, _ effect: RowEffect
  ) throws(RowError) {
    guard let leg = effect.stockLegs.first, let quantity = leg.quantity, quantity != .zero,
      let booked = try booked(.gross, nil, row, effect), booked.amount != .zero
    else { return }
    let rate = try exactly(
      try booked.amount.magnitude.divided(by: quantity, places: 12).divided(by: price, places: 8))
    guard let before = ratesOfPrices.updateValue(rate, forKey: leg.symbol) else { return }
    if Self.isNear(rate, before, within: 2) || Self.isNear(before, rate, within: 2) { return }
    draft.report(
      .priceJump,
      "the amount for a unit is \(rate.normalized()) times its price here, but "
        + "\(before.normalized()) times in the trade before",
      help: "Look whether the quantity, the price and the amount are right.", row: row.row)
  }

  /// A stated figure in its currency: that of its own field, or that of the trade.
  private func stated(
    _ given: ExactDecimal, _ figure: StatedFigure, _ row: TableRow, _ effect: RowEffect
  ) throws(RowError) -> RowMoney? {
    let own = bound.slots.currencies[figure.slot]
    var unit: Currency.Unit?
    if own < 0 || row.bytes(own) == nil, [.gross, .worth].contains(figure.meaning),
      let traded = effect.stockLegs.first?.currency
    {
      // The price may be in hundredths. So is what is stated beside it.
      let ofPrice = try row.unit(RuleSlots.Known.price.rawValue)
      unit = ofPrice?.currency == traded ? ofPrice : Currency.Unit(traded)
    } else {
      unit = try row.unit(figure.slot)
    }
    guard let unit else { return nil }
    try row.checkSign(row.bytes(figure.slot), unit, row.source(figure.slot))
    return try exactly(RowMoney(try unit.major(given), unit.currency))
  }

  private func compare(
    _ given: RowMoney, _ figure: StatedFigure, _ row: TableRow, _ effect: RowEffect
  ) throws(RowError) {
    guard let booked = try booked(figure.meaning, given.currency, row, effect) else { return }
    if figure.meaning == .worth,
      Self.isNear(given.amount.magnitude, booked.amount.magnitude, within: 10)
    {
      return
    }
    let isSigned = figure.meaning == .cash
    let (one, other) =
      isSigned
      ? (given.amount, booked.amount) : (given.amount.magnitude, booked.amount.magnitude)
    let difference = try exactly(try one.roundedSum(with: -other).magnitude)
    let tolerance = try exactly(
      try booked.rounding.roundedSum(with: given.currency.balanceTolerance)
        .roundedSum(with: ExactDecimal(short: 5, places: given.amount.places + 1)))
    if difference <= tolerance { return }
    throw differs(figure, row, "\(one.normalized())", "\(other.normalized()) \(given.currency)")
  }

  /// Compares a figure that is another one at a rate, in either direction.
  private func compare(
    _ given: RowMoney, _ figure: StatedFigure, at slot: Int, _ row: TableRow, _ effect: RowEffect
  ) throws(RowError) {
    guard let rate = try row.number(row.bytes(slot), from: row.source(slot), slot, form),
      rate > .zero,
      let booked = try booked(figure.meaning, nil, row, effect), booked.amount != .zero
    else { return }
    let amount = booked.amount.magnitude
    let readings = try exactly { () throws(ArithmeticFault) in
      let given = given.amount.magnitude
      return [
        try given.roundedProduct(with: rate),
        try given.divided(by: rate, places: max(given.places, 8)),
      ]
    }
    let rounding = try exactly(
      try ExactDecimal(short: 1, places: 2).roundedSum(with: booked.rounding))
    for reading in readings {
      let difference = try exactly(try reading.roundedSum(with: -amount).magnitude)
      if difference <= rounding || Self.isNear(reading, amount, within: 100) { return }
    }
    throw differs(
      figure, row, "\(given.amount.magnitude.normalized()) at the rate \(rate)",
      "\(amount.normalized())")
  }

  private func differs(
    _ figure: StatedFigure, _ row: TableRow, _ given: String, _ booked: String
  ) -> RowError {
    let meaning =
      switch figure.meaning {
      case .gross, .beforeCosts: "the amount before costs"
      case .net, .cash, .cost, .afterCosts, .cashOfDay: "the cash after costs"
      case .made, .worth, .each, .price, .product, .valueOf, .runningSumOf, .held: "the amount"
      }
    return RowError(
      .amountDiffers,
      "\(meaning) is \(given) here, but the other numbers of the row give \(booked)",
      help: "Correct the number that is mistyped.", column: row.source(figure.slot))
  }

  /// An amount that is booked, and what the digits of a price leave open of it.
  struct Booked {
    var amount: ExactDecimal
    var rounding = ExactDecimal.zero
  }

  /// What is booked for a row in a currency, or in any if it is nil. Nil if nothing is.
  func booked(
    _ meaning: StatedFigure.Meaning, _ currency: Currency?, _ row: TableRow, _ effect: RowEffect
  ) throws(RowError) -> Booked? {
    let isGross = [.gross, .worth].contains(meaning)
    if isGross, let leg = effect.stockLegs.first,
      leg.type.isTrade || leg.type == .dividend, currency == nil || leg.currency == currency
    {
      var own = leg
      if let gross = effect.grossBeforeRebate { own.gross = gross }
      return try value(of: own, row)
    }
    let all = effect.cashLegs.filter { currency == nil || $0.currency == currency }
    if all.isEmpty, [.net, .cash].contains(meaning), let leg = effect.stockLegs.first,
      leg.currency == currency
    {
      return try netValue(of: leg, row)
    }
    let payments = all.filter { $0.type != .fee && $0.type != .tax }
    // A row may be a cost itself.
    let legs = isGross && !payments.isEmpty ? payments : all
    var sum = ExactDecimal.zero
    for leg in legs {
      sum = try exactly(try sum.adding(leg.direction == .in ? leg.amount : -leg.amount))
    }
    if !isGross {
      for apart in effect.apart where apart.cost.currency == currency {
        sum = try exactly(try sum.subtracting(apart.cost.amount))
      }
    }
    return legs.isEmpty ? nil : Booked(amount: sum)
  }

  /// What a trade or a dividend makes after costs in its own currency, if its cash is in another
  /// one. What a purchase takes is below zero.
  private func netValue(
    of leg: LedgerGroup.StockLeg, _ row: TableRow
  ) throws(RowError) -> Booked? {
    guard leg.type.isTrade || leg.type == .dividend, var net = try value(of: leg, row) else {
      return nil
    }
    let isPurchase = leg.type == .buy || leg.type == .cover
    net.amount = try exactly { () throws(ArithmeticFault) in
      let costs = try ExactDecimal.sum(ofGiven: leg.fees, leg.taxes)
      let value = try ExactDecimal.sum(ofGiven: net.amount, leg.accruedInterest)
      return isPurchase ? -(try value.adding(costs)) : try value.subtracting(costs)
    }
    return net
  }

  /// The value of the units of a trade.
  private func value(
    of leg: LedgerGroup.StockLeg, _ row: TableRow
  ) throws(RowError) -> Booked? {
    if let gross = leg.gross { return Booked(amount: gross) }
    guard let quantity = leg.quantity, let price = leg.price, price != .zero,
      let currency = leg.currency
    else { return nil }
    let given = try row.number(.priceFactor, form) ?? priceFactors[leg.symbol]
    let factor = given ?? .one
    let multiplier = try row.number(.multiplier, form) ?? .one
    let value = try exactly(
      try quantity.multiplied(by: multiplier).multiplied(by: factor).roundedProduct(with: price))
    return Booked(
      amount: value,
      rounding: try mostOfRounding(value, quantity, RowMoney(price, currency)))
  }
}
