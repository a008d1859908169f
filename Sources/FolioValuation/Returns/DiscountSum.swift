import FolioNumbers

/// The present value of flows as a function of the rate: Σ amount · e^(-x · days), where x is
/// the continuous rate of one day, so that (1 + r) = e^(x · days of a year).
///
/// In x the whole range of rates, from just above -100% to beyond any number, is the real line,
/// and a day is a whole number: nothing is rounded before the exponential.
struct DiscountSum {
  /// Days since the first day, ascending, each once.
  private(set) var days: [Double] = []
  /// The amounts of those days, none of them zero.
  private(set) var amounts: [Double] = []
  /// The same amounts to 32 digits.
  private(set) var exact: [DoubleDouble] = []

  /// The flows of each day become one, exactly; days that come to zero are left out.
  init(_ flows: [CashFlow]) {
    let ordered = flows.sorted { $0.day < $1.day }
    guard let first = ordered.first?.day else { return }
    var start = 0
    while start < ordered.count {
      let day = ordered[start].day
      let end = ordered[start...].firstIndex { $0.day != day } ?? ordered.count
      let amount = Self.total(ordered[start..<end])
      start = end
      guard amount.high != 0 else { continue }
      days.append(Double(first.days(until: day)))
      amounts.append(amount.high)
      exact.append(amount)
    }
  }

  /// The exact sum of flows; where it has more than 36 digits, to 32 of them.
  private static func total(_ flows: ArraySlice<CashFlow>) -> DoubleDouble {
    var sum = ExactDecimal.zero
    for flow in flows {
      guard let next = try? sum.adding(flow.amount) else {
        return flows.reduce(.zero) { $0 + $1.amount.binary }
      }
      sum = next
    }
    return sum.binary
  }

  /// A sum of some of the terms.
  private init(_ sum: DiscountSum, at indices: [Int]) {
    days = indices.map { sum.days[$0] }
    amounts = indices.map { sum.amounts[$0] }
    exact = indices.map { sum.exact[$0] }
  }

  /// Days from the first flow to the last.
  var span: Double { (days.last ?? 0) - (days.first ?? 0) }

  /// How often the sign changes from a flow to the next.
  var signChanges: Int {
    zip(amounts, amounts.dropFirst()).count { ($0 < 0) != ($1 < 0) }
  }

  /// The sign of the sum for rates that are high enough: that of the first flow.
  var signOfFirst: Double { amounts.first ?? 0 < 0 ? -1 : 1 }

  /// The sign of the sum for rates that are low enough: that of the last flow.
  var signOfLast: Double { amounts.last ?? 0 < 0 ? -1 : 1 }

  /// The terms against the first flow, and the first ones of its own sign: above the one root
  /// of this sum, the whole sum has the sign of the first flow.
  var upperBoundingSum: DiscountSum {
    let change = amounts.firstIndex { ($0 < 0) != (signOfFirst < 0) } ?? amounts.count
    return DiscountSum(
      self, at: amounts.indices.filter { $0 < change || amounts[$0] * signOfFirst < 0 })
  }

  /// The same from the last flow backwards: below its root the sum has the sign of the last flow.
  var lowerBoundingSum: DiscountSum {
    let change = amounts.lastIndex { ($0 < 0) != (signOfLast < 0) } ?? -1
    return DiscountSum(
      self, at: amounts.indices.filter { $0 > change || amounts[$0] * signOfLast < 0 })
  }
}

/// A function's value at a place, and its slope there.
struct Sample {
  var value: Double
  var slope: Double
}

extension DiscountSum {
  /// ln(what comes in / what goes out), both discounted: zero where the sum is, with its sign,
  /// and nearly a straight line in x. Needs flows of both signs.
  ///
  /// Each side is summed relative to its own largest term, so that no x is too large.
  func logRatio(at x: Double) -> Sample {
    var positive = LogSum(reference: referenceDay(at: x, negative: false))
    var negative = LogSum(reference: referenceDay(at: x, negative: true))
    for index in days.indices {
      if amounts[index] < 0 {
        negative.add(-amounts[index], days[index], x)
      } else {
        positive.add(amounts[index], days[index], x)
      }
    }
    return Sample(
      value: (positive.sum / negative.sum).logarithm - x
        * (positive.reference - negative.reference),
      slope: negative.meanDay - positive.meanDay)
  }

  /// The day of the flow of a sign that weighs most: the first for rates above zero.
  private func referenceDay(at x: Double, negative: Bool) -> Double {
    let index =
      x < 0
      ? amounts.lastIndex { ($0 < 0) == negative } : amounts.firstIndex { ($0 < 0) == negative }
    return index.map { days[$0] } ?? 0
  }

  /// The sum Σ amount · e^(-x · (day - reference)) and its first moment.
  private struct LogSum {
    let reference: Double
    var sum = 0.0
    private var moment = 0.0
    var meanDay: Double { moment / sum }

    init(reference: Double) { self.reference = reference }

    mutating func add(_ amount: Double, _ day: Double, _ x: Double) {
      let term = amount * (-x * (day - reference)).exponential
      sum += term
      moment += term * day
    }
  }

  /// Whether no other x is a root than this one, by the rule of Soper (1959): discounted at the
  /// rate, what is invested never changes its sign before the last flow. So it is for whoever
  /// puts money in before taking it out, however often.
  ///
  /// C. S. Soper, "The marginal efficiency of capital: a further note", Economic Journal 69
  /// (1959); with c_k the balances, the sum at another x is Σ c_k · (e^(-y t_k) - e^(-y t_k+1)),
  /// y the distance, whose terms all have one sign.
  ///
  /// A balance is what has flowed so far, and what is still to flow with the other sign: far from
  /// zero, where later flows weigh next to nothing, only the second tells it from rounding.
  func isOnlyRoot(_ x: Double) -> Bool {
    let reference = x < 0 ? days.last ?? 0 : 0
    let terms = days.indices.map { amounts[$0] * (-x * (days[$0] - reference)).exponential }
    var later = [RunningSum](repeating: RunningSum(), count: terms.count + 1)
    for index in terms.indices.reversed() {
      later[index] = later[index + 1]
      later[index].add(terms[index])
    }
    var before = RunningSum()
    for index in terms.indices.dropLast() {
      before.add(terms[index])
      let rest = later[index + 1]
      let sign = before.sign != 0 ? before.sign : -rest.sign
      if sign * signOfFirst < 0 { return false }
      // Too small for a number at all: nothing is known of it.
      if sign == 0, before.gross == 0 || rest.gross == 0 { return false }
    }
    return true
  }

  /// A sum that knows how far rounding may have moved it.
  private struct RunningSum {
    private var net = 0.0
    private(set) var gross = 0.0

    mutating func add(_ term: Double) {
      net += term
      gross += term.magnitude
    }

    /// -1 or 1, or 0 where the sum can't be told from zero.
    var sign: Double { net.magnitude <= 1e-13 * gross ? 0 : (net < 0 ? -1 : 1) }
  }

  /// The sum and its slope at `x` to 32 digits, relative to its largest term.
  func precise(at x: DoubleDouble) -> (value: DoubleDouble, slope: Double) {
    let reference = x.high < 0 ? days.last ?? 0 : 0
    var value = DoubleDouble.zero
    var slope = 0.0
    for index in days.indices {
      let term = exact[index] * (x * (reference - days[index])).exponential()
      value = value + term
      slope += term.high * (reference - days[index])
    }
    return (value, slope)
  }
}
