// Fees that are paid in units need the value of the units, which is what they are sold for.
extension LedgerChecker {
  mutating func checkUnitFees(of group: GroupRecord, _ rows: LedgerRows) {
    for index in group.stockLegs where rows.stockLegs[index].type == .unitFee {
      let fee = rows.stockLegs[index]
      if fee.given.contains(.gross) {
        let hasTrade = group.stockLegs.contains { rows.stockLegs[$0].type.isTrade }
        if hasTrade, FeesInUnits.trade(for: index, of: group.stockLegs, in: rows) == nil {
          fault(feeInOtherCurrency(fee))
        }
      } else if let trade = tradeOfUnits(of: fee, group, rows) {
        do throws(ArithmeticFault) {
          let value = try fee.quantity.multiplied(
            by: trade.gross, dividedBy: trade.quantity, places: Precision.costPlaces)
          valuesOfFees.append((index, (value, trade.currency)))
        } catch {
          fault(tooLarge(at: fee.position, field: ["quantity"]))
        }
      } else {
        warn(feeWithoutValue(fee))
      }
    }
  }

  /// The trade of the group that has the price of the units of a fee.
  private func tradeOfUnits(
    of fee: StockLeg, _ group: GroupRecord, _ rows: LedgerRows
  ) -> StockLeg? {
    group.stockLegs.lazy.map { rows.stockLegs[$0] }.first {
      $0.type.isTrade && $0.instrument == fee.instrument && $0.quantity.isPositive
    }
  }

  private func feeInOtherCurrency(_ fee: StockLeg) -> Diagnostic {
    Diagnostic(
      .feeInOtherCurrency,
      "the value of the fee is in \(currencyCode(fee.currency)), but no trade of the group is",
      help: "Give gross_amount in the currency of the trade that bears the fee, and name it as "
        + "currency. For a fee of its own, make another group.",
      at: fee.position, field: ["gross_amount"])
  }

  private func feeWithoutValue(_ fee: StockLeg) -> Diagnostic {
    Diagnostic(
      .feeWithoutValue,
      "the \(fee.quantity.normalized()) \(tables.symbol(fee.instrument)) that pay a fee on "
        + "\(fee.tradeDay) count as worth 0, because gross_amount is missing",
      help: "Add gross_amount: what the units were worth on the day. An import finds it if the "
        + "store has a price.", at: fee.position)
  }
}
