/// The columns of the leg that a step of an explanation is about.
struct ExplainedLeg: Sendable {
  let day: Day
  /// The trade type, or the type of a cash leg.
  let type: String
  let instrument: InstrumentIndex
  let account: SecuritiesAccountIndex
  let currency: CurrencyIndex
  let position: SourcePosition

  init(_ step: Explanation.Step, _ ledger: Ledger) {
    if let payment = step.payment {
      day = ledger.tradeDay(of: ledger.rows.groups[Int(step.group)])
      type = payment.type.rawValue
      (instrument, account) = (payment.instrument, 0)
      (currency, position) = (payment.currency, payment.position)
    } else {
      let leg = ledger.tables.stockLegs[Int(step.leg)]
      day = leg.tradeDay
      type = leg.type.rawValue
      (instrument, account) = (leg.instrument, leg.account)
      (currency, position) = (leg.currency, leg.position)
    }
  }
}
