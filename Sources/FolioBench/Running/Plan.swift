/// The stages to measure, at which sizes, and how often.
struct Plan: Sendable {
  /// The seed of every generated history.
  static let seed: UInt64 = 20_040_101

  /// Numbers of groups, rising.
  var sizes = [10_000, 100_000, 1_000_000]
  /// How often each time is taken; the median counts.
  var runs = 5
  /// Which time counts.
  var clock = ClockKind.processor
  /// The stages to measure.
  var stages = Set(Stage.allCases)
  /// The size from which on the targets against JSONDecoder count.
  var targetSize = 100_000
  /// The largest size at which JSONDecoder and the other layouts are measured.
  var comparisonLimit = 100_000
  /// The lots and sales of the depth stage.
  var depth = DepthPlan(shallow: 5, deep: 50_000, sales: 100_000)

  /// How many numbers are added, multiplied, and so on.
  var numbers = 10_000_000

  /// The trades of the stage of tax rules.
  var ruledTrades = 1_000_000

  /// The groups of the daily series, and the days from one price to the next.
  var seriesGroups = 100_000
  var priceStride = 1

  /// The groups of the stores, rising.
  var storeSizes = [1_000, 100_000]

  /// The groups of the imported files.
  var importedGroups = 100_000

  /// Everything, but small enough for a test.
  static let tiny = Plan(
    sizes: [50, 200], runs: 1, targetSize: 200, comparisonLimit: 200,
    depth: DepthPlan(shallow: 5, deep: 50, sales: 100), numbers: 2_048, ruledTrades: 200,
    seriesGroups: 200, priceStride: 1_001, storeSizes: [50, 200], importedGroups: 200)
}

/// How many lots are open, few or many, and how many sales are made against them.
struct DepthPlan: Sendable {
  var shallow: Int
  var deep: Int
  var sales: Int
}
