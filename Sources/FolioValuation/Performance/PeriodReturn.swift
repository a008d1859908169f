/// The return of a portfolio or a part of it in a period. Amounts are in the base currency.
public struct PeriodReturn: Sendable {
  /// The index of the part. Its meaning depends on the scope.
  public var part: Int
  /// The first day.
  public var from: Day
  /// The last day. The period ends at its close.
  public var to: Day
  /// The number of days for annual rates: from the close before `from`, or from the first flow if
  /// nothing was held before.
  public var days: Int
  /// The value at the close of the day before `from`, or `nil` if it is unknown.
  public var startValue: ExactDecimal?
  /// The value at the close of `to`, or `nil` if it is unknown.
  public var endValue: ExactDecimal?
  /// Contributions less withdrawals, each at the rate of its day.
  public var netContributions: ExactDecimal?
  /// The time-weighted return. `nil` if a value or a rate is unknown, or if there was a gain and
  /// never any capital.
  public var timeWeighted: Double?
  /// The time-weighted return without the effect of exchange rates.
  public var local: Double?
  /// The time-weighted return since the start of the first period of the series, computed as if
  /// there were one period.
  public var cumulative: Double?
  /// The fall from the highest level since then to that at the end: -0.1 for a tenth below it. Zero
  /// at a new high, and `nil` if that return is. The level at the start counts as a high.
  public var belowHigh: Double?
  /// The annual money-weighted return, below `InternalRate.limitOfYear`.
  public var moneyWeighted: InternalRate
  /// The annualized standard deviation of the returns between days with prices.
  public var volatility: Double?
  /// The deepest falls by time-weighted return, the deepest first, at most `Drawdown.limit`.
  public var falls: [Drawdown.Fall] = []
  /// Whether a value at a flow was unknown, so that Modified Dietz was used.
  public var isApproximate = false
  /// The days on which value was gained or lost without capital, or `nil` if there are none.
  public var withoutCapital: WithoutCapital?
  /// The result of the same flows in the benchmark. `nil` without a benchmark or its price.
  public var benchmark: BenchmarkReturn?

  /// The annualized time-weighted return.
  public var annualized: Double? {
    timeWeighted.flatMap { ReturnChain.annualized($0, days: Double(days)) }
  }

  /// The largest fall, by time-weighted return.
  public var drawdown: Drawdown.Fall? { falls.first }

  /// The part of the return that is due to exchange rates.
  public var currencyEffect: Double? {
    timeWeighted.flatMap { whole in local.map { whole - $0 } }
  }
}

extension PeriodReturn {
  /// Days on which value was gained or lost while the value before was zero or negative, for
  /// example because an account was overdrawn.
  public struct WithoutCapital: Sendable, Hashable {
    /// The first and the last of these days.
    public var days: ClosedRange<Day>
    /// Whether the return leaves a gain of these days out. Otherwise all of it counts on the money
    /// that came in next.
    public var isLeftOut = false
    /// What the return leaves out, in the base currency. Losses are negative. `nil` if it exceeds
    /// the precision of `ExactDecimal`.
    public var gain: ExactDecimal? = .zero
  }
}

/// The return of a benchmark in the same period with the same flows.
public struct BenchmarkReturn: Sendable {
  /// The return of the benchmark itself in the base currency, by its price.
  public var timeWeighted: Double
  /// The value of the start value and the flows at the end, in the base currency.
  public var endValue: ExactDecimal
  /// The annual money-weighted return, below `InternalRate.limitOfYear`.
  public var moneyWeighted: InternalRate
}
