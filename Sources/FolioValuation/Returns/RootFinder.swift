/// Finds all x for which a ``DiscountSum`` is zero.
///
/// **Problem.** The sum has one term for each day with flows. Usually it has one root or none, but
/// there may be as many as sign changes between flows (Descartes' rule holds for real exponents).
/// Choosing one of several would report a wrong return. Newton's method from a fixed start leaves
/// the domain for large losses, and bisection of a fixed bracket misses pairs of roots.
///
/// **One root.** If the first and the last flow have different signs, so has the sum at both ends.
/// A bracket grows by doubling, and ``SafeguardedNewton`` finds the root of the nearly linear
/// ``DiscountSum/logRatio(at:)``. With one sign change it is the only root. Otherwise
/// ``DiscountSum/isOnlyRoot(_:)`` proves this for nearly all histories, in linear time.
///
/// **Several roots.** ``RootSearch`` searches the whole range.
///
/// **Last digits.** A Newton step with 32 digits removes rounding errors.
struct RootFinder {
  /// A sum with flows of both signs.
  let sum: DiscountSum

  /// The roots, ascending.
  func roots() -> [DoubleDouble] {
    if sum.signOfFirst != sum.signOfLast {
      let root = Self.outerRoot(of: sum)
      if sum.signChanges == 1 || sum.isOnlyRoot(root) { return [polished(root)] }
    }
    return RootSearch(sum: sum).roots().map(polished)
  }

  /// Returns a root of a sum whose first and last terms differ in sign. With one sign change, it is
  /// the only root.
  static func outerRoot(of sum: DiscountSum) -> Double {
    let negativeAbove = sum.signOfFirst < 0
    var low = -1 / sum.span
    var high = 1 / sum.span
    // At most about twenty doublings: amounts differ by a factor below 10^72, and days by at least
    // one.
    while (sum.logRatio(at: high).value < 0) != negativeAbove { high *= 2 }
    while (sum.logRatio(at: low).value < 0) == negativeAbove { low *= 2 }
    return SafeguardedNewton.root(
      between: low, and: high, leftIsNegative: !negativeAbove, sum.logRatio(at:))
  }

  private func polished(_ root: Double) -> DoubleDouble {
    var place = DoubleDouble(root)
    for _ in 0..<2 {
      let (value, slope) = sum.precise(at: place)
      let step = value.value / slope
      // At a multiple root the slope is zero. It already has all digits.
      guard step.magnitude <= 1e-8 * max(root.magnitude, 1 / sum.span) else { return place }
      place = place + DoubleDouble(-step)
    }
    return place
  }
}
