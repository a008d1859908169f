/// The money-weighted return (XIRR): the annual rate at which the present value of the flows is
/// zero, Σ amount · (1 + r)^(-(day - first day) / 365) = 0.
///
/// Money paid in is negative; money received, including the final value, is positive. Opposite
/// signs give the same rate. All rates above -100% are found, to the last digits of a `Double`. A
/// double root counts once.
///
/// The definition and actual/365 are those of Microsoft's XIRR function
/// (support.microsoft.com, "XIRR function"). ``RootFinder`` describes the solution. New minor
/// versions may add cases.
public enum InternalRate: Sendable, Hashable {
  /// The only rate.
  case rate(Double)
  /// All rates, ascending, if there are several. A rate above the range of `Double` is infinite.
  case several([Double])
  /// Money flows in one direction only, so no rate exists.
  case noSignChange
  /// Money flows in both directions, but no rate exists.
  case noRoot
  /// There are no flows, or all are on one day.
  case tooFewDays
  /// All rates exceed the limit, or the only rate exceeds the range of `Double`. The value is
  /// ln(1 + rate) of the lowest rate.
  case tooLarge(logarithm: Double)

  /// The limit of meaningful annual rates. The rate of a few days can be arbitrarily large.
  public static var limitOfYear: Double { 1_000_000 }

  /// The rate, if there is exactly one that fits a `Double`.
  public var value: Double? {
    guard case .rate(let rate) = self else { return nil }
    return rate
  }

  /// Returns the rate of flows, in any order.
  /// - Parameters:
  ///   - daysPerYear: 365 as in Excel, Portfolio Performance and beangrow, or 365.25 as in hledger.
  ///     With the days of a period, the result is the rate of the period.
  ///   - limit: Only lower rates are candidates. `nil` means no limit. If there are several, losses
  ///     by a factor of more than 1 + limit in a year are ignored.
  public static func find(
    in flows: [CashFlow], daysPerYear: Double = 365, below limit: Double? = nil
  ) -> InternalRate {
    guard let first = flows.first, flows.contains(where: { $0.day != first.day }) else {
      return .tooFewDays
    }
    let sum = DiscountSum(flows)
    guard sum.signChanges > 0 else { return .noSignChange }
    return choose(among: RootFinder(sum: sum).roots().map { $0 * daysPerYear }, below: limit)
  }

  /// Returns the result for all roots, which are ln(1 + rate), ascending.
  private static func choose(among roots: [DoubleDouble], below limit: Double?) -> InternalRate {
    guard let lowest = roots.first else { return .noRoot }
    let rates = roots.map(rate(ofLogarithm:))
    let candidates = candidates(among: rates, below: limit)
    switch candidates.count {
    case 1 where candidates[0].isFinite: return .rate(candidates[0])
    case 0, 1: return .tooLarge(logarithm: lowest.high)
    default: return .several(candidates)
    }
  }

  private static func candidates(among rates: [Double], below limit: Double?) -> [Double] {
    guard let limit else { return rates }
    let below = rates.filter { $0 < limit }
    let moderate = below.filter { $0 + 1 > 1 / (1 + limit) }
    return moderate.isEmpty ? below : moderate
  }

  /// Returns e^x - 1 for an x of 32 digits.
  private static func rate(ofLogarithm x: DoubleDouble) -> Double {
    let power = x.high.exponentialLessOne
    return power.isFinite ? power + (power + 1) * x.low : power
  }
}
