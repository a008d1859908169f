// The legs of a trade.
extension FlexReader {
  /// Books a trade, perhaps with the option that was exercised for it.
  mutating func book(
    _ trade: FlexTrade, exercising option: FlexTrade? = nil, cancelledBy cancel: ImportRow? = nil
  ) throws(FieldFault) {
    noteRate(trade.row, trade.currency, trade.time.day, trade.statement)
    if trade.category == "CASH" { return try bookExchange(trade, cancelledBy: cancel) }
    let facts = try instruments.facts(trade.row)
    var imported = group(trade, cancel)
    var leg = LedgerGroup.StockLeg(
      type(of: trade), draft.instrument(facts), trade.quantity.magnitude,
      in: accountName(trade.account))
    leg.currency = trade.currency
    leg.settlementDay = trade.settles == trade.time.day ? nil : trade.settles
    if trade.gross.isZero, trade.codes.contains("Ep") {
      leg.type = .expiry
    } else {
      // A rebate is no fee: it lowers what is paid, or raises what comes in.
      let rebate = try rebate(of: trade)
      leg.gross = try trade.isPurchase ? trade.gross.minus(rebate) : trade.gross.plus(rebate)
      if rebate.isZero { leg.price = trade.price }
      leg.fees = try legFees(of: trade)
      if trade.taxes.isPositive { leg.taxes = trade.taxes }
      if trade.accrued.isPositive { leg.accruedInterest = trade.accrued }
      imported.group.cashLegs = payments(trade, leg)
    }
    imported.group.stockLegs = [leg]
    if let option { try add(option, to: &imported) }
    if let gain = try trade.row.number("fifoPnlRealized"), !gain.isZero {
      imported.gain = (try trade.row.unit().inCurrency(gain), trade.currency)
    }
    checkNetCash(trade)
    add(imported, of: trade.statement)
    if leg.fees == nil, trade.feeCurrency != trade.currency, !trade.fees.isZero, cancel == nil {
      try bookFees(trade.fees, of: trade)
    }
  }

  private func group(_ trade: FlexTrade, _ cancel: ImportRow?) -> ImportedGroup {
    var imported = ImportedGroup(
      at: trade.time, accountName(trade.account), [trade.row.row] + (cancel.map { [$0] } ?? []),
      id: trade.id)
    imported.maySellShort = effects(of: trade) == (true, true)
    if cancel != nil { imported.group.status = .void }
    return imported
  }

  /// Whether the broker says that the trade opens a position, and that it closes one.
  private func effects(of trade: FlexTrade) -> (opens: Bool, closes: Bool) {
    let indicator = (try? trade.row.text("openCloseIndicator")) ?? ""
    let marks =
      indicator.isEmpty ? trade.codes : Set(indicator.split(separator: ";").map(String.init))
    return (marks.contains("O"), marks.contains("C"))
  }

  /// The trade type, by the sign of the units and by what the broker says of the position.
  private func type(of trade: FlexTrade) -> TradeType {
    let (opens, closes) = effects(of: trade)
    if trade.isPurchase { return closes && !opens ? .cover : .buy }
    return opens && !closes ? .shortSell : .sell
  }

  /// What the broker pays for the trade, in its currency.
  private func rebate(of trade: FlexTrade) throws(FieldFault) -> ExactDecimal {
    var rebate = ExactDecimal.zero
    if trade.fees.isNegative, trade.feeCurrency == trade.currency { rebate = -trade.fees }
    if trade.taxes.isNegative { rebate = try rebate.minus(trade.taxes) }
    return rebate
  }

  /// The fees in the currency of the trade; nil if there are none, or if no rate is known.
  private func legFees(of trade: FlexTrade) throws(FieldFault) -> ExactDecimal? {
    guard trade.fees.isPositive else { return nil }
    if trade.feeCurrency == trade.currency { return trade.fees }
    guard statements[trade.statement].base == trade.feeCurrency,
      let rate = try trade.row.number("fxRateToBase"), rate.isPositive
    else { return nil }
    return try trade.fees.times(1, over: rate, places: trade.currency.minorUnits)
  }

  private mutating func payments(
    _ trade: FlexTrade, _ leg: LedgerGroup.StockLeg
  ) -> [LedgerGroup.CashLeg] {
    let direction: Direction = trade.isPurchase ? .out : .in
    let isOneCurrency = trade.feeCurrency == trade.currency
    var legs = LedgerGroup.CashLeg.payments(
      [
        (.principal, direction, leg.gross), (.principal, direction, leg.accruedInterest),
        (.tax, .out, leg.taxes), (.fee, .out, isOneCurrency ? leg.fees : nil),
      ], cashAccount(trade.account, trade.currency), trade.currency)
    if !isOneCurrency, leg.fees != nil { legs.append(fee(-trade.fees, of: trade)) }
    return legs
  }

  /// A payment for fees, in their currency.
  private mutating func fee(_ amount: ExactDecimal, of trade: FlexTrade) -> LedgerGroup.CashLeg {
    .init(.fee, moving: amount, cashAccount(trade.account, trade.feeCurrency), trade.feeCurrency)
  }

  /// Books fees alone: in a currency of which the row has no rate, or of a cancelled trade.
  mutating func bookFees(
    _ fees: ExactDecimal, of trade: FlexTrade, and cancel: ImportRow? = nil
  ) throws(FieldFault) {
    var imported = group(trade, nil)
    if let cancel { imported.rows.insert(cancel, at: 0) }
    imported.becomePart("fee")
    var leg = fee(-fees, of: trade)
    if trade.category != "CASH" { leg.symbol = draft.instrument(try instruments.facts(trade.row)) }
    imported.group.cashLegs = [leg]
    add(imported, of: trade.statement)
  }

  /// The option leg of an exercise comes before the trade, whose cost it is a part of.
  private mutating func add(
    _ option: FlexTrade, to imported: inout ImportedGroup
  ) throws(FieldFault) {
    let facts = try instruments.facts(option.row)
    let leg = LedgerGroup.StockLeg(
      option.isPurchase ? .assignment : .exercise, draft.instrument(facts),
      option.quantity.magnitude, in: accountName(option.account))
    imported.group.stockLegs.insert(leg, at: 0)
    imported.rows.append(option.row.row)
  }

  /// Compares the broker's own sum of a trade.
  private mutating func checkNetCash(_ trade: FlexTrade) {
    guard !hasNetCashDifference, trade.feeCurrency == trade.currency, !trade.isCancel,
      let unit = try? trade.row.unit(), let raw = try? trade.row.number("netCash"),
      let given = try? unit.inCurrency(raw),
      let net = try? trade.netCash, net != given
    else { return }
    hasNetCashDifference = true
    draft.report(
      .differsFromSource,
      "the trade has a net cash of \(given), but its value, fees and taxes give "
        + "\(net.normalized())",
      help: "A number of the row may be wrong. Only the first such row is shown.",
      row: trade.row.row)
  }

  // MARK: Exchanges

  /// Books an exchange of currencies: units of the first for those of the second.
  private mutating func bookExchange(
    _ trade: FlexTrade, cancelledBy cancel: ImportRow?
  ) throws(FieldFault) {
    let pair = try trade.row.text("symbol").split(separator: ".").map { Currency.unit(String($0)) }
    guard pair.count == 2, let first = pair[0]?.currency, let second = pair[1]?.currency else {
      throw FieldFault(
        "an exchange needs two currencies, such as EUR.USD", help: "Run the Flex query again.",
        at: trade.row.range("symbol"))
    }
    var imported = group(trade, cancel)
    let (one, two) = (cashAccount(trade.account, first), cashAccount(trade.account, second))
    imported.group.cashLegs = [
      .init(.fx, moving: trade.quantity, one, first),
      .init(.fx, trade.isPurchase ? .out : .in, trade.gross, account: two, currency: second),
    ]
    if trade.isPurchase { imported.group.cashLegs.reverse() }
    if !trade.fees.isZero { imported.group.cashLegs.append(fee(-trade.fees, of: trade)) }
    add(imported, of: trade.statement)
  }
}

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
