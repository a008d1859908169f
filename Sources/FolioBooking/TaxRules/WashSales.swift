/// The rest of a loss that later purchases may replace.
struct PendingLoss: UnitsAtCost {
  /// The index of the disposal.
  var row: Int
  /// Its trade date.
  var day: Day
  /// The number of days for which the units were held.
  var daysHeld: Int32
  /// Units not yet replaced, adjusted for later splits.
  var quantity: ExactDecimal
  /// The same units as they were at the disposal.
  var unitsSold: ExactDecimal
  /// Their loss in the currency of the disposal, and in base.
  var cost: ExactDecimal
  var costBase: ExactDecimal
  var currency: CurrencyIndex

  /// Takes the loss of some units out of it.
  mutating func take(_ part: ExactDecimal) throws(ArithmeticFault) -> PendingLoss {
    let sold = unitsSold == quantity ? part : try unitsSold.share(part, of: quantity)
    var taken = try split(off: part)
    taken.unitsSold = sold
    try unitsSold.subtract(sold)
    return taken
  }
}

/// The losses of one instrument that may still be deferred, and the lots that may replace its
/// units.
///
/// Both are in order of time. Entries more than 30 days old are dropped, so that each lot and each
/// loss is visited a bounded number of times.
struct WashSales {
  /// The lots that were acquired in the last 30 days.
  var recent = ReplacementLots()
  private var pending: ArraySlice<PendingLoss> = []
  private var lastRescaled: Day?

  /// The rule's days before and after a sale.
  static let window: Int32 = 30

  mutating func add(_ loss: PendingLoss) { pending.append(loss) }

  /// The oldest loss that a purchase of a day may replace.
  mutating func firstPending(on day: Day) -> PendingLoss? {
    while let loss = pending.first {
      let age = day.daysSince1970 - loss.day.daysSince1970
      if loss.quantity.isPositive && age <= Self.window { return loss }
      pending.removeFirst()
    }
    pending = []
    return nil
  }

  /// Puts back the rest of the oldest loss.
  mutating func updateFirst(_ loss: PendingLoss) { pending[pending.startIndex] = loss }

  mutating func takePending() -> ArraySlice<PendingLoss> {
    defer { pending = [] }
    return pending
  }

  /// Adjusts the units of the losses for a split.
  mutating func rescale(
    _ ratio: Ratio, _ day: Day, once: Bool
  ) throws(ArithmeticFault) {
    if once && lastRescaled == day { return }
    lastRescaled = day
    for index in pending.indices {
      pending[index].quantity = try RunningRatio.scale(pending[index].quantity, ratio)
    }
  }
}
