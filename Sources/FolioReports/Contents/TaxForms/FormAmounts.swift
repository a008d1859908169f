/// The amounts of one line of a form, as printed. Each amount is rounded, and the gain is computed
/// from the rounded amounts, so that the line adds up.
struct FormAmounts: Sendable {
  /// The proceeds: net of `outlays`, or gross if the form has a separate column for them.
  var proceeds: ExactDecimal
  var cost: ExactDecimal
  /// Fees and taxes of the sale, if the form has a separate column for them.
  var outlays: ExactDecimal
  /// The deferred part of a loss, zero or above.
  var disallowed: ExactDecimal
  /// Proceeds less cost and outlays, plus the deferred part of a loss.
  var gain: ExactDecimal

  /// Rounds exact amounts. If a loss is fully deferred, the gain is exactly zero.
  init(
    proceeds: ExactDecimal, cost: ExactDecimal, outlays: ExactDecimal = .zero,
    disallowed: ExactDecimal = .zero, rounded: (ExactDecimal) -> ExactDecimal
  ) throws(ArithmeticFault) {
    let exactGain = try proceeds.subtracting(cost).subtracting(outlays)
    self.proceeds = rounded(proceeds)
    self.cost = rounded(cost)
    self.outlays = rounded(outlays)
    let printed = try self.proceeds.subtracting(self.cost).subtracting(self.outlays)
    let isWhole = !disallowed.isZero && disallowed == -exactGain
    self.disallowed = isWhole ? -printed : rounded(disallowed)
    gain = try printed.adding(self.disallowed)
  }
}

/// A disposal as one line of a form.
struct FormLine: Sendable {
  let disposal: Disposal
  /// The printed amounts, or `nil` if one of them is unknown.
  let amounts: FormAmounts?

  /// Whether part of the loss is deferred.
  var isDeferred: Bool { !(amounts?.disallowed ?? disposal.disallowedBase).isZero }
}
