import FolioModel
import FolioNumbers

/// A booker that books groups in their order, and can go back to any place.
///
/// The last groups are undone one by one. Before them, it goes back to a checkpoint.
struct LiveBooker: Sendable {
  private(set) var booker: Booker
  /// The state before the first group.
  private var start: Booker
  private var checkpoints: Checkpoints
  /// The groups since the last checkpoint, with the state before each.
  private var tail: [(key: OrderKey, mark: BookerMark)] = []
  /// The last group that was booked.
  private(set) var last: OrderKey?
  /// The number of groups.
  private(set) var count = 0

  /// - Parameters:
  ///   - booker: a booker that has booked nothing.
  ///   - distance: the number of groups after which the state is kept.
  init(_ booker: Booker, distance: Int) {
    self.booker = booker
    self.booker.leaveEndOpen()
    self.booker.beginUndo()
    start = self.booker
    start.rules?.leaveOutPlans()
    checkpoints = Checkpoints(distance: distance)
  }

  /// Makes lists that trials at the end need, once for all of them.
  mutating func prepareTrials(from day: Day) { booker.prepareTrials(from: day) }

  /// A place at the end to go back to.
  struct Point {
    let mark: BookerMark
    fileprivate let batch: Ledger
    fileprivate let last: OrderKey?
    fileprivate let count: Int
    fileprivate let tail: Int
  }

  /// Sets a point. Up to the next one, no checkpoint may be made.
  mutating func setPoint() -> Point {
    keepCheckpoint()
    return Point(
      mark: booker.setMark(), batch: booker.ledger, last: last, count: count, tail: tail.count)
  }

  /// Takes back the groups after a point.
  mutating func undo(to point: Point) {
    booker.undo(to: point.mark)
    // Instruments and accounts that only these groups name may not stay.
    booker.take(point.batch)
    booker.cash.shrink(to: point.batch.tables.cashAccounts.count)
    tail.removeLast(tail.count - point.tail)
    (last, count) = (point.last, point.count)
  }

  /// Books the next groups, up to the first one with faults.
  /// - Parameter following: the number of groups that come later for certain. If they are many,
  ///   nobody goes back to one of these groups, and the state after them is kept only if it stays
  ///   among the checkpoints.
  mutating func book(
    _ batch: Ledger, _ numbers: [GroupIndex], keepsCheckpoints: Bool, following: Int = 0
  ) {
    let isFarBack = following > checkpoints.distance
    let unkept = count - (checkpoints.last?.count ?? 0)
    if isFarBack ? unkept > following / 3 || !tail.isEmpty : unkept > 0 && tail.isEmpty {
      makeCheckpoint()
    }
    var batch = batch
    batch.numbers = numbers
    booker.take(batch)
    for (row, number) in numbers.enumerated() {
      if keepsCheckpoints, !isFarBack { keepCheckpoint() }
      let key = OrderKey(batch.rows.groups[row].occurredAt, number)
      if !isFarBack { tail.append((key, booker.setMark())) }
      booker.book(row: row)
      (last, count) = (key, count + 1)
      if !booker.faults.isEmpty { return }
    }
  }

  /// Makes a checkpoint if there was none for a while.
  private mutating func keepCheckpoint() {
    if tail.count >= checkpoints.distance { makeCheckpoint() }
  }

  private mutating func makeCheckpoint() {
    guard let last else { return }
    tail.removeAll(keepingCapacity: true)
    booker.forgetMarks()
    var state = booker
    state.rules?.leaveOutPlans()
    checkpoints.append(Checkpoints.Checkpoint(key: last, count: count, booker: state))
  }

  /// What the groups from a place on touched; nil if some of them are before a checkpoint.
  func touched(from key: OrderKey) -> TouchedBooks? {
    if let checkpoint = checkpoints.last, checkpoint.key >= key { return nil }
    let place = tail.partitioningIndex { $0.key >= key }
    return place < tail.count ? TouchedBooks(booker, since: tail[place].mark) : TouchedBooks()
  }

  /// Goes back to the state before a place.
  mutating func goBack(before key: OrderKey) {
    let newest = booker.ledger
    if let checkpoint = checkpoints.last, checkpoint.key >= key {
      checkpoints.drop(from: key)
      tail = []
      var earlier = checkpoints.last?.booker ?? start
      if let rules = booker.rules { earlier.rules?.takePlans(of: rules) }
      booker = earlier
    } else {
      let place = tail.partitioningIndex { $0.key >= key }
      if place < tail.count { booker.undo(to: tail[place].mark) }
      tail.removeLast(tail.count - place)
    }
    booker.take(newest)
    last = tail.last?.key ?? checkpoints.last?.key
    count = (checkpoints.last?.count ?? 0) + tail.count
  }

  /// Looks ahead anew (`TaxRuleSet.plan`).
  mutating func plan(
    _ instrument: InstrumentIndex, _ events: [HoldingTimeline.Event], keeping count: Int,
    base: CurrencyIndex, before key: OrderKey
  ) throws(ArithmeticFault) -> OrderKey? {
    // Groups that are not booked yet may name it first.
    booker.rules?.grow(to: Int(instrument) + 1)
    return try booker.rules?.plan(
      instrument, events, keeping: count, base: base, before: key)
  }

  /// Replaces the exchange rates.
  mutating func takeRates(of ledger: Ledger) {
    booker.rates.renew(ledger)
    start.rates.renew(ledger)
    checkpoints.renewRates(ledger)
  }
}
