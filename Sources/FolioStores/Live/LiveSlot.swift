import FolioBooking
import FolioDiagnostics
import FolioInterchange
import FolioModel
import FolioNumbers

/// A live ledger with what it has to know of its store.
struct LiveStore: Sendable {
  /// Tells live ledgers apart: each that is opened has its own.
  final class Token: Sendable {}

  let token = Token()
  /// The ledger has hundreds of fields. As an element, they are not copied with the store.
  private var ledgers: [LiveLedger]
  /// The changes by others that followers have not read yet.
  private(set) var unnoted: [(LiveLedger.Change, [GroupChange])] = []
  /// The number of the last change that it has.
  var sequence: Int
  /// The number of groups in the store.
  var count: Int
  /// The last day of the closed books, and of what can alter their figures.
  let protectedDay: Day?
  /// Whether files of rates, which stores do not read, may have rates that are missing.
  let hasRateFiles: Bool

  /// The checkpoint from which it was restored; nil if all groups were read.
  let start: CheckpointPlace?
  /// The changes until the need for a checkpoint is looked at.
  var changesToCheckpoint = 0

  /// Reads and books the contents of a store.
  /// - Returns: nil if the store has no head yet, or one that is not in the form to store; if its
  ///   ledger has faults, or only the whole of it can be checked.
  init?(_ contents: StoreContents) {
    guard let ledger = try? LiveLedger(contents.document, StoreCheck.booking) else { return nil }
    self.init(ledger, contents.head, contents.counts, start: nil)
  }

  /// Goes on from a checkpoint of a store.
  /// - Parameters:
  ///   - limit: a place that the checkpoint has to come before; nil for any.
  ///   - readsAll: whether to read all groups if there is no checkpoint.
  ///   - distance: the number of groups that are worth another checkpoint.
  /// - Returns: nil if there is none that can be used.
  init?(
    restoring storage: inout any RecordStorage, before limit: CheckpointPlace? = nil,
    readsAll: Bool = false, distance: Int
  ) throws(StoreFailure) {
    let counts = try storage.counts()
    let restored: RestoredBooks
    do throws(RestoringFailure) {
      restored = try RestoredBooks(
        &storage, before: limit, readsAll: readsAll, leavesRest: true, distance: distance)
    } catch {
      if case .store(let failure) = error { throw failure }
      return nil
    }
    let head = try storage.head()
    // Others may have changed it meanwhile.
    guard try storage.counts() == counts, head?.row == restored.head else {
      return nil
    }
    self.init(LiveLedger(restored), head, counts, start: restored.start)
  }

  var ledger: LiveLedger {
    _read { yield ledgers[0] }
    _modify { yield &ledgers[0] }
  }

  private init?(
    _ ledger: LiveLedger, _ head: StoredHead?, _ counts: StoreCounts, start: CheckpointPlace?
  ) {
    let tables = ledger.head.tables
    guard let head, LedgerWriter(tables).headLine() == head.row else { return nil }
    ledgers = [ledger]
    self.start = start
    sequence = counts.lastSequence
    count = counts.groups
    let looksAround = (tables.settings.taxRules ?? .none) != .none
    protectedDay = tables.settings.closedUntil.map {
      looksAround ? $0.adding(days: Self.window) ?? .last : $0
    }
    hasRateFiles = tables.settings.quoteFiles.contains { $0.kind == .rates }
  }

  /// Keeps a change by others for the followers.
  mutating func noteLater(_ change: LiveLedger.Change, _ groups: [GroupChange]) {
    unnoted.append((change, groups))
  }

  /// The changes by others since the last call.
  mutating func takeUnnoted() -> [(LiveLedger.Change, [GroupChange])] {
    defer { unnoted = [] }
    return unnoted
  }

  /// The days after a sale in which tax rules look for purchases, twice: what a purchase replaces
  /// depends on the sales before it.
  private static let window = 61
}

/// The place of a live ledger in the operations of a store.
///
/// The first change opens it, from a checkpoint of the store or with all groups in the order of
/// booking. If that fails, the change checks the whole document, and the next one opens the live
/// ledger from the document. If that fails too, it is tried again after twice as many changes each
/// time.
struct LiveSlot {
  /// Whether changes may be live; a test compares both ways.
  var isAllowed = true
  /// How often changes were live, and why others were not.
  private(set) var changed = 0
  private(set) var whole: [String: Int] = [:]
  /// The number of groups after a checkpoint that are worth another one.
  var checkpointDistance = 512
  private var store: LiveStore?
  /// The changes to come that check the whole.
  private var wait = 1
  private var failures = 0
  /// Whether the rows can be read in the order of booking.
  private var readsInOrder = true
  /// The changes that check the whole before one of them makes a checkpoint, and how many did.
  private var checkpointWait = 0
  private var checkpointsMade = 0

  var isOpen: Bool { store != nil }
  /// The checkpoint from which it goes on.
  var start: CheckpointPlace? { store?.start }
  /// The books of the live ledger, if it is open.
  var books: LiveBooks? { store?.ledger.rest.isEmpty == true ? store?.ledger.books : nil }

  /// Whether it is open, or there is no reason yet that it cannot be opened.
  var canOpen: Bool { isAllowed && (store != nil || failures == 0 || wait < 0) }

  /// Counts a change. Returns whether it may be live.
  mutating func isDue(_ storage: inout any RecordStorage) -> Bool {
    guard isAllowed else { return false }
    if store != nil { return true }
    wait -= 1
    return wait < 0 || readsInOrder
  }

  /// Takes out the live ledger, so that it has one owner while it changes, or opens it.
  /// - Parameter readsAll: whether to read all groups if there is no checkpoint, even when that is
  ///   not due.
  mutating func take(
    _ storage: inout any RecordStorage, readsAll: Bool = false
  ) throws(StoreFailure) -> LiveStore? {
    if var store = store.take() {
      if try store.catchUp(with: &storage) { return store }
      note("others")
    }
    if readsInOrder {
      let restored = try LiveStore(
        restoring: &storage, readsAll: true, distance: checkpointDistance)
      if let restored { return restored }
      readsInOrder = false
    }
    return wait < 0 || readsAll ? try open(&storage) : nil
  }

  /// Opens the live ledger with all groups.
  mutating func open(_ storage: inout any RecordStorage) throws(StoreFailure) -> LiveStore? {
    if let opened = LiveStore(try storage.contents()) {
      failures = 0
      return opened
    }
    wait = 1 << min(failures, 16)
    failures += 1
    note("notOpened")
    return nil
  }

  /// Puts a live ledger back, with a change or as it was.
  mutating func put(_ store: LiveStore) { self.store = store }

  /// Drops the live ledger, since the store changes without it. The next change opens it again,
  /// which costs no more than to check the whole.
  mutating func close() { store = nil }

  mutating func noteChange() { changed += 1 }

  mutating func note(_ reason: String) { whole[reason, default: 0] += 1 }

  /// Counts a change that leaves no checkpoint of use. One is made ever more rarely.
  private mutating func isCheckpointDue() -> Bool {
    checkpointWait -= 1
    if checkpointWait >= 0 { return false }
    checkpointsMade += 1
    checkpointWait = 1 << min(checkpointsMade, 16)
    return true
  }

  /// Makes a checkpoint after a change that checked the whole, if there is none near the end: the
  /// next program that opens the store goes on from there. That costs once more what the change
  /// did, so a program that makes many such changes does it ever more rarely.
  mutating func keepCheckpoint(in storage: inout any RecordStorage) {
    guard isAllowed, storage.keepsCheckpoints, let counts = try? storage.counts(),
      counts.groups >= checkpointDistance
    else { return }
    if !isCheckpointDue() { return }
    guard
      let books = try? RestoredBooks(&storage, readsAll: true, distance: checkpointDistance),
      books.count >= checkpointDistance, let checkpoint = books.checkpoint,
      checkpoint.place != books.start
    else { return }
    storage.keep([checkpoint], distance: checkpointDistance, expecting: counts.lastSequence)
  }
}
