// Prices for a hundredth or a thousandth of a unit, such as those of bonds in per cent.
extension RowBooker {
  private static let hundredth = ExactDecimal(short: 1, places: 2)
  /// The part of an amount with interest that the units are at least.
  private static let mostWithInterest = ExactDecimal(short: 8, places: 1)

  /// The factor of the price of a trade, if its amount shows that the price is for a part of a
  /// unit. Units, a price or an amount with a hundred times the right size look alike, so that the
  /// instrument must not be priced by the unit.
  func partialFactor(
    _ row: TableRow, _ quantity: ExactDecimal, _ price: RowMoney?, _ value: ExactDecimal?,
    _ gross: ExactDecimal?
  ) throws(RowError) -> ExactDecimal? {
    guard let price, let value, let gross, gross != .zero, price.amount != .zero,
      try mayHavePartialPrice(row)
    else { return nil }
    let difference = try exactly(try value.roundedSum(with: -gross).magnitude)
    if difference <= (try mostOfRounding(value, quantity, price)) { return nil }
    for places in 2...3 {
      let factor = ExactDecimal(short: 1, places: places)
      let part = try exactly(try value.roundedProduct(with: factor))
      if Self.isNear(part, gross, within: 20) { return factor }
    }
    return nil
  }

  func mayHavePartialPrice(_ row: TableRow) throws(RowError) -> Bool {
    guard [.paid, .foreign].contains(bound.table.amounts.price),
      try row.number(.priceFactor, form) == nil
    else {
      return false
    }
    return instrumentClass(row) != .pricedByUnit
  }

  /// What the row, the file or the ledger says of the instrument; nil if nothing does.
  func instrumentClass(_ row: TableRow) -> InstrumentClass? {
    let kinds = [row.text(.type), row.text(.class)] + [knownInstrument(row)?.kind]
    let ofKind = kinds.lazy.compactMap { $0 }.compactMap { InstrumentClass(kind: $0) }.first
    return ofKind ?? row.text(.name).flatMap { InstrumentClass(name: $0) }
      ?? (hasListedTicker(row) ? .pricedByUnit : nil)
  }

  private func hasListedTicker(_ row: TableRow) -> Bool {
    guard bound.table.areTickersListed, let symbol = row.bytes(RuleSlots.Known.symbol.rawValue)
    else { return false }
    return symbol.count <= 5 && symbol.allSatisfy { (0x41...0x5A).contains($0) }
  }

  /// The instrument of the ledger to which the rows will be added.
  private func knownInstrument(_ row: TableRow) -> LedgerInstrument? {
    let known = draft.options.knownInstruments
    if known.isEmpty { return nil }
    if let isin = row.text(.isin) { return known.first { $0.isin == isin } }
    return row.text(.symbol).flatMap { symbol in known.first { $0.symbol == symbol } }
  }

  /// Notes the factor of an instrument. Its trades have one, unless it is a bond: some brokers
  /// write the units of bonds and their nominal value by turns.
  mutating func note(
    _ factor: ExactDecimal?, of key: String, _ row: TableRow
  ) throws(RowError) {
    let kind = instrumentClass(row)
    if let other = priceFactors[key], other != factor ?? .one, kind != .bond {
      throw RowError(
        .amountDiffers,
        "quantity × price × \(factor ?? .one) is the amount, but in an earlier row of the "
          + "instrument quantity × price\(other == .one ? "" : " × \(other)") is the amount",
        help: "Correct the number that is mistyped in one of the rows.",
        column: row.source(RuleSlots.Known.quantity.rawValue))
    }
    let isFirst = priceFactors.updateValue(factor ?? .one, forKey: key) == nil
    let name = row.text(.symbol) ?? row.text(.isin) ?? row.text(.name) ?? key
    guard let factor else {
      // A price near 1 is one of each unit of the nominal value.
      if kind == .bond, isFirst, try mayHavePartialPrice(row),
        let price = try row.number(.price, form), price >= 10
      {
        draft.report(
          .assumedPriceFactor,
          "the amount of the bond \(name) is quantity × price, although most prices of bonds are "
            + "in per cent",
          help: "If the price is in per cent, correct the number that is mistyped: the units, the "
            + "price or the amount.", row: row.row)
      }
      return
    }
    draft.partialFactors[key] = factor
    guard kind == nil, isFirst, knownInstrument(row)?.priceFactor != factor else { return }
    draft.report(
      .assumedPriceFactor,
      "the amount of \(name) is quantity × price × \(factor), as that of a bond, but nothing "
        + "says that it is one",
      help: "If it is none, correct the number that is mistyped; a price in pence needs the "
        + "currency GBX. If it is one, name it in a ledger beside the file: \"kind\": \"bond\", "
        + "\"price_factor\": \"\(factor)\".", row: row.row)
  }

  /// The accrued interest of a bond in a file without a column for it: what a trade moves beyond
  /// units times the price in per cent. A rest that the digits of the price explain is none, and
  /// more than a fifth of the units is no interest of one period.
  func interest(
    _ row: TableRow, _ quantity: ExactDecimal, _ price: RowMoney?, _ factor: ExactDecimal,
    _ gross: ExactDecimal?
  ) throws(RowError) -> ExactDecimal? {
    guard let price, let gross, bound.column(RuleSlots.Known.accrued.rawValue) < 0 else {
      return nil
    }
    return try exactly { () throws(ArithmeticFault) -> ExactDecimal? in
      let units = try quantity.multiplied(by: factor)
      let lastDigit = ExactDecimal(short: 1, places: price.amount.places)
      let most = try price.amount.adding(lastDigit)
      if ExactDecimal.compareProducts(units, most, gross, .one) >= 0 { return nil }
      if ExactDecimal.compareProducts(units, price.amount, gross, Self.mostWithInterest) < 0 {
        return nil
      }
      return try gross.subtracting(units.multiplied(by: price.amount))
    }
  }

  // MARK: Trades in two currencies

  /// Compares the rate of a row with its price and its cash, which are in two currencies.
  /// - Returns: The factor of the price, if the rate shows that the price is for a part of a unit.
  mutating func compareRate(
    _ row: TableRow, _ value: ExactDecimal?, _ cash: RowMoney, _ currency: Currency
  ) throws(RowError) -> ExactDecimal? {
    if let value, value == cash.amount.magnitude, value != .zero, currency != cash.currency,
      currency.isNational, cash.currency.isNational, try row.number(.rate, form) == nil
    {
      throw RowError(
        .amountDiffers,
        "the units are worth \(value.normalized()) \(currency), and the amount is the same number "
          + "of \(cash.currency), without an exchange rate",
        help: "Look whether one of the currencies is wrong.",
        column: row.source(RuleSlots.Known.amount.rawValue))
    }
    if bound.table.amounts.rate == .account {
      return try factorAtRate(row, value, cash, currency)
    }
    guard bound.table.amounts.rate == .compared, cash.currency != currency, cash.amount != .zero,
      let rate = try row.number(.rate, form), rate > .zero, let value, value > .zero
    else { return nil }
    let moved = cash.amount.magnitude
    let readings = try readings(of: value, moved, rate.places)
    var factors: [ExactDecimal] = [.one]
    // A price in hundredths may have a rate in hundredths.
    let isHundredth = try row.unit(RuleSlots.Known.price.rawValue)?.isHundredth ?? false
    if isHundredth { factors.append(100) }
    let mayBePart = try mayHavePartialPrice(row)
    if isHundredth || mayBePart { factors.append(Self.hundredth) }
    let isPossible = UnlikelyRows.isPossible(readings[0], currency, cash.currency)
    for factor in factors {
      let own = try self.readings(of: value, moved, rate.places, factor)
      guard let near = own.first(where: { Self.isNear($0, rate, within: 100) }) else { continue }
      let isPart = !isHundredth && factor != .one
      guard isPart || isPossible else { continue }
      draft.claimRate(rate, near, row: row.row)
      return isPart ? factor : nil
    }
    guard isPossible, let near = readings.first(where: { Self.isNear($0, rate, within: 5) }) else {
      throw RowError(
        .amountDiffers,
        "the rate is \(rate), but \(value.normalized()) \(currency) for "
          + "\(cash.amount.magnitude) \(cash.currency) are a rate of \(readings[0]) or "
          + "\(readings[1])",
        help: "Correct the number that is mistyped: the units, the price, the amount or the rate.",
        column: row.source(RuleSlots.Known.rate.rawValue))
    }
    draft.claimRate(rate, near, row: row.row)
    return nil
  }

  /// The factor of the price of a bond that was paid in the currency of the account, at the rate of
  /// the row.
  private func factorAtRate(
    _ row: TableRow, _ value: ExactDecimal?, _ cash: RowMoney, _ currency: Currency
  ) throws(RowError) -> ExactDecimal? {
    guard cash.currency != currency, let value, let rate = try row.number(.rate, form),
      rate > .zero, try mayHavePartialPrice(row)
    else { return nil }
    let amounts = try exactly(
      [
        try value.roundedProduct(with: rate),
        try value.divided(by: rate, places: cash.currency.minorUnits),
      ])
    let moved = cash.amount.magnitude
    if amounts.contains(where: { Self.isNear($0, moved, within: 10) }) { return nil }
    let parts = try exactly { () throws(ArithmeticFault) in
      try amounts.map { amount throws(ArithmeticFault) in
        try amount.roundedProduct(with: Self.hundredth)
      }
    }
    return parts.contains { Self.isNear($0, moved, within: 10) } ? Self.hundredth : nil
  }

  /// Compares the rate of an exchange with both its sides. Small sides are rounded too much.
  mutating func compareRate(ofExchange parts: [RowEffect]) throws(RowError) {
    var sides: [Currency: ExactDecimal] = [:]
    for leg in parts.flatMap(\.cashLegs) {
      guard let currency = leg.currency else { continue }
      let amount = leg.direction == .in ? leg.amount : -leg.amount
      sides[currency] = try exactly(try sides[currency, default: .zero].adding(amount))
    }
    let amounts = sides.values.map(\.magnitude)
    guard amounts.count == 2, amounts.allSatisfy({ $0 >= 10 }) else { return }
    for part in parts {
      guard let rate = part.rate, rate > .zero else { continue }
      let mayBeHundredths = sides.keys.contains { ["GBP", "ILS", "ZAR"].contains($0.code) }
      let plain = try readings(of: amounts[0], amounts[1], rate.places)
      var computed = plain[0]
      for factor in mayBeHundredths ? [.one, 100, Self.hundredth] : [.one] {
        let found = try readings(of: amounts[0], amounts[1], rate.places, factor)
        guard let near = found.first(where: { Self.isNear($0, rate, within: 100) }) else {
          continue
        }
        computed = near
        break
      }
      draft.claimRate(rate, computed, row: part.row)
    }
  }

  /// The rates of an amount in either direction, times a factor.
  private func readings(
    of value: ExactDecimal, _ moved: ExactDecimal, _ places: Int, _ factor: ExactDecimal = .one
  ) throws(RowError) -> [ExactDecimal] {
    try exactly { () throws(ArithmeticFault) -> [ExactDecimal] in
      let value = try value.roundedProduct(with: factor)
      if value == .zero { return [.zero, .zero] }
      return [
        try value.divided(by: moved, places: max(places, 6)),
        try moved.divided(by: value, places: max(places, 6)),
      ]
    }
  }
}
