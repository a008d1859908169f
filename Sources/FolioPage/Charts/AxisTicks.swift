/// Round values on an axis: 1, 2, 2.5 or 5 times a power of ten apart.
struct AxisTicks {
  /// The values in ascending order. The first and the last are the ends of the axis.
  let values: [Double]
  /// The number of decimal places that distinguish the values.
  let places: Int

  var low: Double { values.first ?? 0 }
  var high: Double { values.last ?? 1 }

  /// Creates ticks that cover two values. If these are equal, the axis extends around them.
  /// - Parameter most: the largest number of steps, at least one.
  init(covering first: Double, _ second: Double, atMost most: Int = 5) {
    var (low, high) = (min(first, second), max(first, second))
    if !low.isFinite || !high.isFinite { (low, high) = (0, 1) }
    if low == high {
      let around = low == 0 ? 1 : low.magnitude / 10
      (low, high) = (low - around, high + around)
    }
    let (factor, exponent) = Self.step(atLeast: (high - low) / Double(max(most, 1)))
    var (step, places) = Self.size(factor, exponent)
    var (start, end) = ((low / step).rounded(.down), (high / step).rounded(.up))
    // The ends are moved outwards, which may need one step too many.
    if end - start > Double(max(most, 1)), let next = Self.factors.firstIndex(of: factor) {
      let isLast = next + 1 == Self.factors.count
      (step, places) = Self.size(
        isLast ? 1 : Self.factors[next + 1], isLast ? exponent + 1 : exponent)
      (start, end) = ((low / step).rounded(.down), (high / step).rounded(.up))
    }
    self.places = places
    let count = min(max(Int(end - start), 1), 1_000)
    values = (0...count).map { (start + Double($0)) * step }
  }

  private static let factors = [1, 2, 2.5, 5]

  private static func step(atLeast least: Double) -> (factor: Double, exponent: Int) {
    var exponent = 0
    while power(exponent + 1) <= least, exponent < 300 { exponent += 1 }
    while power(exponent) > least, exponent > -12 { exponent -= 1 }
    let unit = power(exponent)
    for factor in factors where factor * unit >= least * (1 - 1e-12) { return (factor, exponent) }
    return (1, exponent + 1)
  }

  private static func size(_ factor: Double, _ exponent: Int) -> (step: Double, places: Int) {
    let places = max(0, -exponent + (factor == 2.5 ? 1 : 0))
    return (factor * power(exponent), places)
  }

  private static func power(_ exponent: Int) -> Double {
    let power = (0..<exponent.magnitude).reduce(1.0) { power, _ in power * 10 }
    return exponent < 0 ? 1 / power : power
  }
}

/// What the numbers of an axis are.
enum AxisUnit: Sendable {
  case amount
  /// Ratios, shown as percentages.
  case percent
}

extension AxisTicks {
  /// The texts of the values. Large amounts are in thousands (k), millions (M) or billions (bn).
  func labels(_ unit: AxisUnit) -> [String] {
    switch unit {
    case .percent:
      return values.map { DrawnNumber.text($0 * 100, places: max(0, places - 2)) + "%" }
    case .amount:
      let most = max(low.magnitude, high.magnitude)
      let (divisor, suffix) =
        most >= 1e10 ? (1e9, "bn") : most >= 1e7 ? (1e6, "M") : most >= 1e4 ? (1e3, "k") : (1, "")
      return values.map { value in
        if value == 0 { return "0" }
        var extra = 0
        while extra < 3, !Self.isWhole(value / divisor, places: extra) { extra += 1 }
        return DrawnNumber.text(value / divisor, places: divisor == 1 ? places : extra) + suffix
      }
    }
  }

  private static func isWhole(_ value: Double, places: Int) -> Bool {
    let scaled = (0..<places).reduce(value) { number, _ in number * 10 }
    return (scaled - scaled.rounded()).magnitude < 1e-6
  }
}

/// Numbers of drawings as text. No figure of a report is printed with it.
enum DrawnNumber {
  /// A coordinate with at most one decimal place.
  static func coordinate(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e6 else { return "0" }
    let tenths = Int((value * 10).rounded())
    let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + (tenth == 0 ? "\(whole)" : "\(whole).\(tenth)")
  }

  /// A number with a fixed number of decimal places and commas between thousands.
  static func text(_ value: Double, places: Int) -> String {
    let power = (0..<places).reduce(1.0) { power, _ in power * 10 }
    let scaled = (value * power).rounded()
    guard scaled.isFinite, scaled.magnitude < 9e15 else { return "\(value)" }
    let number = Int(scaled)
    var digits = String(number.magnitude)
    while digits.utf8.count <= places { digits = "0" + digits }
    let whole = digits.dropLast(places)
    var grouped = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index).isMultiple(of: 3) { grouped.append(",") }
      grouped.append(digit)
    }
    return (number < 0 ? "-" : "") + grouped + (places > 0 ? "." + digits.suffix(places) : "")
  }
}
