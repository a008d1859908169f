import FolioBooking
import FolioDiagnostics
import FolioStores

/// The books that the store itself keeps to check changes, so that a change costs what it affects.
/// While the store cannot keep them, because the ledger has faults for instance, the whole is
/// booked after each change.
struct LiveStoreBooks: BooksEngine {
  private let store: RecordStore
  private let follower: Int
  private let options: BookingOptions
  /// The books while the store keeps none.
  private var whole: WholeBooks?
  private(set) var state = BookState(revision: 0)
  /// The number of the last change in the store whose groups were listed.
  private var sequence: Int

  init(_ store: RecordStore, _ options: BookingOptions) async throws(StoreFailure) {
    (self.store, self.options) = (store, options)
    sequence = try await store.lastSequence()
    follower = await store.addFollower()
    if let news = try await store.bookNews(for: follower) {
      take(news, revision: 0)
    } else {
      whole = try await WholeBooks(store, options)
      state = whole?.state ?? state
    }
  }

  mutating func book(_ groups: [StoredGroup]) async throws(StoreFailure) -> BookChange {
    let before = state
    if let news = try await store.bookNews(for: follower) {
      let wasWhole = whole != nil
      whole = nil
      take(news, revision: before.revision + 1)
      var change = news.change
      if change.reloadsRows || wasWhole {
        change.reloadsRows = true
        change.merge(before.changes(to: state))
      } else {
        change.faults = FindingChanges(before.faults, [])
        change.warnings = news.warnings.map { FindingChanges(before.warnings, $0) } ?? .init()
      }
      change.revision = state.revision
      list(groups, upTo: news.sequence, in: &change)
      return change
    }
    if var books = whole {
      let change = try await books.book(groups)
      (whole, state) = (books, books.state)
      return change
    }
    let books = try await WholeBooks(store, options, revision: before.revision + 1)
    (whole, state) = (books, books.state)
    var change = before.changes(to: state)
    change.reloadsRows = true
    list(groups, upTo: groups.last?.sequence ?? sequence, in: &change)
    return change
  }

  private mutating func take(_ news: BookNews, revision: Int) {
    var state = BookState(revision: revision)
    (state.holdings, state.cash) = (news.holdings, news.cash)
    state.warnings = news.warnings ?? self.state.warnings
    self.state = state
  }

  /// Lists groups of which the store did not say what happened to them.
  private mutating func list(
    _ groups: [StoredGroup], upTo last: Int, in change: inout BookChange
  ) {
    let known = Set(change.groups.map(\.id))
    for group in groups where group.sequence > sequence && !known.contains(group.id) {
      let kind: GroupChange.Kind =
        if group.deletedAt != nil {
          .deleted
        } else {
          group.status == .void ? .voided : .replaced
        }
      change.groups.append(GroupChange(group.id, kind))
    }
    sequence = max(sequence, last)
  }

  func lots(of symbol: String?) async throws(StoreFailure) -> [OpenLot] {
    if let whole { return whole.lots(of: symbol) }
    if let lots = try await store.openLots(of: symbol) { return lots }
    return try await WholeBooks(store, options).lots(of: symbol)
  }

  func gains() async throws(StoreFailure) -> [RealizedGain] {
    if let whole { return whole.gains() }
    if let gains = try await store.realizedGains() { return gains }
    return try await WholeBooks(store, options).gains()
  }

  func end() {
    Task { [store, follower] in await store.removeFollower(follower) }
  }
}
