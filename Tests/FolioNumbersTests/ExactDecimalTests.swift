import Testing

@testable import FolioNumbers

@Suite struct ExactDecimalTests {
  let nines = String(repeating: "9", count: 36)

  @Test func takesSixteenBytes() {
    #expect(MemoryLayout<ExactDecimal>.size == 16)
    #expect(MemoryLayout<ExactDecimal>.stride == 16)
  }

  @Test func knowsItsParts() throws {
    let number = try ExactDecimal("-1.50")
    #expect(number.coefficient == -150)
    #expect(number.places == 2)
    #expect(number.isNegative && !number.isPositive && !number.isZero)
    #expect(number.signum == -1)
    #expect(number.magnitude.description == "1.50")
    #expect((-number).description == "1.50")
  }

  @Test func zeroHasNoSignAndKeepsItsPlaces() throws {
    let zero = try ExactDecimal("-0.00")
    #expect(zero == .zero && zero.isZero)
    #expect(!zero.isNegative && !zero.isPositive && zero.signum == 0)
    #expect(zero.description == "0.00")
    #expect((-zero).description == "0.00")
    #expect(zero.hashValue == ExactDecimal.zero.hashValue)
  }

  @Test func readsRatiosAndPercentages() throws {
    let expected = [("0.2", "0.2"), ("20%", "0.20"), ("-1.5%", "-0.015"), ("26.375%", "0.26375")]
    for (text, number) in expected {
      #expect(try ExactDecimal(ratio: text).description == number)
    }
    for text in ["%", "", "20%%", "20 %", "a%"] {
      #expect(throws: NumberFault.self) { try ExactDecimal(ratio: text) }
    }
    #expect(throws: NumberFault.tooManyPlaces) {
      try ExactDecimal(ratio: "0." + String(repeating: "1", count: 36) + "%")
    }
  }

  @Test func integersNeverFail() {
    #expect(ExactDecimal(Int.max).description == "9223372036854775807")
    #expect(ExactDecimal(Int.min).description == "-9223372036854775808")
    let literal: ExactDecimal = -42
    #expect(literal == ExactDecimal(-42))
    #expect(ExactDecimal.one == 1 && ExactDecimal.zero == 0)
  }

  @Test func theRangeIsSymmetric() throws {
    let largest = try ExactDecimal(nines)
    #expect(largest.coefficient == ExactDecimal.limit - 1)
    #expect((-largest).description == "-" + nines)
    #expect(-(-largest) == largest)
    #expect(try largest.subtracting(largest).isZero)
    #expect(try largest.adding(-largest).isZero)
    #expect((-largest).magnitude == largest)
  }

  @Test func equalityIgnoresPlaces() throws {
    let (short, long) = (try ExactDecimal("1.5"), try ExactDecimal("1.50"))
    #expect(short == long)
    #expect(Set([short, long]).count == 1)
    #expect(short.description != long.description)
    #expect(try ExactDecimal("100") == ExactDecimal("1e2"))
  }

  @Test func aSumKeepsThePlacesOfTheFinerOperand() throws {
    #expect(try ExactDecimal("1.5").adding(ExactDecimal("2.500")).description == "4.000")
    #expect(try ExactDecimal("1.50").subtracting(ExactDecimal("1.5")).description == "0.00")
  }

  @Test func aSumDropsZerosRatherThanFail() throws {
    let large = try ExactDecimal("1" + String(repeating: "0", count: 35))
    #expect(try large.adding(ExactDecimal("1.000")).coefficient == large.coefficient + 1)
    // One digit too many on the way, and none in the end.
    let almost = try large.subtracting(ExactDecimal("0.1"))
    #expect(almost.description == String(repeating: "9", count: 35) + ".9")
  }

  @Test func aProductDropsZerosRatherThanFail() throws {
    let fine = try ExactDecimal("0." + String(repeating: "0", count: 34) + "10")
    #expect(try fine.multiplied(by: ExactDecimal("0.50")).places == 36)
    let thousand = try ExactDecimal("1000.000000000000000000")
    #expect(try thousand.multiplied(by: thousand) == 1_000_000)
    #expect(throws: ArithmeticFault.tooManyPlaces) { try fine.multiplied(by: fine) }
  }

  @Test func roundingToAtMostSoManyPlaces() throws {
    let number = try ExactDecimal("2.345")
    #expect(number.rounded(toPlaces: 2).description == "2.34")
    #expect(number.rounded(toPlaces: 2, .halfUp).description == "2.35")
    #expect(number.rounded(toPlaces: 5).description == "2.345")
    #expect(number.rounded(toPlaces: -3).description == "2")
    #expect(number.rounded(toPlaces: Int.min).description == "2")
    #expect(number.rounded(toPlaces: Int.max).description == "2.345")
    #expect(try ExactDecimal("-0.4").rounded(toPlaces: 0).description == "0")
    #expect(try ExactDecimal("0." + nines).rounded(toPlaces: 35).description.hasPrefix("1.000"))
  }

  @Test func paddingShowsPlacesWhereThereIsRoom() throws {
    #expect(try ExactDecimal("5").padded(toPlaces: 2).description == "5.00")
    #expect(try ExactDecimal("-5.125").padded(toPlaces: 2).description == "-5.125")
    #expect(try ExactDecimal(nines).padded(toPlaces: 1).description == nines)
    #expect(try ExactDecimal("5").padded(toPlaces: 37).description == "5")
    #expect(try ExactDecimal("5").padded(toPlaces: Int.max).description == "5")
    #expect(try ExactDecimal("5").padded(toPlaces: Int.min).description == "5")
  }

  @Test func quotientsShowAllPlacesAskedFor() throws {
    #expect(try ExactDecimal(10).divided(by: 4, places: 4).description == "2.5000")
    #expect(try ExactDecimal(1).divided(by: 3, places: 0, rounding: .up).description == "1")
    #expect(try ExactDecimal(7).divided(by: 2, places: -5).description == "4")
    #expect(try ExactDecimal(7).divided(by: 2, places: Int.min).description == "4")
    #expect(throws: ArithmeticFault.tooManyPlaces) {
      try ExactDecimal(7).divided(by: 2, places: Int.max)
    }
    #expect(throws: ArithmeticFault.tooManyPlaces) {
      try ExactDecimal(7).multiplied(by: 2, dividedBy: 3, places: Int.max)
    }
    #expect(throws: ArithmeticFault.tooManyPlaces) {
      try ExactDecimal(7).multiplied(by: 2, places: Int.max)
    }
    #expect(throws: ArithmeticFault.divisionByZero) {
      try ExactDecimal(7).divided(by: 0, places: Int.max)
    }
  }

  @Test func partsOfACostAddUpToIt() throws {
    // A third of 100.00 at 18 places, three times, leaves one unit of the last place.
    let cost = try ExactDecimal("100.00")
    let part = try cost.multiplied(by: 1, dividedBy: 3, places: 18)
    #expect(part.description == "33.333333333333333333")
    let rest = try cost.subtracting(part).subtracting(part).subtracting(part)
    #expect(rest.description == "0.000000000000000001")
  }

  @Test func whatTheFirstStepCutsOffStillBreaksATie() throws {
    // The quotient of the digits is 5 · 10^36 and a rest: half of the last place, and a little
    // more, which only the first of three divisions sees.
    let a = try ExactDecimal("6.00000000000000000239")
    let b = try ExactDecimal("8333333333333333333.26388888888888889")
    let c = try ExactDecimal("100000000000000000039")
    #expect(try a.multiplied(by: b, dividedBy: c, places: 0) == 1)
    #expect(try a.multiplied(by: b, dividedBy: c, places: 0, rounding: .down) == 0)
    #expect(try (-a).multiplied(by: b, dividedBy: c, places: 0) == -1)
  }

  @Test func unitCostsCompareWithoutDividing() throws {
    // 10 / 3 against 20 / 6 and 20 / 6.0001.
    #expect(ExactDecimal.compareProducts(10, 6, 20, 3) == 0)
    let more = try ExactDecimal("6.0001")
    #expect(ExactDecimal.compareProducts(20, 3, 10, more) < 0)
    #expect(ExactDecimal.compareProducts(10, more, 20, 3) > 0)
    #expect(ExactDecimal.compareProducts(-1, 5, 0, 5) == -1)
    #expect(ExactDecimal.compareProducts(-1, 5, -2, 5) == 1)
  }

  @Test func substringsAreRead() throws {
    let text = "price=12.50;"
    let digits = text.dropFirst(6).dropLast()
    #expect(try ExactDecimal(digits).description == "12.50")
  }
}
