import FolioNumbers
import FolioValuation
import Testing

@testable import TestSupport

@Suite("The money-weighted return of flows")
struct InternalRateTests {
  private func find(_ pairs: [(Int, String)], _ year: Double = 365) throws -> InternalRate {
    InternalRate.find(in: try ReturnSamples.flows(pairs), daysPerYear: year)
  }

  @Test("two flows a year apart have the quotient as their rate")
  func oneYear() throws {
    #expect(near(try find([(0, "-100"), (365, "112")]).value, 0.12))
    #expect(try find([(0, "-100"), (365, "100")]) == .rate(0))
    #expect(near(try find([(0, "100"), (365, "-112")]).value, 0.12))
    #expect(near(try find([(365, "112"), (0, "-100")]).value, 0.12))
  }

  @Test("a year of 365.25 days gives the figure of hledger")
  func otherYear() throws {
    #expect(near(try find([(0, "-100"), (365, "112")], 365.25).value, 0.120086940447967))
  }

  @Test("only rates below the limit are candidates")
  func limit() throws {
    let far = [(0, "-192.4"), (30, "1191.1"), (60, "-1000")]
    guard case .several(let rates) = try find(far) else {
      Issue.record("two rates fit")
      return
    }
    #expect(rates.count == 2 && rates[1] > 500_000_000)
    func below(_ limit: Double, _ pairs: [(Int, String)]) throws -> InternalRate {
      InternalRate.find(in: try ReturnSamples.flows(pairs), below: limit)
    }
    #expect(try below(1_000_000, far) == .rate(rates[0]))
    #expect(try below(1_000_000_000, far) == .several(rates))
    #expect(try below(rates[1], far) == .rate(rates[0]))
    let beyond = try below(1_000_000, [(0, "-20"), (30, "250"), (60, "-700")])
    guard case .tooLarge(let logarithm) = beyond else {
      Issue.record("no rate is below the limit")
      return
    }
    #expect(logarithm > 17.5 && logarithm < 17.6)
    let single = try below(1_000_000, [(0, "-1"), (365, "2000001")])
    #expect(single.value == nil && single != .noRoot)
    #expect(near(try below(1_000_000, [(0, "-1"), (365, "1000")]).value, 999))
  }

  @Test("money that flows one way only has no rate")
  func noSignChange() throws {
    #expect(try find([(0, "-100"), (365, "-112")]) == .noSignChange)
    #expect(try find([(0, "100"), (365, "0")]) == .noSignChange)
    #expect(try find([(0, "100"), (0, "-100"), (30, "5"), (60, "5")]) == .noSignChange)
    #expect(try find([(0, "100"), (0, "-100"), (30, "5"), (30, "-5")]) == .noSignChange)
  }

  @Test("flows of one day have no rate, and neither have none")
  func tooFewDays() throws {
    #expect(try find([]) == .tooFewDays)
    #expect(try find([(0, "-100")]) == .tooFewDays)
    #expect(try find([(3, "-100"), (3, "112")]) == .tooFewDays)
  }

  @Test("a double root is one rate, a triple one too, to the last digits")
  func multipleRoots() throws {
    #expect(near(try find([(0, "-100"), (365, "210"), (730, "-110.25")]).value, 0.05))
    let triple = [(0, "-1000"), (365, "3300"), (730, "-3630"), (1095, "1331")]
    #expect(near(try find(triple).value, 0.1))
    let quadruple = [
      (0, "1000"), (365, "-4400"), (730, "7260"), (1095, "-5324"), (1460, "1464.1"),
    ]
    #expect(near(try find(quadruple).value, 0.1))
  }

  @Test("a little less than a double root is none, a little more are two")
  func nearlyDoubleRoots() throws {
    let none = [(0, "-100"), (365, "210"), (730, "-110.2500000000000000001")]
    #expect(try find(none) == .noRoot)
    let two = try find([(0, "-100"), (365, "210"), (730, "-110.2499999999999999")])
    guard case .several(let rates) = two else {
      Issue.record("\(two)")
      return
    }
    // 1 + r solves x² - 2.1 x + 1.10249999...: 1.05 ± 1e-9.
    #expect(rates.count == 2)
    #expect(near(rates[0], 1.05 - 1e-9 - 1, within: 1e-14))
    #expect(near(rates[1], 1.05 + 1e-9 - 1, within: 1e-14))
  }

  @Test("several rates are all found, and none where there is none")
  func severalRates() throws {
    // (x - 1.1)(x - 1.2)(x - 1.5)
    let three = [(0, "-1000"), (365, "3800"), (730, "-4770"), (1095, "1980")]
    guard case .several(let rates) = try find(three) else {
      Issue.record("\(try find(three))")
      return
    }
    #expect(rates.count == 3)
    for (rate, expected) in zip(rates, [0.1, 0.2, 0.5]) { #expect(near(rate, expected)) }
    #expect(try find([(0, "-100"), (365, "150"), (730, "-100")]) == .noRoot)
  }

  @Test("a root where later flows weigh next to nothing does not hide the others")
  func farRoot() throws {
    // Doubled in a day, and then money lent for a year at 10 %.
    let flows = [(0, "-1"), (1, "2"), (3650, "-100"), (4015, "110")]
    guard case .several(let rates) = try find(flows) else {
      Issue.record("\(try find(flows))")
      return
    }
    #expect((rates.last ?? 0) / 7.515336264876642e109 > 0.999)
    #expect(rates.count == 3)
  }

  @Test("rates near -100 % and beyond all bounds")
  func extremes() throws {
    // 1e-12 left of 1 after a year.
    #expect(near(try find([(0, "-1"), (365, "0.000000000001")]).value, 1e-12 - 1, within: 1e-15))
    #expect(near(try find([(0, "-1"), (365, "1000000000000")]).value, 1e12 - 1))
    // Doubled in a day: 2^365.
    let doubled = try #require(try find([(0, "-1"), (1, "2")]).value)
    #expect((doubled / 7.515336264876642e109 - 1).magnitude < 1e-12)
    #expect(near(try find([(0, "-1"), (1, "0.001")]).value, -1))
    guard case .tooLarge(let logarithm) = try find([(0, "-1"), (1, "1000")]) else {
      Issue.record("a rate of 10^1095 was printed")
      return
    }
    #expect(near(logarithm, 2521.33067682848, within: 1e-12))
  }

  @Test("a flat curve over fifty years")
  func flat() throws {
    let flows = [(0, "-1000000"), (18250, "1000000.01")]
    // 1.00000001^(1/50)
    #expect(near(try find(flows).value, 1.9999999902e-10, within: 1e-18))
  }

  @Test("amounts of more digits than a sum can have")
  func longAmounts() throws {
    let long = "123456789012345678.123456789012345678"
    let rate = try find([
      (0, "-" + long), (0, "0.000000000000000000000000000000000001"), (365, long),
    ])
    #expect(near(rate.value, 0))
  }

  @Test("a rate near -100% is no candidate beside a moderate one")
  func nearTotalLoss() throws {
    // 1000 in, 1300 back after five days, and then more in: one root is about 1e-230 - 1.
    let flows = [(0, "-1000"), (5, "1300"), (364, "-400"), (365, "93.30")]
    guard case .several(let all) = try find(flows) else {
      Issue.record("\(try find(flows))")
      return
    }
    #expect(all.count == 3 && near(all[0], -1) && all[2] > 1_000_000)
    let limit = InternalRate.limitOfYear
    let chosen = InternalRate.find(in: try ReturnSamples.flows(flows), below: limit)
    #expect(chosen.value == all[1] && near(all[1], 0.0238, within: 0.001))
    let alone = try ReturnSamples.flows([(0, "-1"), (1, "0.001")])
    #expect(near(InternalRate.find(in: alone, below: limit).value, -1))
  }
}
