import FolioBooking
import FolioNumbers

/// How a form rounds its amounts.
struct FormRounding: Sendable {
  /// Places of the minor unit of the currency.
  var places: Int
  var rule: RoundingRule
}

extension ExactDecimal {
  func rounded(by rounding: FormRounding) -> ExactDecimal {
    rounded(toPlaces: rounding.places, rounding.rule)
  }
}

/// The amounts of one line of a form, as they are printed: rounded, and the gain computed from the
/// rounded amounts, so that the line adds up.
struct FormAmounts: Sendable {
  /// What the disposal brought: net of `outlays`, or gross where these stand apart.
  var proceeds: ExactDecimal
  var cost: ExactDecimal
  /// Fees and taxes of the sale, where they stand apart.
  var outlays: ExactDecimal
  /// What is deferred of a loss; at least zero.
  var disallowed: ExactDecimal
  /// Proceeds less cost and outlays, and what is deferred of a loss added.
  var gain: ExactDecimal

  /// Rounds exact amounts. A loss that is deferred as a whole leaves nothing.
  init(
    proceeds: ExactDecimal, cost: ExactDecimal, outlays: ExactDecimal = .zero,
    disallowed: ExactDecimal = .zero, rounding: FormRounding
  ) throws(ArithmeticFault) {
    let exactGain = try proceeds.subtracting(cost).subtracting(outlays)
    self.proceeds = proceeds.rounded(by: rounding)
    self.cost = cost.rounded(by: rounding)
    self.outlays = outlays.rounded(by: rounding)
    let printed = try self.proceeds.subtracting(self.cost).subtracting(self.outlays)
    let isWhole = !disallowed.isZero && disallowed == -exactGain
    self.disallowed = isWhole ? -printed : disallowed.rounded(by: rounding)
    gain = try printed.adding(self.disallowed)
  }
}

/// The sums of the printed amounts of some lines; unknown where one of them is.
struct FormSums: Sendable {
  var proceeds = ColumnSum()
  var cost = ColumnSum()
  var outlays = ColumnSum()
  var disallowed = ColumnSum()
  var gain = ColumnSum()
  /// The gains alone, and the losses alone, these above zero too.
  var gains = ColumnSum()
  var losses = ColumnSum()
  /// How many lines there are.
  var count = 0

  mutating func add(_ amounts: FormAmounts?) {
    count += 1
    proceeds.add(amounts?.proceeds)
    cost.add(amounts?.cost)
    outlays.add(amounts?.outlays)
    disallowed.add(amounts?.disallowed)
    gain.add(amounts?.gain)
    gains.add(amounts.map { $0.gain.isPositive ? $0.gain : .zero })
    losses.add(amounts.map { $0.gain.isNegative ? $0.gain.magnitude : .zero })
  }
}
