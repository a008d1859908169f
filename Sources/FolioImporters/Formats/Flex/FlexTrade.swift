import Folio

/// A trade of a Flex query.
struct FlexTrade {
  var row: FlexRow
  var statement: Int
  var account: String
  var category: String
  var time: Timestamp
  var settles: Day?
  var currency: Currency
  /// Units, below zero if they go out.
  var quantity: ExactDecimal
  /// The price of a unit; nil if the file has none.
  var price: ExactDecimal?
  /// The value of the units before costs.
  var gross: ExactDecimal
  /// Fees, below zero if the broker pays them.
  var fees: ExactDecimal
  var feeCurrency: Currency
  var taxes: ExactDecimal
  var accrued: ExactDecimal
  var codes: Set<String>
  /// The broker's id of this row.
  var id: String?
  /// Whether it undoes an earlier trade.
  var isCancel: Bool

  var isPurchase: Bool { quantity.isPositive }

  /// What the trade adds to the cash, if its fees are in its currency.
  var netCash: ExactDecimal {
    get throws(FieldFault) {
      let moved = try gross.plus(accrued)
      return try (isPurchase ? -moved : moved).minus(fees).minus(taxes)
    }
  }
}

extension FlexReader {
  /// Reads a trade. A trade of a contract that moves only margin is nil, and its row has ended.
  func trade(_ row: FlexRow, _ statement: Int) throws(FieldFault) -> FlexTrade {
    let unit = try row.unit()
    let category = try row.text("assetCategory")
    var feeUnit = unit
    for name in ["commissionCurrency", "ibCommissionCurrency"] where try !row.text(name).isEmpty {
      feeUnit = try row.unit(name)
    }
    let kind = try row.text("transactionType")
    let side = try row.text("buySell")
    let codes = try row.codes()
    var time = try time(row, "dateTime", "tradeDate")
    if !row.has("dateTime"), let clock = try clock(row, on: time.day) { time = clock }
    let quantity = try row.required("quantity")
    let fees = -ExactDecimal.given(try row.number("ibCommission", "commission"))
    var trade = FlexTrade(
      row: row, statement: statement,
      account: try row.account(else: statements[statement].account), category: category,
      time: time, settles: try dates.day(row, "settleDateTarget"), currency: unit.currency,
      quantity: quantity, price: nil,
      gross: .zero, fees: try feeUnit.inCurrency(fees), feeCurrency: feeUnit.currency,
      taxes: try unit.inCurrency(-ExactDecimal.given(try row.number("taxes", "tax"))),
      accrued: try unit.inCurrency(.given(try row.number("accruedInt"))).magnitude, codes: codes,
      id: try row.id("transactionID"),
      isCancel: kind.hasSuffix("Cancel") || side.contains("(Ca.)") || codes.contains("Ca"))
    if trade.id == nil, let id = try row.id("tradeID") { trade.id = "trade \(id)" }
    if let price = try row.number("tradePrice", "price") {
      trade.price = try unit.inCurrency(price)
    }
    try checkSide(side, trade)
    try checkValue(trade)
    trade.gross = try unit.inCurrency(try gross(trade)).normalized()
    try leaveOutInterestOfItsOwn(row, unit, &trade)
    return trade
  }

  /// Leaves out accrued interest that the net cash does not have: it is a payment of its own, such
  /// as "PURCHASE ACCRUED INT".
  private func leaveOutInterestOfItsOwn(
    _ row: FlexRow, _ unit: Currency.Unit, _ trade: inout FlexTrade
  ) throws(FieldFault) {
    guard !trade.accrued.isZero, trade.feeCurrency == trade.currency,
      let given = try row.number("netCash")
    else { return }
    var without = trade
    without.accrued = .zero
    if try without.netCash == unit.inCurrency(given) { trade = without }
  }

  /// The time in an attribute of its own.
  private func clock(_ row: FlexRow, on day: Day) throws(FieldFault) -> Timestamp? {
    let text = try row.text("tradeTime").filter { $0 != ":" }
    guard text.utf8.count == 6, let number = Int(text), number > 0 else { return nil }
    return try? Timestamp(
      day: day, hour: number / 10000, minute: number / 100 % 100, second: number % 100,
      nanosecond: 0)
  }

  /// The signs of a row have to say the same.
  private func checkSide(_ side: String, _ trade: FlexTrade) throws(FieldFault) {
    guard !trade.quantity.isZero else {
      throw FieldFault(
        .contradictoryRow, "the trade has no units", help: "Run the Flex query again.",
        at: trade.row.range("quantity"))
    }
    if trade.isCancel { return }
    let isWrong =
      (side.hasPrefix("BUY") && !trade.isPurchase) || (side.hasPrefix("SELL") && trade.isPurchase)
    let proceeds = ExactDecimal.given(try trade.row.number("proceeds"))
    if isWrong || (trade.isPurchase ? proceeds.isPositive : proceeds.isNegative) {
      throw FieldFault(
        .contradictoryRow,
        "the side \(side), the quantity and the proceeds of this trade contradict each other",
        help: "Run the Flex query again; do not edit the file.", at: trade.row.range("quantity"))
    }
  }

  /// Refuses a trade whose amounts are not units times price. What the digits of the price leave
  /// open is no difference.
  private func checkValue(_ trade: FlexTrade) throws(FieldFault) {
    guard let price = try trade.row.number("tradePrice", "price") else { return }
    let units = try unitsTimesFactors(trade)
    let value = try units.times(price)
    let rest = try units.times(ExactDecimal(short: 5, places: price.places + 1))
      .plus(trade.currency.balanceTolerance)
    for name in ["proceeds", "tradeMoney", "amount"] {
      guard let given = try trade.row.number(name), !given.isZero || !value.isZero,
        try given.magnitude.minus(value).magnitude > rest
      else { continue }
      throw FieldFault(
        .amountDiffers,
        "quantity × price × multiplier is \(value.normalized()), but the \(name) are "
          + "\(given.normalized())",
        help: "Run the Flex query again; do not edit the file.", at: trade.row.range(name))
    }
  }

  /// The number of units that one price is for, without a sign.
  private func unitsTimesFactors(_ trade: FlexTrade) throws(FieldFault) -> ExactDecimal {
    if trade.category == "CASH" { return trade.quantity.magnitude }
    let facts = try instruments.facts(trade.row)
    return try trade.quantity.magnitude.times(facts.multiplier ?? 1).times(facts.priceFactor ?? 1)
  }

  /// The value of the units, from the first attribute that the file has for it.
  private func gross(_ trade: FlexTrade) throws(FieldFault) -> ExactDecimal {
    if let value = try trade.row.number("proceeds", "tradeMoney", "amount") {
      return value.magnitude
    }
    if let price = try trade.row.number("tradePrice", "price") {
      return try unitsTimesFactors(trade).times(price)
    }
    if let net = try trade.row.number("netCash"), trade.category != "CASH",
      try !trade.row.unit().isHundredth
    {
      let costs = try trade.fees.plus(trade.taxes)
      return try trade.isPurchase ? net.magnitude.minus(costs) : net.magnitude.plus(costs)
    }
    if let cost = try trade.row.number("cost"), trade.isPurchase {
      return try cost.magnitude.minus(
        ExactDecimal.given(try trade.row.number("ibCommission")).magnitude)
    }
    throw trade.row.missing("proceeds")
  }
}

extension ExactDecimal {
  /// Whether it is zero.
  var isZero: Bool { signum == 0 }
}
