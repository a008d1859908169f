import ExactNumbers
import LedgerModel

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
}

/// The losses of one instrument that may still be deferred, and the lots that may take them.
///
/// Both are queues in order of time: what is more than 30 days old is dropped from the front, so
/// that each lot and each loss is looked at a bounded number of times.
struct WashSales {
  private var pending: [PendingLoss] = []
  private var firstPending = 0
  private var recent: [Candidate] = []
  private var firstRecent = 0
  private var lastRescaled: Day?

  /// A lot, as what is looked at before the lot itself.
  private struct Candidate {
    var slot: UInt32
    /// Its number: another lot may have its place by now.
    var number: UInt32
    var acquired: Day
    var place: UInt32

    /// Whether it may still replace units.
    func isFree(_ lots: [Lot]) -> Bool {
      let lot = lots[Int(slot)]
      return lot.number == number && lot.quantity.isPositive && !lot.isReplacement
    }
  }

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

  /// Puts a lot in its place by the day of its acquisition.
  mutating func offer(_ lot: UInt32, _ lots: [Lot]) {
    let (acquired, place) = (lots[Int(lot)].acquired, lots[Int(lot)].place)
    let new = Candidate(
      slot: lot, number: lots[Int(lot)].number, acquired: acquired, place: place)
    var end = recent.count
    while end > firstRecent {
      let old = recent[end - 1]
      if (old.acquired, old.place) <= (acquired, place) { break }
      end -= 1
    }
    recent.insert(new, at: end)
  }

  /// Drops the lots that were acquired more than 30 days before a day, or that are used up.
  mutating func forget(before day: Day, _ lots: [Lot]) {
    while firstRecent < recent.count {
      let lot = recent[firstRecent]
      let age = day.daysSince1970 - lot.acquired.daysSince1970
      if age <= Self.window && lot.isFree(lots) { break }
      firstRecent += 1
    }
    if firstRecent == recent.count {
      recent.removeAll(keepingCapacity: true)
      firstRecent = 0
    } else if firstRecent >= 64, firstRecent * 2 >= recent.count {
      recent.removeSubrange(..<firstRecent)
      firstRecent = 0
    }
  }

  /// The next lot that may replace units of a lot that a group opened.
  func candidate(
    from next: inout Int, not group: GroupIndex, _ lots: [Lot]
  ) -> UInt32? {
    while firstRecent + next < recent.count {
      let lot = recent[firstRecent + next]
      if lot.isFree(lots) && lots[Int(lot.slot)].group != group { return lot.slot }
      next += 1
    }
    return nil
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
