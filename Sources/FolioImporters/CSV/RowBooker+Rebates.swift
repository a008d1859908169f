/// What a row says of a trade.
struct TradeFigures {
  var isPurchase: Bool
  var quantity: ExactDecimal
  var price: RowMoney?
  var amount: RowMoney?
  var given: RowMoney?
  var currency: Currency
  /// What else is in the amount.
  var rest: RuleTable.Rest?
  /// Whether units times price is compared with an amount.
  var isCompared: Bool
  /// Units times price.
  var value: ExactDecimal?
  /// Whether costs below zero are paid back, though the costs of the table have no sign.
  var hasRebate = false
}

/// The amounts of a trade, in the currency of the trade and in that of the cash.
struct TradeAmounts {
  var gross: ExactDecimal?
  var fees = ExactDecimal.zero
  var taxes = ExactDecimal.zero
  /// The cash for the units, and the costs that are paid in cash besides.
  var principal: RowMoney
  var cashFees = ExactDecimal.zero
  var cashTaxes = ExactDecimal.zero
}

// Commissions and taxes that are paid back with a trade.
extension RowBooker {
  /// Whether a cost below zero is a rebate in a table whose costs have no sign: the amount is units
  /// times price with the cost paid back, and not with the cost paid.
  func hasRebate(_ row: TableRow, _ figures: TradeFigures) throws(RowError) -> Bool {
    let meaning = bound.table.amounts
    guard meaning.haveRebates, meaning.areCostsUnsigned, let price = figures.price,
      price.amount != .zero, let value = figures.value,
      figures.amount?.currency == figures.currency
    else { return false }
    let fees = try row.costs(.fees, form, keepingSigns: true)
    let taxes = try row.costs(.taxes, form, keepingSigns: true)
    guard (fees + taxes).contains(where: { $0.amount < .zero }) else { return false }
    var other = figures
    other.hasRebate = true
    let most = try mostOfRounding(value, figures.quantity, price)
    let accrued = ExactDecimal.given(try row.money(.accrued, form)?.amount.magnitude)
    func fits(_ figures: TradeFigures) throws(RowError) -> Bool {
      let gross = ExactDecimal.given(try amounts(row, figures, accrued).gross)
      let difference = try exactly(try value.roundedSum(with: -gross).magnitude)
      return difference <= most
    }
    if try fits(figures) { return false }
    return try fits(other)
  }

  /// A rebate is no cost: it lowers what is paid for the units, or raises what comes in.
  func settleRebate(
    in amounts: inout TradeAmounts, _ figures: TradeFigures, _ factor: ExactDecimal?,
    _ leg: inout LedgerGroup.StockLeg, _ effect: inout RowEffect
  ) throws(RowError) {
    let hasFees = amounts.fees < .zero || amounts.cashFees < .zero
    let hasTaxes = amounts.taxes < .zero || amounts.cashTaxes < .zero
    guard bound.table.amounts.haveRebates, hasFees || hasTaxes else { return }
    // A cancellation gives its costs back, which are none of its own.
    if effect.kind == .cancel { return }
    let worth = try exactly(try figures.value?.roundedProduct(with: factor ?? .one))
    guard let gross = amounts.gross ?? worth else { return }
    amounts = try exactly { () throws(ArithmeticFault) in
      var settled = amounts
      let (own, cash) = (
        try ExactDecimal.sum(
          ofGiven: hasFees ? amounts.fees : nil, hasTaxes ? amounts.taxes : nil),
        try ExactDecimal.sum(
          ofGiven: hasFees ? amounts.cashFees : nil, hasTaxes ? amounts.cashTaxes : nil)
      )
      settled.gross = try gross.adding(figures.isPurchase ? own : -own)
      settled.principal.amount = try amounts.principal.amount.adding(
        figures.isPurchase ? cash : -cash)
      if hasFees { (settled.fees, settled.cashFees) = (.zero, .zero) }
      if hasTaxes { (settled.taxes, settled.cashTaxes) = (.zero, .zero) }
      return settled
    }
    effect.grossBeforeRebate = gross
    leg.price = nil
  }
}
