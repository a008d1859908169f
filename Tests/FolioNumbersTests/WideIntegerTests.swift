import Testing

@testable import FolioNumbers

@Suite struct WideIntegerTests {
  @Test func productAndQuotientAreInverse() throws {
    var dice = Dice(state: 21)
    for _ in 0..<4000 {
      let bits = UInt128(Int.random(in: 0...127, using: &dice))
      let x = UInt128.random(in: 0...UInt128.max, using: &dice)
      let y = UInt128.random(in: 1...UInt128.max, using: &dice) >> bits | 1
      let rest = UInt128.random(in: 0..<y, using: &dice)
      let sum = try #require(WideInteger(product: x, y).adding(WideInteger(rest)))
      let (quotient, remainder) = sum.quotientAndRemainder(dividingBy: y)
      #expect(quotient == WideInteger(x) && remainder == rest, "\(x) \(y) \(rest)")
    }
  }

  @Test func anyDividendIsQuotientTimesDivisorAndRest() throws {
    var dice = Dice(state: 22)
    for _ in 0..<4000 {
      let top = UInt128(Int.random(in: 0...128, using: &dice))
      let value = WideInteger(
        high: UInt128.random(in: 0...UInt128.max, using: &dice) >> top,
        low: UInt128.random(in: 0...UInt128.max, using: &dice))
      let shift = UInt128(Int.random(in: 0...127, using: &dice))
      let divisor = UInt128.random(in: 1...UInt128.max, using: &dice) >> shift | 1
      let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
      #expect(remainder < divisor)
      let back = quotient.multiplied(by: divisor)?.adding(WideInteger(remainder))
      #expect(back == value, "\(value) / \(divisor)")
    }
  }

  @Test func guessesThatAreTooLargeAreTakenBack() {
    // Divisors of the form 2^127 + small against dividends full of ones: algorithm D's rare branch.
    let divisors: [UInt128] = [1 << 127, 1 << 127 | 1, 1 << 127 | UInt128(UInt64.max), .max]
    for divisor in divisors {
      for high in [divisor - 1, divisor / 2, UInt128.max, 1] {
        for low in [UInt128.max, 0, 1 << 64] {
          let value = WideInteger(high: high, low: low)
          let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
          #expect(remainder < divisor)
          #expect(quotient.multiplied(by: divisor)?.adding(WideInteger(remainder)) == value)
        }
      }
    }
  }

  @Test func sumsAndProductsSayWhenTheyNeedMoreThan256Bits() {
    let largest = WideInteger(high: .max, low: .max)
    #expect(largest.adding(WideInteger(1)) == nil)
    #expect(largest.adding(.zero) == largest)
    #expect(largest.multiplied(by: 2) == nil)
    #expect(largest.multiplied(by: 1) == largest)
    #expect(WideInteger(high: 1, low: 0).multiplied(by: .max)?.high == .max)
    #expect(WideInteger(high: 2, low: 0).multiplied(by: 1 << 127) == nil)
    #expect(WideInteger(high: .max, low: .max).multiplied(by: .max) == nil)
  }

  @Test func distanceHasNoSign() {
    let (small, large) = (WideInteger(high: 1, low: .max), WideInteger(high: 2, low: 1))
    #expect(small < large)
    #expect(small.distance(to: large) == WideInteger(2))
    #expect(large.distance(to: small) == WideInteger(2))
    #expect(large.distance(to: large) == .zero)
  }

  @Test func aDivisorOfZeroIsNoTrap() {
    let (quotient, remainder) = WideInteger(high: 3, low: 7).quotientAndRemainder(dividingBy: 0)
    #expect(quotient == .zero && remainder == 7)
  }

  @Test func powersOfTen() {
    var power: UInt128 = 1
    for exponent in 0...38 {
      #expect(PowerOfTen.wide(exponent) == power)
      if exponent <= 19 { #expect(UInt128(PowerOfTen.short(exponent)) == power) }
      if exponent < 38 { power *= 10 }
    }
  }

  @Test func digitCounts() {
    #expect(PowerOfTen.digitCount(0) == 1)
    #expect(PowerOfTen.digitCount(.max) == 20)
    for exponent in 1...19 {
      let power = PowerOfTen.short(exponent)
      #expect(PowerOfTen.digitCount(power) == exponent + 1)
      #expect(PowerOfTen.digitCount(power - 1) == exponent)
    }
    for exponent in 1...37 {
      let power = PowerOfTen.wide(exponent)
      #expect(PowerOfTen.digitCount(wide: power) == exponent + 1)
      #expect(PowerOfTen.digitCount(wide: power - 1) == exponent)
    }
  }
}
