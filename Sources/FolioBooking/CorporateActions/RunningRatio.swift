/// Applies a ratio to the units of one lot after the other, so that the results add up to the ratio
/// applied to the sum of the lots: the running total is rounded, half-even at 18 places, and each
/// lot gets the increase of the total.
struct RunningRatio {
  private let ratio: Ratio
  private var before = ExactDecimal.zero
  private var after = ExactDecimal.zero

  init(_ ratio: Ratio) { self.ratio = ratio }

  /// The units that come of the next lot's.
  /// - Throws: `ArithmeticFault`, also where too little comes of a lot to be written in 18 places:
  ///   the lot would vanish and leave its cost behind.
  mutating func next(_ units: ExactDecimal) throws(ArithmeticFault) -> ExactDecimal {
    try before.add(units)
    let reached = try Self.scale(before, ratio)
    let scaled = try reached.subtracting(after)
    if scaled.isZero { throw .tooManyPlaces }
    after = reached
    return scaled
  }

  /// Units times a ratio, half-even at 18 places.
  static func scale(
    _ units: ExactDecimal, _ ratio: Ratio
  ) throws(ArithmeticFault) -> ExactDecimal {
    try units.multiplied(by: ratio.new, dividedBy: ratio.old, places: ExchangeRate.places)
  }
}

/// Applies a ratio to the units of lots so that those of each account add up to the ratio applied
/// to the units of the account: each broker rounds for itself.
struct RunningRatios {
  private let ratio: Ratio
  private var accounts: [SecuritiesAccountIndex: RunningRatio] = [:]

  init(_ ratio: Ratio) { self.ratio = ratio }

  /// Applies another ratio to the units of an account.
  mutating func set(_ ratio: Ratio, for account: SecuritiesAccountIndex) {
    accounts[account] = RunningRatio(ratio)
  }

  /// The units that come of the next lot of an account.
  mutating func next(
    _ units: ExactDecimal, in account: SecuritiesAccountIndex
  ) throws(ArithmeticFault) -> ExactDecimal {
    try accounts[account, default: RunningRatio(ratio)].next(units)
  }
}
