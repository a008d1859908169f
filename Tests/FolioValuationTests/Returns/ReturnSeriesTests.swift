import FolioNumbers
import Testing

@testable import FolioValuation
@testable import TestSupport

@Suite("Linked returns, Modified Dietz and what is drawn from series")
struct ReturnSeriesTests {
  @Test("a chain of one sub-period is the simple return")
  func oneSubPeriod() {
    var chain = ReturnChain()
    #expect(chain.totalReturn == 0 && chain.growth == 1)
    #expect(chain.append(start: 100, end: 112) == 0.12)
    #expect(chain.totalReturn == 0.12)
  }

  @Test("sub-periods multiply, and flows between them earn nothing")
  func linked() {
    var chain = ReturnChain()
    chain.append(start: 5800, end: 4000)
    chain.append(start: 5400, end: 7900)
    chain.append(start: 6400, end: 7500)
    #expect(near(chain.totalReturn, 1523.0 / 8352))
    chain.append(return: -1)
    #expect(chain.totalReturn == -1)
    chain.append(start: 10, end: 20)
    #expect(chain.totalReturn == -1)
  }

  @Test("nothing that stays nothing has the return 0, a gain on nothing has none")
  func nothing() {
    var chain = ReturnChain()
    #expect(chain.append(start: 0, end: 0) == 0)
    #expect(chain.append(start: -5, end: -5) == 0)
    #expect(chain.totalReturn == 0 && !chain.hasGap)
    #expect(chain.append(start: 0, end: 1) == nil)
    #expect(chain.totalReturn == nil && chain.growth == nil)
    #expect(chain.hasGap)
    chain.append(start: -5, end: 1)
    #expect(chain.hasGap)
  }

  @Test("after a loss of more than everything nothing can be linked")
  func ruin() {
    var chain = ReturnChain()
    #expect(chain.append(start: 100, end: -50) == -1.5)
    #expect(chain.totalReturn == -1.5)
    chain.append(start: 10, end: 10)
    #expect(chain.totalReturn == -1.5)
    chain.append(start: 10, end: 11)
    #expect(chain.totalReturn == nil && chain.hasGap)
  }

  @Test("twenty years of days lose no digit")
  func manySubPeriods() {
    var chain = ReturnChain()
    for _ in 0..<7300 { chain.append(start: 1000, end: 1001) }
    for _ in 0..<7300 { chain.append(start: 1001, end: 1000) }
    #expect(chain.totalReturn?.magnitude ?? 1 < 1e-25)
  }

  @Test("a return by the year")
  func annualized() {
    #expect(near(ReturnChain.annualized(0.21, days: 730), 0.1))
    #expect(ReturnChain.annualized(0.12, days: 365) == 0.12)
    #expect(ReturnChain.annualized(-1, days: 10) == -1)
    #expect(ReturnChain.annualized(-1.5, days: 10) == nil)
    #expect(ReturnChain.annualized(0.1, days: 0) == nil)
    #expect(ReturnChain.annualized(1e9, days: 1) == nil)
  }

  @Test("Modified Dietz without flows is the simple return, whatever the days")
  func dietzWithoutFlows() throws {
    var numbers = SeededNumbers(state: 5)
    for _ in 0..<200 {
      let start = ReturnSamples.amount(cents: Int.random(in: 1...1_000_000, using: &numbers))
      let end = ReturnSamples.amount(cents: Int.random(in: 0...1_000_000, using: &numbers))
      let days = Int.random(in: 0...4000, using: &numbers)
      let dietz = try ModifiedDietz(
        startValue: start, flows: [], endValue: end,
        opening: ReturnSamples.day(0), closing: ReturnSamples.day(days))
      var chain = ReturnChain()
      chain.append(start: start, end: end)
      #expect(near(dietz.periodReturn, chain.totalReturn ?? .nan, within: 1e-15))
    }
  }

  @Test("Modified Dietz keeps its parts exact")
  func dietzParts() throws {
    let flows = try ReturnSamples.flows([(10, "100.01"), (20, "-33.33"), (30, "7")])
    let dietz = try ModifiedDietz(
      startValue: 1000, flows: flows, endValue: 1100,
      opening: ReturnSamples.day(0), closing: ReturnSamples.day(30))
    #expect(dietz.gain == ExactDecimal("26.32"))
    #expect(dietz.capitalDays == ExactDecimal("31666.9"))
    #expect(near(dietz.periodReturn, 26.32 * 30 / 31666.9))
  }

  @Test("a day without length, and a gain on borrowed capital")
  func dietzLimits() throws {
    let day = ReturnSamples.day(0)
    let sameDay = try ModifiedDietz(
      startValue: 100, flows: [CashFlow(day, 50)], endValue: 160, opening: day, closing: day)
    #expect(near(sameDay.periodReturn, 0.1))
    let short = try ModifiedDietz(
      startValue: -100, flows: [], endValue: -90, opening: day, closing: ReturnSamples.day(9))
    #expect(short.periodReturn == nil)
  }

  @Test("volatility is that of the definition, also far from zero")
  func volatility() {
    var volatility = Volatility()
    #expect(volatility.standardDeviation == nil)
    for value in [1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16] { volatility.append(value) }
    #expect(near(volatility.standardDeviation, (30.0).squareRoot()))
    #expect(near(volatility.annualized(periodsPerYear: 4), 2 * (30.0).squareRoot()))
    #expect(volatility.mean == 1e9 + 10 && volatility.count == 4)
  }

  @Test("the maximum drawdown is that of all pairs of days")
  func drawdown() {
    var numbers = SeededNumbers(state: 6)
    for _ in 0..<300 {
      let levels = (0..<Int.random(in: 1...60, using: &numbers)).map { _ in
        Double(Int.random(in: 1...9, using: &numbers))
      }
      var drawdown = Drawdown()
      for (index, level) in levels.enumerated() {
        drawdown.append(ReturnSamples.day(index), level: level)
      }
      #expect(drawdown.maximum == Self.fallByPairs(levels), "\(levels)")
      #expect(drawdown.deepest == Self.fallsByPeak(levels), "\(levels)")
    }
  }

  /// The falls from each level that none before exceeds, if the next level is lower.
  private static func fallsByPeak(_ levels: [Double]) -> [Drawdown.Fall] {
    let falls = levels.indices.dropLast().compactMap { peak -> Drawdown.Fall? in
      let level = levels[peak]
      guard levels[peak + 1] < level, levels[..<peak].allSatisfy({ $0 <= level }) else {
        return nil
      }
      let recovery = levels.indices.first { $0 > peak && levels[$0] >= level }
      let below = levels[(peak + 1)..<(recovery ?? levels.count)]
      guard let low = below.min(), let trough = below.firstIndex(of: low) else { return nil }
      return Drawdown.Fall(
        depth: low / level - 1, peak: ReturnSamples.day(peak), trough: ReturnSamples.day(trough),
        recovery: recovery.map(ReturnSamples.day))
    }
    return Array(falls.sorted { ($0.depth, $0.peak) < ($1.depth, $1.peak) }.prefix(10))
  }

  private static func fallByPairs(_ levels: [Double]) -> Drawdown.Fall? {
    var fall: Drawdown.Fall?
    for trough in levels.indices {
      for peak in levels[..<trough].indices where levels[peak] > levels[trough] {
        let depth = levels[trough] / levels[peak] - 1
        let isLaterPeak = depth == fall?.depth && fall?.trough == ReturnSamples.day(trough)
        guard depth < fall?.depth ?? 0 || isLaterPeak else { continue }
        let recovery = levels[trough...].firstIndex { $0 >= levels[peak] }
        fall = Drawdown.Fall(
          depth: depth, peak: ReturnSamples.day(peak), trough: ReturnSamples.day(trough),
          recovery: recovery.map(ReturnSamples.day))
      }
    }
    return fall
  }

  @Test("local and currency return make the total")
  func currencySplit() throws {
    let split = try #require(
      CurrencySplit(
        local: 0.036, startRate: ExactDecimal("1.10"), endRate: ExactDecimal("1.14")))
    #expect(near(split.total, 1013.0 / 13750))
    #expect(near(split.currency, 2.0 / 55) && near(split.cross, 9.0 / 6875))
    #expect(near(split.currencyContribution, split.total - split.local))
    let back = try #require(CurrencySplit(total: split.total, local: split.local))
    #expect(near(back.currency, split.currency))
    #expect(CurrencySplit(local: 0.1, startRate: 0, endRate: 1) == nil)
    #expect(CurrencySplit(total: -1, local: -1) == nil)
  }
}
