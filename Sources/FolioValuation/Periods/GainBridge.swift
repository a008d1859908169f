/// How gains from cost lead to gains from the start of a period. All amounts are in the base
/// currency; those that depend on an unknown amount are nil.
///
/// The gains in the period are those realized from cost, plus the unrealized ones at the end, less
/// the unrealized ones at the start, plus the differences between the two bases.
package struct GainBridge: Sendable {
  /// The gains on units that were disposed of in the period, from cost, as in `gains`.
  package let realized: ExactDecimal?
  /// The gains on units held at the end, from cost, as in `positions`.
  package let unrealizedAtEnd: ExactDecimal?
  /// The gains on units held at the end of the day before the period, from cost.
  package let unrealizedAtStart: ExactDecimal?
  /// Fees and taxes of trades that are part of cost or proceeds, but separate in the period.
  package let charges: ExactDecimal?
  /// Units that came or left in kind count in the period from their market value. Other differences
  /// come from rates within a group.
  package let other: ExactDecimal?
  /// The gains from the start of the period or the later cost, realized and unrealized.
  package let inPeriod: ExactDecimal?

  /// - Parameters:
  ///   - cost: the sum of some places on the basis `cost`.
  ///   - period: the sum of the same places on the basis `market`.
  init(fromCost cost: ProfitFigures, inPeriod period: ProfitFigures) {
    realized = cost[.realizedGain]
    unrealizedAtEnd = cost[.unrealizedGain]
    // Cash has the same value on both bases. Units have a value on one, and a cost on the other.
    unrealizedAtStart = period[.startValue].subtracting(cost[.startValue])
      .subtracting(cost[.startCost])
    let charged: [ProfitFigure] = [.fees, .taxes]
    charges = charged.sum { cost[$0].subtracting(period[$0]) }
    let others: [ProfitFigure] = [
      .netContributions, .dividends, .interest, .other, .fxEffectCash,
    ]
    other = others.sum { cost[$0].subtracting(period[$0]) }
    inPeriod = period[.realizedGain].adding(period[.unrealizedGain])
  }

  /// What the parts lack of the gains in the period: zero, if the books are consistent.
  package var difference: ExactDecimal? {
    realized.adding(unrealizedAtEnd).subtracting(unrealizedAtStart).adding(charges).adding(other)
      .subtracting(inPeriod)?.normalized()
  }
}
