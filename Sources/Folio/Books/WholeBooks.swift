/// Books the whole ledger after each change, and compares.
struct WholeBooks: BooksEngine {
  private let store: any LedgerStore
  private let options: BookingOptions
  private var books: SoundBooks
  private(set) var state: BookState
  /// The number of the last change in the store up to which the books are complete.
  private(set) var sequence: Int

  init(
    _ store: any LedgerStore, _ options: BookingOptions, revision: Int = 0
  ) async throws(StoreFailure) {
    var options = options
    options.dropTaxRules()
    (self.store, self.options) = (store, options)
    sequence = try await store.lastSequence()
    books = try await Self.books(of: store, options)
    state = BookState(revision: revision, books)
  }

  /// The books of the whole ledger.
  static func books(
    of store: any LedgerStore, _ options: BookingOptions
  ) async throws(StoreFailure) -> SoundBooks {
    var reader = LedgerReader()
    // A later version of Folio may have written keys that this one does not know.
    reader.acceptsUnknownKeys = true
    reader.read(try await store.load(), name: "store")
    return SoundBooks(of: LedgerCheck(of: reader.finish()), options)
  }

  mutating func update() async throws(StoreFailure) -> BookChange? {
    let news = try await store.news(after: sequence)
    if news.last == sequence { return nil }
    let (before, old) = (state, books)
    books = try await Self.books(of: store, options)
    state = BookState(revision: before.revision + 1, books)
    var change = before.changes(to: state)
    change.groups = Self.changes(news.groups, since: old.booked.ledger)
    change.hasNewMasterData = news.head != nil
    change.lots = RowChange.between(old.booked.openLots, books.booked.openLots)
    change.gains = RowChange.between(old.booked.realizedGains, books.booked.realizedGains)
    sequence = news.last
    return change
  }

  func lots(of symbol: String?) -> [OpenLot] {
    books.booked.openLots.filter { symbol == nil || $0.id.symbol == symbol }
  }

  func gains() -> [RealizedGain] { books.booked.realizedGains }

  func end() {}

  private static func changes(_ groups: [StoredGroup], since ledger: Ledger) -> [GroupChange] {
    let wanted = Set(groups.map(\.id))
    var records: [String: GroupRecord] = [:]
    for record in ledger.tables.groups {
      let id = ledger.tables.text(record.id)
      if wanted.contains(id) { records[id] = record }
    }
    return groups.map { group in
      let kind = GroupChange.Kind(
        of: (group.status, group.deletedAt != nil),
        since: records[group.id].map { ($0.status, $0.isDeleted) })
      return GroupChange(group.id, kind)
    }
  }
}

extension LedgerStore {
  /// All changes after a sequence number.
  func news(after sequence: Int) async throws(StoreFailure) -> StoreChanges {
    var groups: [String: StoredGroup] = [:]
    var news = StoreChanges(head: nil, groups: [], last: sequence, hasMore: true)
    while news.hasMore {
      let changes = try await changes(since: news.last, limit: 500)
      for group in changes.groups { groups[group.id] = group }
      news.head = changes.head ?? news.head
      (news.last, news.hasMore) = (changes.last, changes.hasMore)
    }
    news.groups = groups.values.sorted { $0.sequence < $1.sequence }
    return news
  }
}
