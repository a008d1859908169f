/// The split ratios of an instrument. An epoch is the time between two splits; only quantities of
/// the same epoch are comparable.
struct SplitRatios {
  var ratios: [Ratio] = []

  /// The number of splits.
  var count: Int { ratios.count }

  /// Adds a split, which ends the last epoch and begins a new one.
  mutating func append(_ ratio: Ratio) { ratios.append(ratio) }

  /// Converts a quantity from the units of one epoch to those of another.
  func convert(
    _ units: ExactDecimal, from: Int, to: Int
  ) throws(ArithmeticFault) -> ExactDecimal {
    var converted = units
    if from < to {
      for ratio in ratios[from..<to] { converted = try RunningRatio.scale(converted, ratio) }
    } else {
      for ratio in ratios[to..<from].reversed() {
        converted = try RunningRatio.scale(converted, ratio.inverse)
      }
    }
    return converted.normalized()
  }
}
