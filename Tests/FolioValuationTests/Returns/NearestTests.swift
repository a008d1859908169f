import Testing

@testable import FolioNumbers
@testable import FolioValuation
@testable import TestSupport

/// A number in binary is what the standard library makes of it, in fewer steps.
struct NearestTests {
  @Test func integersAreRoundedAsTheStandardLibraryRoundsThem() {
    for integer in Self.integers {
      #expect(ExactDecimal.nearest(integer) == Double(integer), "\(integer)")
      #expect(ExactDecimal.nearest(-integer) == Double(-integer), "\(-integer)")
    }
  }

  @Test func bothHalvesAddUpToAllDigits() throws {
    for integer in Self.integers where integer < ExactDecimal.limit {
      let number = try ExactDecimal(coefficient: integer, places: 0).binary
      let high = Double(integer)
      let sum = DoubleDouble(larger: high, smaller: Double(integer - Int128(high)))
      #expect(number.high == sum.high && number.low == sum.low, "\(integer)")
    }
  }

  /// Around each power of two, in the middle between two that can be told apart, and at random.
  private static let integers: [Int128] = {
    var integers: [Int128] = []
    for exponent in 0..<120 {
      let power = Int128(1) << exponent
      for distance: Int128 in [0, 1, 2, 3] { integers += [power + distance, power - distance] }
      guard exponent > 54 else { continue }
      let half = Int128(1) << (exponent - 53)
      integers += [power + half, power + half - 1, power + half + 1, power + 3 * half]
    }
    var random = SeededNumbers(state: 53)
    for _ in 0..<20_000 {
      let bits = UInt128(random.next()) << 64 | UInt128(random.next())
      integers.append(Int128(truncatingIfNeeded: bits >> Int.random(in: 8..<127, using: &random)))
    }
    return integers
  }()
}
