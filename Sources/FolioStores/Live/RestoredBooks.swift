import FolioBooking
import FolioModel

/// The books of a store, from its newest checkpoint on: they cost what came after it.
///
/// They are those of the ledger's own settings. Gains that were taken before the checkpoint are not
/// among them.
package struct RestoredBooks: Sendable {
  package private(set) var rows: RestoredRows
  package private(set) var books: LiveBooks
  /// The checkpoint from which they go on; nil if all groups were read.
  package private(set) var start: CheckpointPlace?
  /// The groups after the checkpoint that are checked, but not booked yet.
  private(set) var rest: [Ledger] = []
  /// The row of the head.
  let head: [UInt8]
  /// The number of groups that were read and count.
  private(set) var count = 0

  /// Reads and books the groups after the newest checkpoint that can be used. Those that cannot be
  /// used are dropped.
  /// - Parameters:
  ///   - limit: a place that the checkpoint has to come before; nil for any.
  ///   - readsAll: whether all groups are read if there is none.
  ///   - leavesRest: whether groups after the checkpoint may be left for later. Then there are no
  ///     checkpoints on the way.
  ///   - needsPlaces: whether the places of all warnings have to be known.
  ///   - distance: the number of groups that are worth another checkpoint on the way; nil for
  ///     none.
  package init<Storage: RecordStorage>(
    _ storage: inout Storage, before limit: CheckpointPlace? = nil, readsAll: Bool,
    leavesRest: Bool = false, needsPlaces: Bool = false, distance: Int? = nil
  ) throws(RestoringFailure) {
    let options = StoreCheck.booking
    let (row, last): ([UInt8], Int)
    do throws(StoreFailure) {
      row = try storage.head()?.row ?? StoredHead.emptyRow
      last = try storage.counts().lastSequence
    } catch { throw .store(error) }
    head = row
    var useless: [CheckpointPlace] = []
    func drop(in storage: inout Storage) {
      if !useless.isEmpty { storage.keep([], dropping: useless, expecting: last) }
      useless = []
    }
    for place in storage.checkpointPlaces().reversed() where limit.map({ place < $0 }) ?? true {
      guard let bytes = storage.checkpoint(at: place),
        let state = Self.state(at: place, bytes, row, options)
      else {
        useless.append(place)
        continue
      }
      if needsPlaces, !Self.knowsPlaces(state.0, state.1) { continue }
      drop(in: &storage)
      (rows, books) = state
      (start, rest, count) = (place, [], 0)
      if let new = try readRest(&storage, before: limit, leavesRest, distance) {
        if !new.isEmpty, let distance { storage.keep(new, distance: distance, expecting: last) }
        return
      }
      useless.append(place)
    }
    drop(in: &storage)
    guard readsAll else { throw .needsWhole(NeedsWholeLedger(.storage)) }
    do throws(NeedsWholeLedger) {
      rows = try RestoredRows(head: row, after: nil)
      books = try LiveBooks(rows.checker.head, options)
    } catch { throw .needsWhole(error) }
    (start, rest, count) = (nil, [], 0)
    guard let new = try readRest(&storage, before: limit, false, distance) else {
      throw .needsWhole(NeedsWholeLedger(.faults))
    }
    if !new.isEmpty, let distance { storage.keep(new, distance: distance, expecting: last) }
  }

  /// Whether the places of all warnings are known.
  private static func knowsPlaces(_ rows: RestoredRows, _ books: LiveBooks) -> Bool {
    rows.hasPlaces && rows.checker.knowsPlaces
      || !rows.checker.hasFindings && !books.hasFindings
  }

  /// Whether the places of all warnings are known.
  var knowsPlaces: Bool { Self.knowsPlaces(rows, books) }

  /// The state at a checkpoint; nil if it is damaged, of another version or of another head.
  private static func state(
    at place: CheckpointPlace, _ bytes: [UInt8], _ row: [UInt8], _ options: BookingOptions
  ) -> (RestoredRows, LiveBooks)? {
    guard let stored = StoredState(bytes), CheckpointPlace(stored.checker.place) == place,
      let rows = try? RestoredRows(head: row, after: stored.checker),
      stored.isValid(for: rows.checker.head),
      let books = try? LiveBooks(restoring: stored.books, rows.checker.head, options, addsUp: false)
    else { return nil }
    return (rows, books)
  }

  /// - Returns: checkpoints on the way, the older the sparser; nil if groups after the checkpoint
  ///   affect some before it.
  private mutating func readRest<Storage: RecordStorage>(
    _ storage: inout Storage, before limit: CheckpointPlace?, _ leavesRest: Bool,
    _ distance: Int?
  ) throws(RestoringFailure) -> [StoredCheckpoint]? {
    let all = distance != nil && storage.keepsCheckpoints ? (try? storage.counts())?.groups : nil
    var (new, kept) = ([StoredCheckpoint](), books.count)
    while let ledger = try rows.next(from: &storage) {
      let placed = ledger.inPlaces()
      rows.hasPlaces = rows.hasPlaces && placed != nil
      rest.append(placed ?? ledger)
      count += ledger.rows.groups.count
      if !books.lookAhead(ledger) { throw .needsWhole(NeedsWholeLedger(.faults)) }
      if leavesRest, count <= Self.restLimit { continue }
      guard try bookRest(rest.prefix { books.canBook($0) }.count) else { return nil }
      // Then there can be no checkpoint, for which alone all groups are read.
      if start == nil, rows.state == nil { throw .needsWhole(NeedsWholeLedger(.stockID)) }
      guard let all, let distance, let place = rows.place, limit.map({ place < $0 }) ?? true,
        books.count - kept
          >= max(
            4 * books.checkpointDistance(atLeast: distance), (all - books.count) / 2)
      else { continue }
      if let checkpoint, checkpoint.place != new.last?.place { new.append(checkpoint) }
      kept = books.count
    }
    // Either all of them are left, or none.
    let isLeft = leavesRest && count <= Self.restLimit
    guard try bookRest(isLeft ? 0 : rest.count) else { return nil }
    if rest.isEmpty, !books.addUp() { throw .needsWhole(NeedsWholeLedger(.faults)) }
    return new
  }

  /// The most groups that are left for later, since they are kept in memory.
  private static let restLimit = 16_384

  /// Books the first ones of the groups that are not booked yet.
  /// - Returns: false if groups after a checkpoint affect some before it.
  private mutating func bookRest(_ count: Int) throws(RestoringFailure) -> Bool {
    if !books.planAhead(lastDay: rows.checker.lastDay) { return false }
    for ledger in rest.prefix(count) where !books.goOn(ledger, lastDay: rows.checker.lastDay) {
      throw .needsWhole(NeedsWholeLedger(.faults))
    }
    rest.removeFirst(count)
    return true
  }

  /// The checkpoint of all groups, or as many as can have one; nil if there can be none.
  var checkpoint: StoredCheckpoint? {
    guard let (last, books) = books.storedState(), let place = place(of: last),
      let checker = rows.reader.state(
        of: rows.checker, upTo: OrderKey(place),
        knowsPlaces: rows.hasPlaces && !self.books.looksAhead)
    else { return nil }
    return StoredCheckpoint(
      place, StoredState(of: rows.checker.head, checker: checker, books: books).bytes)
  }

  /// The place of a state of the books. Rows after its last group that do not count belong to it.
  private func place(of last: OrderKey) -> CheckpointPlace? {
    books.looksAhead ? CheckpointPlace(last) : rows.place
  }
}
