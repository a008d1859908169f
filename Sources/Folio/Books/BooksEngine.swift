import FolioBooking
import FolioInterchange
import FolioModel
import FolioStores

/// Keeps the books of a store up to date.
protocol BooksEngine: Sendable {
  /// The books.
  var state: BookState { get }

  /// Books the groups that changed in the store, and what the head says by now.
  /// - Parameter groups: the newest versions, in order of their change.
  mutating func book(
    _ groups: [StoredGroup], in store: any LedgerStore
  ) async throws(StoreFailure) -> BookChange
}

/// Books the whole ledger after each change, and compares.
struct WholeBooks: BooksEngine {
  private let options: BookingOptions
  private(set) var state: BookState

  init(_ store: any LedgerStore, _ options: BookingOptions) async throws(StoreFailure) {
    self.options = options
    state = BookState(revision: 0, Self.books(of: try await store.load(), options))
  }

  private static func books(of document: [UInt8], _ options: BookingOptions) -> SoundBooks {
    var reader = LedgerReader()
    // A later version of Folio may have written keys that this one does not know.
    reader.acceptsUnknownKeys = true
    reader.read(document, name: "store")
    return SoundBooks(of: LedgerCheck(of: reader.finish()), options)
  }

  mutating func book(
    _ groups: [StoredGroup], in store: any LedgerStore
  ) async throws(StoreFailure) -> BookChange {
    let before = state
    let books = Self.books(of: try await store.load(), options)
    let after = BookState(revision: before.revision + 1, books)
    var change = BookChange(revision: after.revision)
    change.groups = Self.changes(groups, since: before.books.booked.ledger)
    change.holdings = RowChange.between(before.holdings, after.holdings)
    change.lots = RowChange.between(before.lots, after.lots)
    change.cash = RowChange.between(before.cash, after.cash)
    change.gains = RowChange.between(before.gains, after.gains)
    change.faults = FindingChanges(before.faults, after.faults)
    change.warnings = FindingChanges(before.warnings, after.warnings)
    state = after
    return change
  }

  private static func changes(_ groups: [StoredGroup], since ledger: Ledger) -> [GroupChange] {
    let wanted = Set(groups.map(\.id))
    var records: [String: GroupRecord] = [:]
    for record in ledger.tables.groups {
      let id = ledger.tables.text(record.id)
      if wanted.contains(id) { records[id] = record }
    }
    return groups.map { GroupChange($0.id, $0.kind(since: records[$0.id])) }
  }
}

extension StoredGroup {
  /// What happened to the group, whose earlier version is given.
  fileprivate func kind(since old: GroupRecord?) -> GroupChange.Kind {
    let isDeleted = deletedAt != nil
    guard let old else { return isDeleted ? .deleted : .added }
    if old.isDeleted != isDeleted { return isDeleted ? .deleted : .restored }
    if old.status != status, status == .void { return .voided }
    return old.status == .pending && status == .settled ? .settled : .replaced
  }
}
