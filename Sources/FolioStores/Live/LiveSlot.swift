/// A live ledger with what it has to know of its store.
struct LiveStore: Sendable {
  /// Tells live ledgers apart: each that is opened has its own.
  final class Token: Sendable {}

  let token = Token()
  /// The ledger has hundreds of fields. As an element, they are not copied with the store.
  private var ledgers: [LiveLedger]
  /// The head of the store.
  private(set) var head: StoredHead
  /// The number of the last change that it has.
  var sequence: Int
  /// The number of groups in the store.
  var count: Int
  /// The last day of the closed books, and of what can alter their figures.
  let protectedDay: Day?
  /// Whether files of rates, which stores do not read, may have rates that are missing.
  let hasRateFiles: Bool

  /// Reads and books the contents of a store.
  /// - Returns: nil if the store has no head yet, or one that is not in the form to store; if its
  ///   ledger has faults, or only the whole of it can be checked.
  init?(_ contents: StoreContents) {
    guard let ledger = try? LiveLedger(contents.document, StoreCheck.booking) else { return nil }
    self.init(ledger, contents.head, contents.counts)
  }

  /// Reads and books all groups of a store, in the order of booking.
  /// - Returns: nil if its ledger has faults, or if only its document tells.
  init?(
    reading storage: inout any RecordStorage, keepsStates: Bool
  ) throws(StoreFailure) {
    let (counts, head) = (try storage.counts(), try storage.head())
    guard let ledger = try LiveLedger(reading: &storage, keepsStates: keepsStates) else {
      return nil
    }
    // Others may have changed it meanwhile.
    guard try storage.counts() == counts else { return nil }
    self.init(ledger, head, counts)
  }

  var ledger: LiveLedger {
    _read { yield ledgers[0] }
    _modify { yield &ledgers[0] }
  }

  private init?(_ ledger: LiveLedger, _ head: StoredHead?, _ counts: StoreCounts) {
    let tables = ledger.head.tables
    guard let head, LedgerWriter(tables).headLine() == head.row else { return nil }
    (ledgers, self.head) = ([ledger], head)
    sequence = counts.lastSequence
    count = counts.groups
    let looksAround = (tables.settings.taxRules ?? .none) != .none
    protectedDay = tables.settings.closedUntil.map {
      looksAround ? $0.adding(days: Self.window) ?? .last : $0
    }
    hasRateFiles = tables.settings.quoteFiles.contains { $0.kind == .rates }
  }

  /// Takes over the numbers of a change that was stored.
  /// - Parameter numbers: the numbers of its groups.
  mutating func take(_ change: StoreChange, groups numbers: [GroupIndex]?) {
    sequence = change.lastSequence
    head = change.head ?? head
    count = max(count, numbers?.map { Int($0) + 1 }.max() ?? 0)
  }

  /// The days after a sale in which tax rules look for purchases, twice: what a purchase replaces
  /// depends on the sales before it.
  private static let window = 61
}

/// The place of a live ledger in the operations of a store.
///
/// The first change opens it with all groups, in the order of booking. If that fails, the change
/// checks the whole document, and the next one tries that again, and then opens it from the
/// document. If that fails too, both are tried again after twice as many changes each time.
struct LiveSlot {
  /// Whether changes may be live; a test compares both ways.
  var isAllowed = true
  /// Whether many changes follow, so that states of the past are worth their memory.
  var staysOpen = false
  /// How often changes were live, and why others were not.
  private(set) var changed = 0
  private(set) var whole: [String: Int] = [:]
  private var store: LiveStore?
  /// The changes until the document is read.
  private var wait = 1
  private var failures = 0

  var isOpen: Bool { store != nil }
  /// The books of the live ledger, if it is open.
  var books: LiveBooks? { store?.ledger.books }

  /// Whether it is open, or there is no reason yet that it cannot be opened.
  var canOpen: Bool { isAllowed && (store != nil || failures == 0 || wait < 0) }

  /// Counts a change. Returns whether it may be live.
  mutating func isDue() -> Bool {
    guard isAllowed else { return false }
    if store != nil { return true }
    wait -= 1
    return wait <= 0
  }

  /// Takes out the live ledger, so that it has one owner while it changes.
  mutating func take() -> LiveStore? { store.take() }

  /// Opens a live ledger with all groups of a store.
  /// - Parameter readsAll: whether to read the document even if that is not due.
  mutating func open(
    _ storage: inout any RecordStorage, readsAll: Bool
  ) throws(StoreFailure) -> LiveStore? {
    if let opened = try LiveStore(reading: &storage, keepsStates: staysOpen) { return opened }
    guard wait < 0 || readsAll else { return nil }
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
}
