/// Finds the root of a function between two points with different signs: by Newton's method, and by
/// bisection if a step would leave the bracket or converges too slowly.
///
/// The algorithm is `rtsafe` of Press et al., "Numerical Recipes", section 9.4. It takes at most
/// 200 evaluations.
enum SafeguardedNewton {
  static func root(
    between left: Double, and right: Double, leftIsNegative: Bool,
    _ evaluate: (Double) -> Sample
  ) -> Double {
    var (low, high) = (left, right)
    var place = low + (high - low) / 2
    var lastStep = high - low
    for _ in 0..<200 {
      let sample = evaluate(place)
      if sample.value == 0 { return place }
      if (sample.value < 0) == leftIsNegative { low = place } else { high = place }
      let newton = place - sample.value / sample.slope
      // A step that is NaN fails both comparisons.
      let isInside = newton > low && newton < high
      let isShorter = (newton - place).magnitude < lastStep.magnitude / 2
      let next = isInside && isShorter ? newton : low + (high - low) / 2
      lastStep = next - place
      if next == place || (next - place).magnitude <= place.ulp { return next }
      place = next
    }
    return place
  }
}
