/// A figure of profit and loss in a period, in the base currency. New minor versions may add cases.
public enum ProfitFigure: Int, Sendable, CaseIterable {
  /// The value at the end of the day before the period, at the prices and rates of that day.
  case startValue
  /// On the basis `cost`, the cost of the units held at the end of the day before the period. Zero
  /// on the basis `market`, and for cash.
  case startCost
  /// Contributions less withdrawals by the owner. For a single row also transfers from and to other
  /// rows.
  case netContributions
  /// The value at the end of the last day.
  case endValue
  /// The cost of the units held at the end of the last day. For cash, its value.
  case endCost
  /// The effect of prices on units, at the rate of the day of the disposal or of the end.
  case priceEffect
  /// The effect of exchange rates on units.
  case fxEffect
  /// The effect of exchange rates on cash.
  case fxEffectCash
  /// Dividends before tax.
  case dividends
  /// Interest, including accrued interest.
  case interest
  /// Fees, negative.
  case fees
  /// Taxes, negative.
  case taxes
  /// Other income and expenses, and amounts within the balance tolerance.
  case other
  /// The gain of disposals in the period over the value at its start or the later cost: both the
  /// price and the currency effect.
  case realizedGain
  /// The gain on units still held: both the price and the currency effect.
  case unrealizedGain
  /// The effect of prices on units that were disposed of.
  case realizedPriceEffect
  /// The effect of prices on units still held.
  case unrealizedPriceEffect

  /// The components of profit.
  fileprivate static let parts: [ProfitFigure] = [
    .priceEffect, .fxEffect, .fxEffectCash, .dividends, .interest, .fees, .taxes, .other,
  ]
}

/// The figures of a row or a total. A figure is `nil` if it depends on an unknown amount.
public struct ProfitFigures: Sendable, Hashable {
  private var amounts: [ExactDecimal?]

  /// Creates figures of zero.
  public init() { amounts = Array(repeating: .zero, count: ProfitFigure.allCases.count) }

  /// A figure.
  public subscript(_ figure: ProfitFigure) -> ExactDecimal? { amounts[figure.rawValue] }

  /// Adds an amount to a figure. The sum is unknown if it exceeds the precision of `ExactDecimal`.
  mutating func add(_ amount: ExactDecimal?, to figure: ProfitFigure) {
    amounts[figure.rawValue] = amounts[figure.rawValue].adding(amount)
  }

  /// Replaces a figure.
  package mutating func set(_ amount: ExactDecimal?, _ figure: ProfitFigure) {
    amounts[figure.rawValue] = amount
  }

  /// Adds all figures of another row.
  public mutating func add(_ other: ProfitFigures) {
    for figure in ProfitFigure.allCases { add(other[figure], to: figure) }
  }

  /// The sum of the components.
  public var profit: ExactDecimal? { ProfitFigure.parts.sum { self[$0] } }

  /// End value less start value less net contributions less profit: always zero if the books are
  /// consistent.
  public var difference: ExactDecimal? {
    self[.endValue].subtracting(self[.startValue]).subtracting(self[.netContributions])
      .subtracting(profit)?.normalized()
  }

  /// The effect of exchange rates on units that were disposed of.
  public var realizedCurrencyEffect: ExactDecimal? {
    self[.realizedGain].subtracting(self[.realizedPriceEffect])
  }

  /// The effect of exchange rates on units still held.
  public var unrealizedCurrencyEffect: ExactDecimal? {
    self[.unrealizedGain].subtracting(self[.unrealizedPriceEffect])
  }
}
