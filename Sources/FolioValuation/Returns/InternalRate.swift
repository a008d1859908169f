import FolioNumbers

/// The money-weighted return: the yearly rate at which flows come to nothing,
/// Σ amount · (1 + r)^(-(day - first day) / 365) = 0, known as XIRR.
///
/// What is paid in is below zero, what comes back (the value at the end too) above; the other
/// way round gives the same rate. Rates are looked for everywhere above -100%, and all of them are
/// found. A rate is right to the last digits of a `Double`; a double root counts once.
///
/// The definition and actual/365 are those of Microsoft's XIRR function
/// (support.microsoft.com, "XIRR function"). How it is solved: ``RootFinder``.
public enum InternalRate: Sendable, Hashable {
  /// The only rate.
  case rate(Double)
  /// More than one rate makes the flows come to nothing: all of them, ascending. One above the
  /// range of `Double` is infinite.
  case several([Double])
  /// Money flows only one way: no rate exists.
  case noSignChange
  /// Money flows both ways, and yet no rate exists.
  case noRoot
  /// There are no flows, or all of them are on one day.
  case tooFewDays
  /// Every rate is beyond the limit, or the only one beyond the range of `Double`; this is
  /// ln(1 + rate) of the lowest.
  case tooLarge(logarithm: Double)

  /// Rates of a year from here on say nothing: a few days can be blown up to any size.
  public static var limitOfYear: Double { 1_000_000 }

  /// The rate, where there is exactly one that a `Double` can hold.
  public var value: Double? {
    guard case .rate(let rate) = self else { return nil }
    return rate
  }

  /// The rate of flows in any order.
  ///
  /// A year has `daysPerYear` days: 365 as in Excel, Portfolio Performance and beangrow, 365.25
  /// as in hledger. With the days of a period in its place the rate is that of the period.
  /// - Parameter limit: only rates below it are candidates; all of them if it is nil. Of several
  ///   candidates, a loss as extreme as the limit is left out: one that divides money by more than
  ///   1 + limit in a year.
  public static func find(
    in flows: [CashFlow], daysPerYear: Double = 365, below limit: Double? = nil
  ) -> InternalRate {
    guard let first = flows.first, flows.contains(where: { $0.day != first.day }) else {
      return .tooFewDays
    }
    let sum = DiscountSum(flows)
    guard sum.signChanges > 0 else { return .noSignChange }
    return choose(among: RootFinder(sum).roots().map { $0 * daysPerYear }, below: limit)
  }

  /// Decides which roots are candidates: they are ln(1 + rate), ascending.
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

  /// e^x - 1 for an x of 32 digits.
  private static func rate(ofLogarithm x: DoubleDouble) -> Double {
    let power = x.high.exponentialLessOne
    return power.isFinite ? power + (power + 1) * x.low : power
  }
}
