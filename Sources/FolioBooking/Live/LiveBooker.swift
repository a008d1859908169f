/// A booker that books groups in their order, and can go back to an earlier place.
///
/// It is a value: a copy made before a change is the state to return to if the change fails. Older
/// states are kept now and then (`Checkpoints`), and a change in the past starts from one of them.
struct LiveBooker: Sendable {
  private(set) var booker: Booker
  /// The state before the first group.
  private var start: Booker
  private var checkpoints: Checkpoints
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
    start = self.booker
    checkpoints = Checkpoints(distance: distance)
  }

  /// Makes lists that trials at the end need, once for all of them.
  mutating func prepareTrials() { booker.prepareTrials() }

  /// Books the next groups, up to the first one with faults.
  /// - Parameter following: the number of groups that come later for certain. The state is kept
  ///   each time that as many groups were booked as follow, so that a change in the past books at
  ///   most twice what follows it, and little memory is used.
  mutating func book(_ batch: Ledger, _ numbers: [GroupIndex], following: Int = 0) {
    var batch = batch
    batch.numbers = numbers
    booker.take(batch)
    let gap = max(checkpoints.distance, following)
    for (row, number) in numbers.enumerated() {
      if count - (checkpoints.last?.count ?? 0) >= gap { makeCheckpoint() }
      booker.book(row: row)
      last = OrderKey(batch.rows.groups[row].occurredAt, number)
      count += 1
      if !booker.faults.isEmpty { return }
    }
  }

  private mutating func makeCheckpoint() {
    guard let last else { return }
    checkpoints.append(Checkpoints.Checkpoint(key: last, count: count, booker: booker))
  }

  /// Goes back to a state before a place: the last one that was kept.
  mutating func goBack(before key: OrderKey) {
    guard let last, last >= key else { return }
    checkpoints.drop(from: key)
    let newest = booker.ledger
    booker = checkpoints.last?.booker ?? start
    booker.take(newest)
    (self.last, count) = (checkpoints.last?.key, checkpoints.last?.count ?? 0)
  }

  /// Replaces the exchange rates.
  mutating func takeRates(of ledger: Ledger) {
    booker.rates.renew(ledger)
    start.rates.renew(ledger)
    checkpoints.renewRates(ledger)
  }
}
