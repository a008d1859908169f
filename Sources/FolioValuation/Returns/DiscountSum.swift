/// The present value of flows as a function of the rate: Σ amount · e^(-x · days). x is the
/// continuous daily rate: (1 + r) = e^(x · days of a year).
///
/// All rates above -100% correspond to the real numbers x. Days are whole numbers, so nothing is
/// rounded before the exponential.
struct DiscountSum {
  /// The days since the first day, ascending and unique.
  private(set) var days: [Double] = []
  /// The amounts of these days. None is zero.
  private(set) var amounts: [Double] = []
  /// The same amounts to 32 digits.
  private(set) var exact: [DoubleDouble] = []

  /// Adds up the flows of each day exactly, and leaves out days with a sum of zero.
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

  /// Returns the exact sum of flows, or 32 digits of it if it has more than 36.
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

  /// Creates a sum of some of the terms.
  private init(_ sum: DiscountSum, at indices: [Int]) {
    days = indices.map { sum.days[$0] }
    amounts = indices.map { sum.amounts[$0] }
    exact = indices.map { sum.exact[$0] }
  }

  /// The number of days from the first flow to the last.
  var span: Double { (days.last ?? 0) - (days.first ?? 0) }

  /// The number of sign changes between consecutive flows.
  var signChanges: Int {
    zip(amounts, amounts.dropFirst()).count { ($0 < 0) != ($1 < 0) }
  }

  /// The sign of the first flow, which is that of the sum for very high rates.
  var signOfFirst: Double { amounts.first ?? 0 < 0 ? -1 : 1 }

  /// The sign of the last flow, which is that of the sum for very low rates.
  var signOfLast: Double { amounts.last ?? 0 < 0 ? -1 : 1 }

  /// The terms with the opposite sign of the first flow, and the leading terms with its sign. Above
  /// the only root of this sum, the whole sum has the sign of the first flow.
  var upperBoundingSum: DiscountSum {
    let change = amounts.firstIndex { ($0 < 0) != (signOfFirst < 0) } ?? amounts.count
    return DiscountSum(
      self, at: amounts.indices.filter { $0 < change || amounts[$0] * signOfFirst < 0 })
  }

  /// The same from the last flow backwards. Below its root, the sum has the sign of the last flow.
  var lowerBoundingSum: DiscountSum {
    let change = amounts.lastIndex { ($0 < 0) != (signOfLast < 0) } ?? -1
    return DiscountSum(
      self, at: amounts.indices.filter { $0 > change || amounts[$0] * signOfLast < 0 })
  }
}

/// The value of a function at a point, and its slope.
struct Sample {
  var value: Double
  var slope: Double
}

extension DiscountSum {
  /// Returns ln(positive flows / negative flows), both discounted. It has the roots and the sign of
  /// the sum, and is nearly linear in x. It requires flows of both signs.
  ///
  /// Each side is summed relative to its largest term, so that no x overflows.
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

  /// Returns the day of the largest term of a sign: the first one for positive rates.
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

  /// Whether x is the only root, by the rule of Soper (1959): the invested balance, discounted at
  /// the rate, never changes its sign before the last flow. This is true if money is always
  /// contributed before it is withdrawn.
  ///
  /// C. S. Soper, "The marginal efficiency of capital: a further note", Economic Journal 69
  /// (1959); with c_k the balances, the sum at another x is Σ c_k · (e^(-y t_k) - e^(-y t_k+1)),
  /// y the distance, whose terms all have one sign.
  ///
  /// A balance equals the sum of past flows, and the negative sum of future flows. Far from zero,
  /// later flows have little weight, and only the second sum is larger than rounding errors.
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
      // The terms underflowed, so the sign is unknown.
      if sign == 0, before.gross == 0 || rest.gross == 0 { return false }
    }
    return true
  }

  /// A sum with a bound of its rounding error.
  private struct RunningSum {
    private var net = 0.0
    private(set) var gross = 0.0

    mutating func add(_ term: Double) {
      net += term
      gross += term.magnitude
    }

    /// -1 or 1, or 0 if the sum is within rounding of zero.
    var sign: Double { net.magnitude <= 1e-13 * gross ? 0 : (net < 0 ? -1 : 1) }
  }

  /// Returns the sum and its slope to 32 digits, relative to the largest term.
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
