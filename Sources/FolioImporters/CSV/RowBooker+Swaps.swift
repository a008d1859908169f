// Units that pay for other units.
extension RowBooker {
  /// Units of one instrument for units of another, of one value; false if the value is open.
  mutating func swap(_ row: TableRow, _ effect: inout RowEffect) throws(RowError) -> Bool {
    let quantity = try quantity(row)
    guard let other = try row.number(.otherQuantity, form), other != .zero else {
      throw .contradictory("the row has no number of units that came in")
    }
    let key = try instrument(row, nil)
    let newKey = try newInstrument(row, nil)
    guard let value = try value(ofSwap: row, key, quantity, for: newKey, effect) else {
      return false
    }
    var sale = LedgerGroup.StockLeg(.sell, symbol: key)
    var purchase = LedgerGroup.StockLeg(.buy, symbol: newKey)
    (sale.quantity, purchase.quantity) = (quantity, other < .zero ? -other : other)
    (sale.gross, sale.currency, sale.account) = (value.amount, value.currency, effect.account)
    (purchase.gross, purchase.currency) = (value.amount, value.currency)
    purchase.account = effect.account
    let fees = try sums(row.costs(.fees, form)).filter { $0.amount != .zero }
    guard fees.allSatisfy({ $0.currency == value.currency }) else {
      throw .contradictory("the fee is in another currency than the value of the units")
    }
    sale.fees = fees.first?.amount
    effect.stockLegs = [sale, purchase]
    for fee in fees {
      add(.fee, RowMoney(-fee.amount, fee.currency), to: &effect)
    }
    return true
  }

  /// What the units were worth: what the row says, or the answer to a question.
  private mutating func value(
    ofSwap row: TableRow, _ key: String, _ quantity: ExactDecimal, for newKey: String,
    _ effect: RowEffect
  ) throws(RowError) -> RowMoney? {
    if let value = try row.money(.gross, form), value.amount != .zero {
      return RowMoney(value.amount < .zero ? -value.amount : value.amount, value.currency)
    }
    let currency = try row.unit(RuleSlots.Known.gross.rawValue)?.currency
    let day = effect.time.day
    let name = row.text(.symbol) ?? row.text(.isin) ?? key
    let question = ImportQuestion(
      id: "value \(key) \(day) \(quantity.normalized())",
      text: "What were the \(quantity) \(name) worth that were exchanged on \(day)?",
      fields: [.cost], currency: currency)
    let units = HeldPlace(symbol: newKey, account: effect.account)
    guard let answer = draft.ask(question, about: row.row, bringing: units), let cost = answer.cost,
      let currency = answer.currency
    else { return nil }
    return RowMoney(cost, currency)
  }
}
