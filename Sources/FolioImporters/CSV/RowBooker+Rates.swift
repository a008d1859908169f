// Trades whose price and cash are in two currencies, and the exchange rate of their rows.
extension RowBooker {
  /// What the units of a trade are worth in the currency of the account, at the rate of the row.
  /// Nil if the row has no such rate.
  func valueInAccount(
    _ row: TableRow, _ value: ExactDecimal?, _ amount: RowMoney?, _ currency: Currency
  ) throws(RowError) -> ExactDecimal? {
    guard bound.table.amounts.rate == .account, let value, let amount, amount.currency != currency,
      let rate = try row.number(.rate, form), rate > .zero
    else { return nil }
    let places = amount.currency.minorUnits
    let moved = amount.amount.magnitude
    let readings = try exactly(
      [
        try value.multiplied(by: rate, places: places),
        try value.divided(by: rate, places: places),
      ])
    // The rate is that of either direction. The one that explains the amount counts.
    if let near = readings.first(where: { Self.isNear($0, moved, within: 10) }) { return near }
    if try mayHavePartialPrice(row) {
      let parts = try exactly { () throws(ArithmeticFault) in
        try readings.map { reading throws(ArithmeticFault) in
          try reading.roundedProduct(with: ExactDecimal(short: 1, places: 2))
        }
      }
      if let near = parts.first(where: { Self.isNear($0, moved, within: 10) }) { return near }
    }
    throw RowError(
      .contradictoryRow,
      "units times price is \(value) \(currency), which at the rate \(rate) is neither of "
        + "\(readings[0]) and \(readings[1]) \(amount.currency), the amount being \(moved)",
      help: "Correct the row, or the rule.",
      column: bound.column(RuleSlots.Known.rate.rawValue))
  }

  /// Keeps the rate of a row to the currency of the accounts as that of the day. A leg's own rate
  /// would be to the base currency of whatever ledger the rows are added to.
  mutating func addRateOfRow(_ row: TableRow, _ effect: RowEffect) throws(RowError) {
    guard let target = bound.table.amounts.rateTarget else { return }
    draft.set { $0.baseCurrency = $0.baseCurrency ?? target }
    guard let rate = try row.number(.rate, form), rate > .zero,
      let unit = try row.unit(RuleSlots.Known.currency.rawValue), unit.currency != target,
      !unit.isHundredth
    else { return }
    let day = RatedDay(day: effect.time.day, currency: unit.currency)
    if let known = ratedDays[day] {
      if known == rate { return }
      return draft.report(
        .unsupportedPart, "the rate \(rate) is left out: the day has the rate \(known)",
        help: "A ledger has one rate for a day. Add an fx_rate to the leg, if it has to be exact.",
        row: row.row)
    }
    ratedDays[day] = rate
    draft.add(LedgerRate(day: day.day, from: day.currency, to: target, rate: rate))
  }

  /// Whether two amounts differ by at most a part of the second one.
  static func isNear(
    _ one: ExactDecimal, _ two: ExactDecimal, within parts: Int
  ) -> Bool {
    // `one · parts` is between `two · (parts + 1)` and `two · (parts - 1)`, whatever their signs.
    let orders = [parts + 1, parts - 1].map {
      ExactDecimal.compareProducts(one, ExactDecimal(parts), two, ExactDecimal($0))
    }
    return orders[0] * orders[1] <= 0
  }

  // MARK: Amounts that are given twice

  /// Refuses a trade that was paid with another amount than units times price, unless the rules say
  /// what else is in the amount.
  /// - Returns: Whether the price is in the currency of the amount.
  mutating func checkValue(
    _ row: TableRow, _ quantity: ExactDecimal, _ price: RowMoney?, _ value: ExactDecimal,
    _ factor: ExactDecimal?, _ gross: ExactDecimal?
  ) throws(RowError) -> Bool {
    guard bound.table.amounts.price != .market, let price, let gross, price.amount != .zero else {
      return true
    }
    let (paid, difference) = try exactly { () throws(ArithmeticFault) in
      let paid = try value.roundedProduct(with: factor ?? .one)
      return (paid, try paid.roundedSum(with: -gross).magnitude)
    }
    if difference <= (try mostOfRounding(paid, quantity, price)) { return true }
    let shown = paid.normalized().padded(toPlaces: price.currency.minorUnits)
    let isCut = try difference <= mostOfRounding(paid, quantity, price, isCut: true)
    if isCut, Self.isNear(paid, gross, within: 20) {
      guard reportedColumns.insert("\(bound.table.name) rounded price").inserted else {
        return true
      }
      draft.report(
        .costLeftOut,
        "the amount is \(gross), and quantity × price is \(shown) \(price.currency): the price is "
          + "rounded, or the amount has something else in it",
        help: "Look which. Only the first such row is shown.", row: row.row)
      return true
    }
    if lacksCurrencyOfPrice(row), !Self.isPowerOfTen(paid, gross) {
      let name = row.text(.isin) ?? row.text(.symbol) ?? row.text(.name) ?? ""
      if reportedColumns.insert("\(bound.table.name) currency of the price of \(name)").inserted {
        draft.report(
          .costLeftOut,
          "the amount is \(gross) \(price.currency), and quantity × price is \(shown): the file "
            + "has no column for the currency of the price, so the amount counts",
          help: "Look whether the price is in another currency. Only the first such row of the "
            + "instrument is shown.", row: row.row)
      }
      return false
    }
    throw RowError(
      .amountDiffers,
      "quantity × price\(factor.map { " × \($0)" } ?? "") is \(shown) \(price.currency), but "
        + "the amount is \(gross)", help: Self.remedy(paid, gross),
      column: row.source(RuleSlots.Known.price.rawValue))
  }

  /// Whether the file lacks the column for the currency of prices, which others of its format have.
  private func lacksCurrencyOfPrice(_ row: TableRow) -> Bool {
    let own = bound.slots.currencies[RuleSlots.Known.price.rawValue]
    return bound.table.amounts.price == .foreign && own >= 0 && row.bytes(own) == nil
  }

  /// Whether one number is about 10, 100 or 1,000 times the other, as if a mark were mistyped.
  private static func isPowerOfTen(_ one: ExactDecimal, _ other: ExactDecimal) -> Bool {
    [10, 100, 1000].contains { size in
      [(one, other), (other, one)].contains { large, small in
        (try? small.roundedProduct(with: ExactDecimal(size)))
          .map { isNear(large, $0, within: 200) } ?? false
      }
    }
  }

  /// What the digits of the price, of the units and of the amount leave open.
  func mostOfRounding(
    _ paid: ExactDecimal, _ quantity: ExactDecimal, _ price: RowMoney, isCut: Bool = false
  ) throws(RowError) -> ExactDecimal {
    try exactly { () throws(ArithmeticFault) in
      // Programs leave out zeros, so a price of 5 mostly has all the digits of its currency.
      let digits = isCut ? price.amount.places : max(price.amount.places, price.currency.minorUnits)
      let ofPrice = try paid.multiplied(
        by: ExactDecimal(short: 5, places: digits + 1), dividedBy: price.amount, places: 12)
      // A number with few decimals is exact.
      let half =
        quantity.places < 3 ? .zero : ExactDecimal(short: 5, places: quantity.places + 1)
      return try paid.multiplied(by: half, dividedBy: quantity, places: 12)
        .roundedSum(with: ofPrice).roundedSum(with: price.currency.balanceTolerance)
    }
  }

  private static func remedy(_ paid: ExactDecimal, _ gross: ExactDecimal) -> String {
    for size in [100, 1000] {
      if let part = try? paid.divided(by: ExactDecimal(size), places: paid.places + 3),
        isNear(part, gross, within: 200)
      {
        return "Correct the number that is mistyped. A price in hundredths of a currency needs the "
          + "currency of the hundredths, such as GBX. Only bonds have prices in per cent: \"set\": "
          + "{\"type\": \"bond\"}."
      }
      guard let whole = try? paid.roundedProduct(with: ExactDecimal(size)),
        isNear(whole, gross, within: 200)
      else { continue }
      return "If a contract is one for \(size) units, write \"set\": {\"multiplier\": \"\(size)\"} "
        + "in the rule. Otherwise correct the number that is mistyped."
    }
    return "Correct the number that is mistyped. If fees or interest are in the amount, say so in "
      + "a rule file: \"rest\": \"fees\" or \"accrued\". If the price is not what was paid: "
      + "\"price\": \"market\"."
  }

  /// Refuses a trade whose amount without costs is not the gross amount that the row gives besides.
  func checkGross(
    _ given: RowMoney, _ gross: ExactDecimal?, _ rest: RuleTable.Rest?
  ) throws(RowError) {
    guard rest != .fees, let gross, given.amount != .zero,
      let difference = try? given.amount.magnitude.roundedSum(with: -gross.magnitude).magnitude,
      difference > given.currency.balanceTolerance
    else { return }
    throw RowError(
      .amountDiffers,
      "the gross amount is \(given.amount), but the amount without costs is \(gross)",
      help: "Correct the amount, or the costs.",
      column: bound.column(RuleSlots.Known.gross.rawValue))
  }
}

/// A day on which a row gives the rate of a currency.
struct RatedDay: Hashable, Sendable {
  var day: Day
  var currency: Currency
}
