import FolioNumbers
import FolioValuation

@testable import TestSupport

/// A sequence of numbers that is the same in every run: SplitMix64.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Days and flows as tests write them.
enum ReturnSamples {
  static let start: Int32 = 18_262

  static func day(_ offset: Int) -> Day {
    Day(daysSince1970: start + Int32(offset)) ?? Day.first
  }

  /// Flows by days since 1 January 2020.
  static func flows(_ pairs: [(Int, String)]) throws -> [CashFlow] {
    try pairs.map { CashFlow(day($0.0), try ExactDecimal($0.1)) }
  }

  /// Cents as an amount.
  static func amount(cents: Int) -> ExactDecimal {
    (try? ExactDecimal(coefficient: Int128(cents), places: 2)) ?? 0
  }
}

/// Whether two numbers differ by at most a part of the larger of one and themselves.
func near(_ left: Double?, _ right: Double, within tolerance: Double = 1e-12) -> Bool {
  guard let left else { return false }
  return (left - right).magnitude <= tolerance * max(1, right.magnitude)
}
