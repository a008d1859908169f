// A payment may be about an instrument, such as a custody fee. Others that name one are mistakes.
extension LedgerChecker {
  mutating func checkCashInstruments() {
    guard namesInstrumentsInCash else { return }
    for group in tables.groups {
      for leg in group.cashLegs.map({ tables.cashLegs[$0] })
      where leg.instrument != .missing && !isFaulty(leg.position) {
        let contra = ContraAccount.of(leg, in: group, isTrade: group.stockLegCount > 0)
        if contra?.ofInstrument != nil { continue }
        // A program may write the symbol of a trade into each of its rows.
        let isTraded = group.stockLegs.contains {
          tables.stockLegs[$0].instrument == leg.instrument
        }
        if !isTraded { warn(unusedInstrument(leg, paysTrade: group.stockLegCount > 0)) }
      }
    }
  }

  private func unusedInstrument(_ leg: CashLeg, paysTrade: Bool) -> Diagnostic {
    let what = paysTrade ? "that pays for a stock leg" : "of type \(leg.type.rawValue)"
    return Diagnostic(
      .unusedInstrument,
      "\(tables.symbol(leg.instrument)) has no effect on a cash leg \(what)",
      help:
        "Fees, taxes, interest, dividends and other income and expenses count for an instrument "
        + "if their group has no stock legs.",
      at: leg.position, field: ["symbol"])
  }
}
