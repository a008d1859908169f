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
  package let start: CheckpointPlace?
  /// A checksum of the head.
  let head: UInt64
  /// The number of groups that were read and count.
  private(set) var count = 0

  /// Reads and books the groups after the newest checkpoint that can be used. Those that cannot be
  /// used are dropped.
  /// - Parameters:
  ///   - limit: a place that the checkpoint has to come before; nil for any.
  ///   - readsAll: whether all groups are read if there is none.
  ///   - distance: the number of groups that are worth another checkpoint on the way; nil for
  ///     none.
  package init<Storage: RecordStorage>(
    _ storage: inout Storage, before limit: CheckpointPlace? = nil, readsAll: Bool,
    distance: Int? = nil
  ) throws(RestoringFailure) {
    let options = StoreCheck.booking
    let (row, last): ([UInt8], Int)
    do throws(StoreFailure) {
      row = try storage.head()?.row ?? StoredHead.emptyRow
      last = try storage.counts().lastSequence
    } catch { throw .store(error) }
    head = row.stateChecksum
    var found: (place: CheckpointPlace, state: (RestoredRows, LiveBooks))?
    var useless: [CheckpointPlace] = []
    for place in storage.checkpointPlaces().reversed() where limit.map({ place < $0 }) ?? true {
      if let bytes = storage.checkpoint(at: place),
        let state = Self.state(at: place, bytes, row, head, options)
      {
        found = (place, state)
        break
      }
      useless.append(place)
    }
    if !useless.isEmpty { storage.keep([], dropping: useless, expecting: last) }
    start = found?.place
    if let found {
      (rows, books) = found.state
    } else {
      guard readsAll else { throw .needsWhole(NeedsWholeLedger(.storage)) }
      do throws(NeedsWholeLedger) {
        rows = try RestoredRows(head: row, after: nil)
        books = try LiveBooks(rows.checker.head, options)
        if !books.keepsStates { throw NeedsWholeLedger() }
      } catch { throw .needsWhole(error) }
    }
    let new = try readRest(&storage, before: limit, distance)
    if !new.isEmpty, let distance { storage.keep(new, distance: distance, expecting: last) }
  }

  /// The state at a checkpoint; nil if it is damaged, of another version or of another head.
  private static func state(
    at place: CheckpointPlace, _ bytes: [UInt8], _ row: [UInt8], _ head: UInt64,
    _ options: BookingOptions
  ) -> (RestoredRows, LiveBooks)? {
    guard let stored = StoredState(bytes), stored.head == head,
      CheckpointPlace(stored.checker.place) == place,
      let rows = try? RestoredRows(head: row, after: stored.checker),
      let books = try? LiveBooks(restoring: stored.books, rows.checker.head, options)
    else { return nil }
    return (rows, books)
  }

  /// - Returns: checkpoints on the way, the older the sparser.
  private mutating func readRest<Storage: RecordStorage>(
    _ storage: inout Storage, before limit: CheckpointPlace?, _ distance: Int?
  ) throws(RestoringFailure) -> [StoredCheckpoint] {
    let all = distance != nil && storage.keepsCheckpoints ? (try? storage.counts())?.groups : nil
    var (new, kept) = ([StoredCheckpoint](), books.count)
    while let ledger = try rows.next(from: &storage) {
      let numbers = ledger.numbers ?? []
      guard books.goOn(ledger, numbers, lastDay: rows.checker.lastDay) else {
        throw .needsWhole(NeedsWholeLedger(.faults))
      }
      count += numbers.count
      // Then there can be no checkpoint, for which alone all groups are read.
      if start == nil, rows.state == nil { throw .needsWhole(NeedsWholeLedger(.stockID)) }
      guard let all, let distance, let place = rows.place, limit.map({ place < $0 }) ?? true,
        books.count - kept
          >= max(
            4 * books.checkpointDistance(atLeast: distance), (all - books.count) / 2)
      else { continue }
      if let checkpoint { new.append(checkpoint) }
      kept = books.count
    }
    guard books.addUp() else { throw .needsWhole(NeedsWholeLedger(.faults)) }
    return new
  }

  /// The checkpoint of all groups; nil if there can be none.
  var checkpoint: StoredCheckpoint? {
    guard let place = rows.place, let checker = rows.state, let books = books.storedState()
    else { return nil }
    return StoredCheckpoint(place, StoredState(head: head, checker: checker, books: books).bytes)
  }
}
