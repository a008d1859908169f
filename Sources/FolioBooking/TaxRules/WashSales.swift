import FolioModel
import FolioNumbers

/// What is left of a loss that later purchases may replace.
struct PendingLoss {
  /// The disposal.
  var row: Int
  /// Its trade date.
  var day: Day
  /// For how many days the units had been held.
  var daysHeld: Int32
  /// Units not yet replaced, as they are counted now, and as they were at the disposal.
  var units: ExactDecimal
  var unitsSold: ExactDecimal
  /// Their loss in base, and in the currency of the disposal.
  var amountBase: ExactDecimal
  var amount: ExactDecimal
  var currency: CurrencyIndex

  /// Takes the loss of some units out of it.
  mutating func take(_ part: ExactDecimal) throws(ArithmeticFault) -> PendingLoss {
    var taken = self
    taken.units = part
    taken.unitsSold = unitsSold == units ? part : try unitsSold.share(part, of: units)
    taken.amountBase = try amountBase.share(part, of: units)
    taken.amount =
      amount == amountBase ? taken.amountBase : try amount.share(part, of: units)
    try unitsSold.subtract(taken.unitsSold)
    try units.subtract(part)
    try amountBase.subtract(taken.amountBase)
    try amount.subtract(taken.amount)
    return taken
  }
}

/// The losses of one instrument that may still be deferred, and the lots that may take them.
///
/// Both are kept in order of time: what is more than 30 days old is dropped, so that each lot and
/// each loss is looked at a bounded number of times.
struct WashSales {
  /// The lots that were acquired lately.
  var recent = ReplacementLots()
  private var pending: [PendingLoss] = []
  private var firstPending = 0
  private var lastRescaled: Day?

  /// The rule's days before and after a sale.
  static let window: Int32 = 30

  mutating func add(_ loss: PendingLoss) { pending.append(loss) }

  /// The oldest loss that a purchase of a day may replace.
  mutating func firstPending(on day: Day) -> PendingLoss? {
    while firstPending < pending.count {
      let loss = pending[firstPending]
      let age = day.daysSince1970 - loss.day.daysSince1970
      if loss.units.isPositive && age <= Self.window { return loss }
      firstPending += 1
    }
    pending.removeAll(keepingCapacity: true)
    firstPending = 0
    return nil
  }

  /// Puts back what is left of the oldest loss.
  mutating func updateFirst(_ loss: PendingLoss) { pending[firstPending] = loss }

  mutating func takePending() -> ArraySlice<PendingLoss> {
    defer {
      pending = []
      firstPending = 0
    }
    return pending[firstPending...]
  }

  /// Losses are told in units of the day of the sale: a split makes more or fewer of them.
  mutating func rescale(
    _ ratio: Ratio, _ day: Day, once: Bool
  ) throws(ArithmeticFault) {
    if once && lastRescaled == day { return }
    lastRescaled = day
    for index in pending.indices.dropFirst(firstPending) {
      pending[index].units = try RunningRatio.scale(pending[index].units, ratio)
    }
  }
}
