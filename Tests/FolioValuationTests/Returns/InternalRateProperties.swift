import FolioNumbers
import FolioValuation
import Foundation
import Testing

@testable import TestSupport

@Suite("Internal rates of random flows")
struct InternalRateProperties {
  private static func flows(_ numbers: inout SeededNumbers, signs: Bool) -> [CashFlow] {
    let count = Int.random(in: 2...12, using: &numbers)
    let span = [3, 60, 900, 7000].randomElement(using: &numbers) ?? 60
    return (0..<count).map { index in
      var cents = Int.random(in: 1...100_000, using: &numbers)
      let isPaid = signs ? Bool.random(using: &numbers) : index < count - 1
      if isPaid { cents = -cents }
      let day = signs || index < count - 1 ? Int.random(in: 0...span, using: &numbers) : span + 1
      return CashFlow(ReturnSamples.day(day), ReturnSamples.amount(cents: cents))
    }
  }

  /// The rates as ln(1 + r) of a day.
  private static func logarithms(_ flows: [CashFlow]) -> [Double] {
    switch InternalRate.find(in: flows, daysPerYear: 1) {
    case .rate(let rate): [log1p(rate)]
    case .several(let rates): rates.map(log1p)
    case .tooLarge(let logarithm): [logarithm]
    default: []
    }
  }

  /// Σ amount · e^(-x · day) and the same without signs, relative to the largest weight.
  private static func value(_ flows: [CashFlow], at x: Double) -> (net: Double, gross: Double) {
    let days = flows.map { Double($0.day.daysSince1970) }
    let amounts = flows.map { Double($0.amount.coefficient) / 100 }
    let reference = x < 0 ? days.max() ?? 0 : days.min() ?? 0
    var (net, gross) = (0.0, 0.0)
    for (amount, day) in zip(amounts, days) {
      let term = amount * exp(-x * (day - reference))
      net += term
      gross += term.magnitude
    }
    return (net, gross)
  }

  @Test("the present value at a rate is nothing beside the flows")
  func presentValueIsZero() {
    var numbers = SeededNumbers(state: 1)
    var rates = 0
    for _ in 0..<400 {
      let flows = Self.flows(&numbers, signs: Bool.random(using: &numbers))
      for x in Self.logarithms(flows) where x.isFinite {
        let (net, gross) = Self.value(flows, at: x)
        // A daily rate near -1 holds fewer digits of 1 + r.
        let digits = max(1e-12, 1e-15 * exp(-x))
        #expect(net.magnitude <= digits * 7000 * gross, "\(flows)")
        rates += 1
      }
    }
    #expect(rates > 300)
  }

  @Test("no change of sign on a fine grid is missed")
  func completeAgainstGrid() {
    var numbers = SeededNumbers(state: 2)
    var several = 0
    for _ in 0..<150 {
      let flows = Self.flows(&numbers, signs: true)
      let days = flows.map { Double($0.day.daysSince1970) }
      let span = (days.max() ?? 0) - (days.min() ?? 0)
      guard span > 0 else { continue }
      let roots = Self.logarithms(flows)
      let grid = (-400...400).map { Double($0) / 10 / span }
      let values = grid.map { Self.value(flows, at: $0) }
      for (index, pair) in zip(values, values.dropFirst()).enumerated() {
        let isClear = pair.0.net.magnitude > 1e-9 * pair.0.gross
        guard isClear, pair.0.net * pair.1.net < 0 else { continue }
        let slack = 1e-9 / span
        let inside = roots.filter { $0 > grid[index] - slack && $0 < grid[index + 1] + slack }
        #expect(!inside.isEmpty, "\(flows): a root near \(grid[index])")
      }
      if roots.count > 1 { several += 1 }
    }
    #expect(several > 10)
  }

  @Test("neither the unit of money nor the first day nor the order matters")
  func invariance() throws {
    var numbers = SeededNumbers(state: 3)
    for _ in 0..<100 {
      let flows = Self.flows(&numbers, signs: false)
      guard let rate = InternalRate.find(in: flows).value else { continue }
      let scaled = try flows.map { CashFlow($0.day, try $0.amount.multiplied(by: -7)) }
      let moved = flows.map { CashFlow($0.day.adding(days: 1234) ?? $0.day, $0.amount) }
      #expect(near(InternalRate.find(in: scaled).value, rate))
      #expect(near(InternalRate.find(in: moved).value, rate))
      #expect(near(InternalRate.find(in: flows.shuffled(using: &numbers)).value, rate))
    }
  }

  @Test("thousands of flows of both signs are solved in time that grows with their number")
  func manyFlows() {
    var numbers = SeededNumbers(state: 4)
    var flows = (0..<5000).map { index in
      // Two in three are paid in, so that the balance stays on one side.
      let cents = Int.random(in: 1...100_000, using: &numbers) * (index % 3 == 2 ? 1 : -1)
      return CashFlow(ReturnSamples.day(index), ReturnSamples.amount(cents: cents))
    }
    flows.append(CashFlow(ReturnSamples.day(5001), ReturnSamples.amount(cents: 200_000_000)))
    let rate = InternalRate.find(in: flows)
    #expect(rate.value != nil, "\(rate)")
    #expect(Self.value(flows, at: Self.logarithms(flows)[0]).net.magnitude < 1)
  }
}
