import FolioNumbers

/// One figure of what was earned in a period, in base.
public enum ProfitFigure: Int, Sendable, CaseIterable {
  /// What was there at the end of the day before the period, at its price and rate.
  case startValue
  /// What was put in less what was taken out: by the owner, and of a single row also by others.
  case netContributions
  /// What is there at the end of the last day.
  case endValue
  /// What is there at the end of the last day cost; of cash, what it is worth.
  case endCost
  /// What prices did to units, at the rate of the day of the disposal or of the end.
  case priceEffect
  /// What rates did to units.
  case fxEffect
  /// What rates did to cash.
  case fxEffectCash
  /// Dividends before tax.
  case dividends
  /// Interest, and accrued interest.
  case interest
  /// Fees, below zero.
  case fees
  /// Taxes, below zero.
  case taxes
  /// Other income and expenses, and what the balance tolerance absorbed.
  case other
  /// What disposals of the period gained over the value at its beginning, or the later cost: in
  /// price and currency effect.
  case realizedGain
  /// What is still held has gained: in price and currency effect.
  case unrealizedGain
  /// What prices did to the units that were disposed of.
  case realizedPriceEffect
  /// What prices did to the units that are still held.
  case unrealizedPriceEffect

  /// The parts that profit is the sum of.
  public static let parts: [ProfitFigure] = [
    .priceEffect, .fxEffect, .fxEffectCash, .dividends, .interest, .fees, .taxes, .other,
  ]
}

/// The figures of a row or of a total. One that depends on something unknown is nil.
public struct ProfitFigures: Sendable, Hashable {
  private var amounts: [ExactDecimal?]

  /// All at zero.
  public init() { amounts = Array(repeating: .zero, count: ProfitFigure.allCases.count) }

  /// A figure.
  public subscript(_ figure: ProfitFigure) -> ExactDecimal? { amounts[figure.rawValue] }

  /// Adds to a figure; what needs more digits than an exact number has is not known.
  mutating func add(_ amount: ExactDecimal?, to figure: ProfitFigure) {
    amounts[figure.rawValue] = amounts[figure.rawValue].adding(amount)
  }

  /// Puts another amount in the place of a figure.
  public mutating func set(_ amount: ExactDecimal?, _ figure: ProfitFigure) {
    amounts[figure.rawValue] = amount
  }

  /// Adds all figures of another row.
  public mutating func add(_ other: ProfitFigures) {
    for figure in ProfitFigure.allCases { add(other[figure], to: figure) }
  }

  /// The sum of the parts.
  public var profit: ExactDecimal? {
    ProfitFigure.parts.reduce(.zero) { $0.adding(self[$1]) }
  }

  /// End value less start value less net contributions less profit: zero, unless something has gone
  /// astray.
  public var difference: ExactDecimal? {
    self[.endValue].subtracting(self[.startValue]).subtracting(self[.netContributions])
      .subtracting(profit)?.normalized()
  }

  /// What rates did to the units that were disposed of.
  public var realizedCurrencyEffect: ExactDecimal? {
    self[.realizedGain].subtracting(self[.realizedPriceEffect])
  }

  /// What rates did to the units that are still held.
  public var unrealizedCurrencyEffect: ExactDecimal? {
    self[.unrealizedGain].subtracting(self[.unrealizedPriceEffect])
  }
}
