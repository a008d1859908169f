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
  /// The number of the last change in the store up to which the books are complete.
  private var sequence: Int

  init(_ store: RecordStore, _ options: BookingOptions) async throws(StoreFailure) {
    (self.store, self.options) = (store, options)
    sequence = try await store.lastSequence()
    follower = await store.addFollower()
    if let news = try await store.bookNews(for: follower, since: sequence) {
      take(news, revision: 0)
    } else {
      take(try await WholeBooks(store, options))
    }
  }

  mutating func update() async throws(StoreFailure) -> BookChange? {
    if try await store.lastSequence() == sequence { return nil }
    let before = state
    if let news = try await store.bookNews(for: follower, since: sequence) {
      let wasWhole = whole != nil
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
      return change
    }
    if var books = whole {
      let change = try await books.update()
      take(books)
      return change
    }
    let news = try await store.news(after: sequence)
    take(try await WholeBooks(store, options, revision: before.revision + 1))
    var change = before.changes(to: state)
    change.reloadsRows = true
    change.list(news)
    return change
  }

  private mutating func take(_ news: BookNews, revision: Int) {
    var state = BookState(revision: revision)
    (state.holdings, state.cash) = (news.holdings, news.cash)
    state.warnings = news.warnings ?? self.state.warnings
    (self.state, sequence, whole) = (state, news.sequence, nil)
  }

  private mutating func take(_ books: WholeBooks) {
    (state, sequence, whole) = (books.state, books.sequence, books)
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
