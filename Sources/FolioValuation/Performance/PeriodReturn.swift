import FolioNumbers

/// What a portfolio, or a part of it, earned in a period. Amounts are in the base currency.
public struct PeriodReturn: Sendable {
  /// Which part: an index that the scope gives a meaning.
  public var part: Int
  /// The first day.
  public var from: Day
  /// The last day, at whose close the period ends.
  public var to: Day
  /// Days that count for a yearly rate: from the close before `from`, or where nothing was there
  /// from the day of the first flow.
  public var days: Int
  /// Value at the close of the day before `from`; nil where it is not known.
  public var startValue: ExactDecimal?
  /// Value at the close of `to`.
  public var endValue: ExactDecimal?
  /// What was put in less what was taken out, each at the rate of its day.
  public var netContributions: ExactDecimal?
  /// The time-weighted return; nil where a value or a rate is not known, or where something was
  /// gained on nothing.
  public var timeWeighted: Double?
  /// The same without what exchange rates did.
  public var local: Double?
  /// The time-weighted return since the first period of the series.
  public var cumulative: Double?
  /// The money-weighted return of a year, below `InternalRate.limitOfYear`.
  public var moneyWeighted: InternalRate
  /// The deviation of the returns between days with prices, as of a year.
  public var volatility: Double?
  /// The largest fall, by the time-weighted return.
  public var drawdown: Drawdown.Fall?
  /// Whether a value was not known at a flow, so that a stretch is by Modified Dietz.
  public var isApproximate = false
  /// What the same flows into the benchmark would have come to; nil without one, or its price.
  public var benchmark: BenchmarkReturn?

  /// The time-weighted return as of a year.
  public var annualized: Double? {
    timeWeighted.flatMap { ReturnChain.annualized($0, days: Double(days)) }
  }

  /// What exchange rates added to the return.
  public var currencyEffect: Double? {
    guard let timeWeighted, let local else { return nil }
    return timeWeighted - local
  }
}

/// What a benchmark did in the same time with the same flows.
public struct BenchmarkReturn: Sendable {
  /// Its own return in base, by its price.
  public var timeWeighted: Double
  /// What the start value and the flows would be worth at the end, in base.
  public var endValue: ExactDecimal
  /// The money-weighted return of a year, below `InternalRate.limitOfYear`.
  public var moneyWeighted: InternalRate
}
