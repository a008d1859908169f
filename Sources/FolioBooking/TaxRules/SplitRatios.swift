import FolioModel
import FolioNumbers

/// The splits of an instrument. Units of one epoch, between two splits, are comparable.
struct SplitRatios {
  private var ratios: [Ratio] = []

  /// Adds the split that ends the last epoch.
  mutating func append(_ ratio: Ratio) { ratios.append(ratio) }

  /// Units of one epoch in the units of another.
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
