/// All x for which a ``DiscountSum`` is zero.
///
/// **Problem.** The sum has as many terms as there are days with flows. One root, or none, is the
/// rule; but there may be as many as the sign changes from flow to flow (Descartes' rule holds
/// for real exponents). To guess one of them is to print a wrong return. Newton's method from a
/// fixed start leaves the domain for great losses, and halving a fixed bracket misses pairs.
///
/// **One root.** Where the first and the last flow have different signs, the sum has too, far out
/// on both sides: a bracket grows by doubling, and ``SafeguardedNewton`` closes it on the nearly
/// straight ``DiscountSum/logRatio(at:)``. If the sign changes once, it is the only root; else
/// ``DiscountSum/isOnlyRoot(_:)`` says so for all but odd histories. This is linear in the flows.
///
/// **Several.** What is left is searched whole: ``RootSearch``.
///
/// **Last digits.** A Newton step with the sum to 32 digits takes away what rounding left.
struct RootFinder {
  private let sum: DiscountSum

  /// Looks for the roots of a sum with flows of both signs.
  init(_ sum: DiscountSum) {
    self.sum = sum
  }

  /// The roots, ascending.
  func roots() -> [DoubleDouble] {
    if sum.signOfFirst != sum.signOfLast {
      let root = Self.outerRoot(of: sum)
      if sum.signChanges == 1 || sum.isOnlyRoot(root) { return [polished(root)] }
    }
    return RootSearch(sum).roots().map(polished)
  }

  /// A root of a sum whose first and last terms differ in sign; its only one, if the sign
  /// changes once.
  static func outerRoot(of sum: DiscountSum) -> Double {
    let negativeAbove = sum.signOfFirst < 0
    var low = -1 / sum.span
    var high = 1 / sum.span
    // Doubled at most some twenty times: amounts differ by less than a factor of 10^72, days by
    // one at least.
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
      // A multiple root has no slope to go by; it is known to the last digit already.
      guard step.magnitude <= 1e-8 * max(root.magnitude, 1 / sum.span) else { return place }
      place = place + DoubleDouble(-step)
    }
    return place
  }
}
