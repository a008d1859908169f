/// A ``DiscountSum`` near a point, times e^(x · centre): Σ amount · e^(-x · (day - centre)), and
/// its derivatives Σ amount · (centre - day)^k · e^(-x · (day - centre)).
struct LocalSum {
  private let sum: DiscountSum
  private let place: Double
  /// The mean day of the terms, weighted by their size at the point.
  private let centre: Double
  /// The terms at the point, relative to a common factor.
  private let weights: [Double]

  init(_ sum: DiscountSum, around place: Double) {
    self.sum = sum
    self.place = place
    let reference = place < 0 ? sum.days.last ?? 0 : 0
    var gross = 0.0
    var moment = 0.0
    weights = sum.days.indices.map { index in
      let weight = sum.amounts[index] * (-place * (sum.days[index] - reference)).exponential
      gross += weight.magnitude
      moment += weight.magnitude * sum.days[index]
      return weight
    }
    centre = moment / gross
  }

  /// Returns the lowest order of a derivative that provably has one sign within place ± half. Order
  /// 0 is the sum itself.
  func orderWithoutRoot(within half: Double) -> Int? {
    var bounds = [SignBounds](repeating: SignBounds(), count: RootSearch.highestOrder + 1)
    for index in weights.indices {
      let distance = centre - sum.days[index]
      let reach = (half * distance.magnitude).exponential
      // The distance per span keeps all orders in range.
      let step = distance / sum.span
      var term = weights[index]
      for order in bounds.indices {
        bounds[order].add(term, reach)
        term *= step
      }
    }
    return bounds.firstIndex { $0.hasOneSign }
  }

  /// Bounds for the terms of each sign.
  private struct SignBounds {
    private var leastPositive = 0.0
    private var mostPositive = 0.0
    private var leastNegative = 0.0
    private var mostNegative = 0.0

    mutating func add(_ term: Double, _ reach: Double) {
      if term < 0 {
        leastNegative -= term / reach
        mostNegative -= term * reach
      } else {
        leastPositive += term / reach
        mostPositive += term * reach
      }
    }

    /// Whether one sign outweighs the other by more than rounding errors.
    var hasOneSign: Bool {
      let margin = 1 + 1e-11
      return leastPositive > mostNegative * margin || leastNegative > mostPositive * margin
    }
  }

  /// Returns the sign of a derivative at `x`, or 0 if it is within rounding of zero.
  func sign(ofDerivative order: Int, at x: Double) -> Double {
    let (value, gross) = precise(order, at: x)
    guard value.magnitude > 1e-27 * gross else { return 0 }
    return value < 0 ? -1 : 1
  }

  /// Returns a derivative at `x` to 32 digits, with the next derivative as its slope.
  func sample(ofDerivative order: Int, at x: Double) -> Sample {
    Sample(value: precise(order, at: x).value, slope: precise(order + 1, at: x).value)
  }

  /// Returns a derivative at `x`, and the sum of the magnitudes of its terms.
  private func precise(_ order: Int, at x: Double) -> (value: Double, gross: Double) {
    // Terms are relative to the largest one, which is the first or the last.
    let reference = place < 0 ? sum.days.last ?? 0 : 0
    var value = DoubleDouble.zero
    var gross = 0.0
    for index in sum.days.indices {
      let exponent =
        DoubleDouble(productOf: x - place, centre - sum.days[index])
        + DoubleDouble(productOf: place, reference - sum.days[index])
      var term = sum.exact[index] * exponent.exponential()
      let distance = DoubleDouble(sumOf: centre, -sum.days[index])
      for _ in 0..<order { term = term * distance }
      value = value + term
      gross += term.high.magnitude
    }
    return (value.value, gross)
  }
}
