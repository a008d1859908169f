// The books that a store keeps to check changes, for `Books`.
extension RecordStore {
  /// Begins to note what changes do to the books, for a new follower.
  /// - Returns: the number of the follower.
  package func addFollower() -> Int {
    change { $0.addFollower() }
  }

  /// Notes nothing more for a follower.
  package func removeFollower(_ number: Int) {
    change { $0.removeFollower(number) }
  }

  /// The live books, and what changed since a follower asked last.
  /// - Parameter last: the number of the last change of which the follower knows the groups.
  /// - Returns: nil if the ledger has faults, or only the whole of it can be booked.
  package func bookNews(
    for follower: Int, since last: Int
  ) throws(StoreFailure) -> BookNews? {
    try read { store throws(StoreFailure) in try store.news(for: follower, since: last) }
  }

  /// The open lots of a symbol, or of all, by symbol.
  /// - Returns: nil if only the whole ledger can be booked.
  package func openLots(of symbol: String?) throws(StoreFailure) -> [OpenLot]? {
    try read { store throws(StoreFailure) in try store.openLots(of: symbol) }
  }

  /// The realized gains, in order of booking.
  /// - Returns: nil if only the whole ledger can be booked.
  package func realizedGains() throws(StoreFailure) -> [RealizedGain]? {
    try read { store throws(StoreFailure) in try store.realizedGains() }
  }
}

extension StoreOperations {
  fileprivate mutating func openLots(of symbol: String?) throws(StoreFailure) -> [OpenLot]? {
    guard let store = try takeToRead() else { return nil }
    defer { live.put(store) }
    let books = store.ledger.books
    let lots = books.instruments
      .filter { symbol == nil || books.tables.symbol($0) == symbol }
      .flatMap { books.lots(of: $0) }
    let ids = try ids(of: lots.lazy.map(\.group))
    return books.tables.openLots(lots) { ids[$0] ?? "" }
  }

  fileprivate mutating func realizedGains() throws(StoreFailure) -> [RealizedGain]? {
    guard let store = try takeToRead() else { return nil }
    defer { live.put(store) }
    let gains = store.ledger.books.gains
    let ids = try ids(of: gains.lazy.map(\.group))
    return store.ledger.books.tables.realizedGains(gains) { ids[$0] ?? "" }
  }
}
