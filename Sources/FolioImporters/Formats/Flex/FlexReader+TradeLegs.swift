import Folio

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
    var leg = LedgerGroup.StockLeg(type(of: trade), symbol: draft.instrument(facts))
    leg.quantity = trade.quantity.magnitude
    leg.currency = trade.currency
    leg.account = accountName(trade.account)
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
    var group = LedgerGroup(id: "", occurredAt: trade.time)
    if cancel != nil { group.status = .void }
    var imported = ImportedGroup(
      group, account: accountName(trade.account),
      rows: [trade.row.row] + (cancel.map { [$0] } ?? []))
    if let id = trade.id { imported.identity = .native(id) }
    return imported
  }

  /// The trade type, by the sign of the units and by what the broker says of the position.
  private mutating func type(of trade: FlexTrade) -> TradeType {
    let indicator = (try? trade.row.text("openCloseIndicator")) ?? ""
    let marks =
      indicator.isEmpty ? trade.codes : Set(indicator.split(separator: ";").map(String.init))
    let (opens, closes) = (marks.contains("O"), marks.contains("C"))
    if opens, closes { allowsCrossing = true }
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
    let account = cashAccount(trade.account, trade.currency)
    var legs: [LedgerGroup.CashLeg] = []
    func pay(_ type: CashLegType, _ direction: Direction, _ amount: ExactDecimal?) {
      guard let amount, amount.isPositive else { return }
      legs.append(.init(type, direction, amount, account: account, currency: trade.currency))
    }
    let direction: Direction = trade.isPurchase ? .out : .in
    pay(.principal, direction, leg.gross)
    pay(.principal, direction, leg.accruedInterest)
    pay(.tax, .out, leg.taxes)
    if trade.feeCurrency == trade.currency {
      pay(.fee, .out, leg.fees)
    } else if leg.fees != nil {
      let other = cashAccount(trade.account, trade.feeCurrency)
      legs.append(.init(.fee, .out, trade.fees, account: other, currency: trade.feeCurrency))
    }
    return legs
  }

  /// Books fees alone: in a currency of which the row has no rate, or of a cancelled trade.
  mutating func bookFees(
    _ fees: ExactDecimal, of trade: FlexTrade, and cancel: ImportRow? = nil
  ) throws(FieldFault) {
    var imported = group(trade, nil)
    if let cancel { imported.rows.insert(cancel, at: 0) }
    if let id = trade.id { imported.identity = .native("\(id) fee") }
    var leg = LedgerGroup.CashLeg(
      .fee, fees.isPositive ? .out : .in, fees.magnitude,
      account: cashAccount(trade.account, trade.feeCurrency), currency: trade.feeCurrency)
    if trade.category != "CASH" { leg.symbol = draft.instrument(try instruments.facts(trade.row)) }
    imported.group.cashLegs = [leg]
    add(imported, of: trade.statement)
  }

  /// The option leg of an exercise comes before the trade, whose cost it is a part of.
  private mutating func add(
    _ option: FlexTrade, to imported: inout ImportedGroup
  ) throws(FieldFault) {
    let facts = try instruments.facts(option.row)
    var leg = LedgerGroup.StockLeg(
      option.isPurchase ? .assignment : .exercise, symbol: draft.instrument(facts))
    leg.quantity = option.quantity.magnitude
    leg.account = accountName(option.account)
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
    let isIn = trade.isPurchase
    let one = cashAccount(trade.account, first)
    let two = cashAccount(trade.account, second)
    imported.group.cashLegs = [
      .init(.fx, isIn ? .in : .out, trade.quantity.magnitude, account: one, currency: first),
      .init(.fx, isIn ? .out : .in, trade.gross, account: two, currency: second),
    ]
    if isIn { imported.group.cashLegs.reverse() }
    if !trade.fees.isZero {
      let account = cashAccount(trade.account, trade.feeCurrency)
      imported.group.cashLegs.append(
        .init(
          .fee, trade.fees.isPositive ? .out : .in, trade.fees.magnitude, account: account,
          currency: trade.feeCurrency))
    }
    add(imported, of: trade.statement)
  }
}
