import Testing

@testable import FolioNumbers

/// What must hold for any numbers, tried on seeded random ones.
@Suite struct PropertyTests {
  @Test func addingAndTakingAwayGivesTheNumberBack() throws {
    var dice = Dice(state: 1)
    var tried = 0
    for _ in 0..<4000 {
      let (a, b) = (dice.number(digits: 30, places: 18), dice.number(digits: 30, places: 18))
      guard let sum = try? a.adding(b), let back = try? sum.subtracting(b) else { continue }
      #expect(back == a, "\(a) \(b)")
      #expect(try b.adding(a) == sum, "\(a) \(b)")
      tried += 1
    }
    #expect(tried > 2000)
  }

  @Test func addingInPlaceIsAdding() throws {
    var dice = Dice(state: 2)
    for _ in 0..<1000 {
      let (a, b) = (dice.number(digits: 17, places: 9), dice.number(digits: 17, places: 9))
      var (sum, difference) = (a, a)
      try sum.add(b)
      try difference.subtract(b)
      #expect(sum == (try a.adding(b)))
      #expect(difference == (try a.subtracting(b)))
      #expect(difference == -(try b.subtracting(a)))
    }
  }

  @Test func aFailedSumLeavesTheNumberAsItWas() throws {
    var number = try ExactDecimal(String(repeating: "9", count: 36))
    let before = number
    #expect(throws: ArithmeticFault.overflow) { try number.add(.one) }
    #expect(number == before)
    #expect(throws: ArithmeticFault.overflow) { try number.subtract(-.one) }
    #expect(number == before)
  }

  @Test func productsDistributeOverSums() throws {
    var dice = Dice(state: 3)
    for _ in 0..<2000 {
      let a = dice.number(digits: 12, places: 8)
      let (b, c) = (dice.number(digits: 12, places: 8), dice.number(digits: 12, places: 8))
      let whole = try a.multiplied(by: b.adding(c))
      let parts = try a.multiplied(by: b).adding(a.multiplied(by: c))
      #expect(whole == parts, "\(a) \(b) \(c)")
    }
  }

  @Test func aQuotientIsWithinHalfAUnitOfItsLastPlace() throws {
    var dice = Dice(state: 4)
    let half = try ExactDecimal("0.0000000005")
    for _ in 0..<2000 {
      let (a, b) = (dice.number(digits: 12, places: 6), dice.number(digits: 8, places: 4))
      guard !b.isZero else { continue }
      let quotient = try a.divided(by: b, places: 9)
      let rest = try a.subtracting(quotient.multiplied(by: b)).magnitude
      #expect(try rest <= half.multiplied(by: b.magnitude), "\(a) \(b)")
    }
  }

  @Test func anExactProductDividedGivesTheFactorBack() throws {
    var dice = Dice(state: 5)
    for _ in 0..<2000 {
      let (a, b) = (dice.number(places: 18), dice.number())
      guard !b.isZero else { continue }
      // The wide one never forms the quotient: a · b has up to 72 digits.
      let back = try? a.multiplied(by: b, dividedBy: b, places: 18)
      #expect(back == a, "\(a) \(b)")
    }
  }

  @Test func aPartByWordsIsThatOfTheWideFraction() throws {
    var dice = Dice(state: 11)
    var tried = 0
    for number in 0..<4000 {
      let amount = dice.number(digits: number.isMultiple(of: 2) ? 34 : 16, places: 18)
      let (part, whole) = (dice.number(digits: 9, places: 3), dice.number(digits: 18, places: 3))
      let rule = RoundingRule.allCases[number % RoundingRule.allCases.count]
      guard !whole.isZero,
        let wide = try? amount.multipliedWide(by: part, dividedBy: whole, places: 18, rule)
      else { continue }
      let quick = try amount.multiplied(by: part, dividedBy: whole, places: 18, rounding: rule)
      #expect(quick.bits == wide.bits, "\(amount) \(part) \(whole) \(rule)")
      tried += 1
    }
    #expect(tried > 2000)
  }

  @Test func aRoundedProductIsTheExactOneOrItsFirst36Digits() throws {
    var (dice, long) = (Dice(state: 12), 0)
    for _ in 0..<4000 {
      let (a, b) = (dice.number(digits: 30, places: 18), dice.number(digits: 30, places: 18))
      guard let rounded = try? a.roundedProduct(with: b) else { continue }
      if let exact = try? a.multiplied(by: b) {
        #expect(rounded == exact, "\(a) \(b)")
        continue
      }
      long += 1
      // Half a unit of the last place to either side encloses the product.
      guard rounded.places < 36 else { continue }
      let half = try ExactDecimal(coefficient: 5, places: rounded.places + 1)
      for (side, order) in [(half, 1), (-half, -1)] {
        guard let bound = try? rounded.adding(side) else { continue }
        let found = ExactDecimal.compareProducts(bound, .one, a, b)
        #expect(found == order || found == 0, "\(a) \(b)")
      }
    }
    #expect(long > 500)
  }

  @Test func aRoundedSumIsTheExactOneOrWithinItsLastPlace() throws {
    var (dice, long) = (Dice(state: 13), 0)
    for _ in 0..<4000 {
      let (a, b) = (dice.number(digits: 36, places: 2), dice.number(digits: 36, places: 30))
      guard let rounded = try? a.roundedSum(with: b) else { continue }
      if let exact = try? a.adding(b) {
        #expect(rounded == exact, "\(a) \(b)")
        continue
      }
      long += 1
      let rest = try rounded.roundedSum(with: -a).roundedSum(with: -b).magnitude
      #expect(try rest <= ExactDecimal(coefficient: 1, places: rounded.places), "\(a) \(b)")
    }
    #expect(long > 100)
  }

  @Test func orderIsThatOfTheDifference() throws {
    var dice = Dice(state: 6)
    for _ in 0..<4000 {
      let (a, b) = (dice.number(digits: 20, places: 12), dice.number(digits: 20, places: 12))
      let sign = try a.subtracting(b).signum
      #expect((a < b) == (sign < 0), "\(a) \(b)")
      #expect((a == b) == (sign == 0), "\(a) \(b)")
      #expect(ExactDecimal.compareProducts(a, .one, b, .one) == sign, "\(a) \(b)")
    }
  }

  @Test func whatIsPrintedReadsBackWithTheSamePlaces() throws {
    var dice = Dice(state: 7)
    for _ in 0..<4000 {
      let number = dice.number()
      let again = try ExactDecimal(number.description)
      #expect(again.bits == number.bits, "\(number)")
    }
  }

  @Test func equalNumbersHashAlike() throws {
    var dice = Dice(state: 8)
    for _ in 0..<2000 {
      let number = dice.number(digits: 20, places: 10)
      let padded = number.padded(toPlaces: number.places + Int.random(in: 0...16, using: &dice))
      #expect(padded == number)
      #expect(padded.hashValue == number.hashValue, "\(number)")
      #expect(padded.normalized().bits == number.normalized().bits, "\(number)")
    }
  }

  @Test func normalizedIsEqualAndEndsInNoZero() {
    var dice = Dice(state: 9)
    for _ in 0..<2000 {
      let number = dice.number()
      let short = number.normalized()
      #expect(short == number)
      #expect(short.places == 0 || short.coefficient % 10 != 0, "\(number)")
      #expect(short.places <= number.places)
    }
  }

  @Test func roundingRulesSurroundTheNumber() {
    var dice = Dice(state: 10)
    for _ in 0..<2000 {
      let number = dice.number()
      let places = Int.random(in: 0...36, using: &dice)
      let (floor, ceiling) = (
        number.rounded(toPlaces: places, .floor), number.rounded(toPlaces: places, .ceiling)
      )
      #expect(floor <= number && number <= ceiling, "\(number) \(places)")
      for rule in RoundingRule.allCases {
        let rounded = number.rounded(toPlaces: places, rule)
        #expect(rounded == floor || rounded == ceiling, "\(number) \(places) \(rule)")
        #expect(rounded.rounded(toPlaces: places, rule) == rounded)
        #expect(rounded.places <= max(places, number.places))
      }
    }
  }

  @Test func randomBytesAreReadOrRefusedButNeverTrap() {
    var dice = Dice(state: 11)
    let alphabet = Array("0123456789..--eE+ 0001:TZ\u{0}é".utf8)
    var accepted = 0
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...24, using: &dice)
      let bytes = (0..<length).map { _ in alphabet.randomElement(using: &dice) ?? 0 }
      if (try? ExactDecimal.parse(bytes.span)) != nil { accepted += 1 }
      if (try? Day.parse(bytes.span)) != nil { accepted += 1 }
      if (try? Timestamp.parse(bytes.span)) != nil { accepted += 1 }
      if (try? Currency(bytes: bytes.span)) != nil { accepted += 1 }
    }
    #expect(accepted > 0)
  }
}
