import Testing

@testable import FolioNumbers

/// Sums and comparisons of short numbers take a few steps; those of all others take the wide way.
/// Both must agree, above all where one ends and the other begins.
@Suite struct QuickWayTests {
  /// Numbers at the borders: of a machine word, of the zeros that are put behind it, of the upper
  /// word of a sum, and of the range.
  private static let numbers: [ExactDecimal] = {
    let upper = ((ExactDecimal.limit &<< 6) &>> 64) &<< 58
    let word = Int128(Int64.max)
    let coefficients: [Int128] = [
      0, 1, 5, 10, 99, 1_000_000_000_000_000_000, word - 1, word, word + 1, word + 2, upper - 1,
      upper, upper + 1, ExactDecimal.limit / 2, ExactDecimal.limit - 10, ExactDecimal.limit - 1,
    ]
    let places = [0, 1, 2, 16, 17, 18, 19, 35, 36]
    return coefficients.flatMap { coefficient in
      places.flatMap { places in
        [coefficient, 0 - coefficient].map { ExactDecimal(unchecked: $0, places: places) }
      }
    }
  }()

  @Test func sumsAreThoseOfTheWideWay() {
    for a in Self.numbers {
      for b in Self.numbers {
        let (sum, wide) = (try? a.adding(b), try? a.addingWide(b))
        #expect(sum?.bits == wide?.bits, "\(a) \(b)")
        let difference = try? a.subtracting(b)
        #expect(difference?.bits == (try? a.addingWide(-b))?.bits, "\(a) \(b)")
      }
    }
  }

  @Test func orderIsThatOfTheWideWay() {
    for a in Self.numbers {
      for b in Self.numbers {
        let order = ExactDecimal.compareWideProducts(a, .one, b, .one)
        #expect((a < b) == (order < 0), "\(a) \(b)")
        #expect((a == b) == (order == 0), "\(a) \(b)")
      }
    }
  }

  @Test func quotientsAreThoseOfTheWideWay() {
    for (number, a) in Self.numbers.enumerated() {
      let rule = RoundingRule.allCases[number % RoundingRule.allCases.count]
      for b in Self.numbers[(number % 5)...] where number % 3 == 0 {
        let quotient = try? a.divided(by: b, places: 18, rounding: rule)
        let wide = try? a.multipliedWide(by: .one, dividedBy: b, places: 18, rule)
        #expect(quotient?.bits == wide?.bits, "\(a) \(b) \(rule)")
      }
    }
  }

  @Test func theOtherSignIsThatOfTheCoefficient() {
    for number in Self.numbers {
      #expect((-number).coefficient == 0 - number.coefficient)
      #expect((-number).places == number.places)
    }
  }

  @Test func zerosAreDroppedFromAnyNumber() {
    for number in Self.numbers {
      for zeros in 0...number.places {
        let power = Int128(PowerOfTen.wide(zeros))
        let (scaled, isTooLong) = number.coefficient.multipliedReportingOverflow(by: power)
        if isTooLong || scaled.magnitude >= UInt128(ExactDecimal.limit) { break }
        var (digits, places) = (number.coefficient, number.places - zeros)
        while places > 0, digits % 10 == 0, digits != 0 {
          (digits, places) = (digits / 10, places - 1)
        }
        if digits == 0 { places = 0 }
        let long = ExactDecimal(unchecked: scaled, places: number.places)
        #expect(long.normalized().bits == ExactDecimal(unchecked: digits, places: places).bits)
      }
    }
  }
}
