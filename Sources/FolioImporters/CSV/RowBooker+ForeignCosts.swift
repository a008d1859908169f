// Costs of trades in a third currency.
extension RowBooker {
  /// Notes costs in a currency that is neither that of the trade nor that of its cash. The row has
  /// no rate for them.
  mutating func keepForeignCosts(
    _ row: TableRow, _ trade: Currency, _ cash: Currency, _ effect: inout RowEffect
  ) throws(RowError) {
    guard bound.table.amounts.mayCostsBeApart, let symbol = effect.stockLegs.first?.symbol else {
      return
    }
    try noteCostCurrency(row, trade)
    for (field, kind) in [(RuleSlots.Known.fees, RowEffect.Apart.Kind.fee), (.taxes, .tax)] {
      for cost in try sums(row.costs(field, form))
      where cost.amount != .zero && cost.currency != trade && cost.currency != cash {
        effect.apart.append(RowEffect.Apart(kind: kind, cost: cost, symbol: symbol))
      }
    }
  }

  /// Warns of a trade whose fees are in another currency than those of the trades before it: a
  /// broker charges all trades of a currency in one.
  private mutating func noteCostCurrency(_ row: TableRow, _ trade: Currency) throws(RowError) {
    for cost in try sums(row.costs(.fees, form)) where cost.amount != .zero {
      let usual = costCurrencies[trade] ?? cost.currency
      costCurrencies[trade] = usual
      if usual == cost.currency { continue }
      draft.report(
        .singleCurrency,
        "the fee of this trade in \(trade) is in \(cost.currency), and that of an earlier one is "
          + "in \(usual)",
        help: "Look which of the two currencies is wrong.", row: row.row)
    }
  }
}
