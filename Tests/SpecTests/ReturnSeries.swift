import Folio
import Testing

/// A series of a spec: a method, what it is given, and the figures that it gives.
struct ReturnSeries {
  private let series: SpecValue

  init(_ series: SpecValue) {
    self.series = series
  }

  struct UnknownMethod: Error {
    var name: String?
  }

  func compute() throws -> [String: ReturnFigure] {
    switch series["method"]?.text {
    case "internal-rate": try internalRate()
    case "time-weighted": try timeWeighted()
    case "modified-dietz": try modifiedDietz()
    case "linked": try linked()
    case "annualize": try annualize()
    case "currency-split": try currencySplit()
    case "drawdown": try drawdown()
    case "volatility": try volatility()
    case let name: throw UnknownMethod(name: name)
    }
  }

  // MARK: What it is given

  private func text(_ key: String, of value: SpecValue? = nil) throws -> String {
    try #require((value ?? series)[key]?.text, "no \(key)")
  }

  private func amount(_ key: String, of value: SpecValue? = nil) throws -> ExactDecimal {
    try ExactDecimal(try text(key, of: value))
  }

  private func number(_ key: String) throws -> Double {
    try #require(Double(try text(key)), "\(key) is no number")
  }

  private func day(_ key: String, of value: SpecValue? = nil) throws -> Day {
    try Day(try text(key, of: value))
  }

  private func flows(of value: SpecValue? = nil) throws -> [CashFlow] {
    try ((value ?? series)["flows"]?.elements ?? []).map { flow in
      let parts = flow.elements.compactMap(\.text)
      return CashFlow(try Day(parts[0]), try ExactDecimal(parts[1]))
    }
  }

  private var daysPerYear: Double {
    series["days_per_year"]?.text.flatMap(Double.init) ?? 365
  }

  private func figure(_ ratio: Double?) -> ReturnFigure { ratio.map(ReturnFigure.ratio) ?? .none }

  // MARK: What it gives

  private func internalRate() throws -> [String: ReturnFigure] {
    switch InternalRate.find(in: try flows(), daysPerYear: daysPerYear) {
    case .rate(let rate): ["rate": .ratio(rate)]
    case .several(let rates): ["rates": .list(rates.map(ReturnFigure.ratio))]
    case .noSignChange: ["outcome": .text("no-sign-change")]
    case .noRoot: ["outcome": .text("no-root")]
    case .tooFewDays: ["outcome": .text("too-few-days")]
    case .tooLarge: ["outcome": .text("too-large")]
    }
  }

  private func timeWeighted() throws -> [String: ReturnFigure] {
    var chain = ReturnChain()
    var start = ExactDecimal.zero
    var returns: [ReturnFigure] = []
    var totals: [ReturnFigure] = []
    for event in series["events"]?.elements ?? [] {
      let parts = event.elements.compactMap(\.text)
      let amount = try ExactDecimal(parts[2])
      if parts[1] == "flow" {
        start = try start.adding(amount)
      } else {
        returns.append(figure(chain.append(start: start, end: amount)))
        totals.append(figure(chain.totalReturn))
        start = amount
      }
    }
    if chain.hasGap { return ["outcome": .text("no-capital")] }
    return ["total": figure(chain.totalReturn), "returns": .list(returns), "totals": .list(totals)]
  }

  private func modifiedDietz() throws -> [String: ReturnFigure] {
    let dietz = try ModifiedDietz(
      startValue: try amount("start"), flows: try flows(), endValue: try amount("end"),
      opening: try day("opening"), closing: try day("closing"))
    guard let rate = dietz.periodReturn else {
      return ["outcome": .text("no-capital"), "gain": .exact(dietz.gain)]
    }
    let average = try dietz.capitalDays.divided(by: ExactDecimal(dietz.days), places: 18)
    let annual = ReturnChain.annualized(rate, days: Double(dietz.days))
    return [
      "gain": .exact(dietz.gain), "average_capital": .exact(average), "return": .ratio(rate),
      "annual": figure(annual),
    ]
  }

  private func linked() throws -> [String: ReturnFigure] {
    var chain = ReturnChain()
    var returns: [ReturnFigure] = []
    for window in series["windows"]?.elements ?? [] {
      let (opening, closing) = (try day("opening", of: window), try day("closing", of: window))
      let (start, end) = (try amount("start", of: window), try amount("end", of: window))
      let flows = try flows(of: window)
      let invested = [CashFlow(opening, -start)] + flows.map { CashFlow($0.day, -$0.amount) }
      let rate = InternalRate.find(
        in: invested + [CashFlow(closing, end)], daysPerYear: Double(opening.days(until: closing))
      ).value
      returns.append(figure(rate))
      if flows.isEmpty {
        chain.append(start: start, end: end)
      } else {
        chain.append(return: try #require(rate))
      }
    }
    let total = chain.totalReturn
    let days = try number("days")
    let annual = total.flatMap {
      ReturnChain.annualized($0, days: days, daysPerYear: daysPerYear)
    }
    return [
      "returns": .list(returns), "total": figure(total), "annual": figure(annual),
    ]
  }

  private func annualize() throws -> [String: ReturnFigure] {
    let annual = ReturnChain.annualized(
      try number("return"), days: try number("days"), daysPerYear: daysPerYear)
    return ["annual": figure(annual)]
  }

  private func currencySplit() throws -> [String: ReturnFigure] {
    let split = try #require(
      CurrencySplit(
        local: try number("local"), startRate: try amount("start_rate"),
        endRate: try amount("end_rate")))
    return [
      "total": .ratio(split.total), "currency": .ratio(split.currency),
      "cross": .ratio(split.cross), "contribution": .ratio(split.currencyContribution),
    ]
  }

  private func drawdown() throws -> [String: ReturnFigure] {
    var drawdown = Drawdown()
    var falls: [ReturnFigure] = []
    for level in series["levels"]?.elements ?? [] {
      let parts = level.elements.compactMap(\.text)
      drawdown.append(try Day(parts[0]), level: try #require(Double(parts[1])))
      falls.append(.ratio(drawdown.current))
    }
    guard let fall = drawdown.maximum else { return ["outcome": .text("never-fallen")] }
    return [
      "depth": .ratio(fall.depth), "peak": .text(fall.peak.description),
      "trough": .text(fall.trough.description), "falls": .list(falls),
      "recovery": fall.recovery.map { .text($0.description) } ?? .none,
    ]
  }

  private func volatility() throws -> [String: ReturnFigure] {
    var volatility = Volatility()
    for element in series["returns"]?.elements ?? [] {
      volatility.append(try #require(element.text.flatMap(Double.init)))
    }
    guard let deviation = volatility.standardDeviation else {
      return ["outcome": .text("too-few-returns")]
    }
    let year = series["periods_per_year"]?.text.flatMap(Double.init) ?? 1
    return [
      "deviation": .ratio(deviation), "annual": figure(volatility.annualized(periodsPerYear: year)),
    ]
  }
}
