/// The books that a store keeps to check changes, as a follower sees them.
package struct BookNews: Sendable {
  /// The number of the last change in the store that they have.
  package let sequence: Int
  /// One holding for each instrument and currency of its cost, by symbol.
  package let holdings: [Holding]
  /// The cash accounts, in the order of the ledger.
  package let cash: [CashAccountBalance]
  /// The warnings of checking and booking; nil if they are as before.
  package let warnings: [Diagnostic]?
  /// What changed since the last news, without faults and warnings. If it reloads rows, it lists
  /// neither holdings nor cash.
  package let change: BookChange
}

/// What changed in the books of a store since a follower last asked.
struct BookFollower: Sendable {
  /// The live ledger that it read last; nil if it has to read everything.
  var ledger: LiveStore.Token?
  /// What happened since, without faults and warnings.
  var change = BookChange(revision: 0)
  /// Whether there may be other warnings.
  var changesWarnings = true

  /// Rows from which on everything is read again.
  private static let limit = 10_000

  /// Adds a change. A follower that reads no news keeps a limited number of rows.
  mutating func add(_ later: BookChange, changesWarnings: Bool) {
    change.merge(later)
    self.changesWarnings = self.changesWarnings || changesWarnings
    if change.groups.count + change.lots.count + change.gains.count < Self.limit { return }
    self = BookFollower()
  }
}

// What changes did to the books, for followers.
extension StoreOperations {
  /// Begins to note what changes do.
  /// - Returns: the number of the follower.
  mutating func addFollower() -> Int {
    let number = (followers.keys.max() ?? 0) + 1
    followers[number] = BookFollower()
    return number
  }

  /// Notes nothing more for a follower.
  mutating func removeFollower(_ number: Int) { followers[number] = nil }

  /// The live books, and what changed since a follower asked last.
  /// - Returns: nil if the ledger has faults, or only the whole of it can be booked.
  mutating func news(for number: Int, since last: Int) throws(StoreFailure) -> BookNews? {
    guard let store = try takeToRead() else {
      followers[number]?.ledger = nil
      return nil
    }
    defer { live.put(store) }
    guard var follower = followers[number] else { return nil }
    let isKnown = follower.ledger === store.token
    if !isKnown {
      follower.change.reloadsRows = true
      follower.change.list(try changes(since: last, limit: max(1, store.count)))
    }
    let hasWarnings = !isKnown || follower.changesWarnings
    let books = store.ledger.books
    followers[number] = BookFollower(ledger: store.token, changesWarnings: false)
    return BookNews(
      sequence: store.sequence, holdings: books.holdings,
      cash: books.tables.accountBalances(books.cash),
      warnings: hasWarnings ? store.ledger.warnings : nil, change: follower.change)
  }

  /// Takes out the live ledger, or opens it.
  mutating func takeToRead() throws(StoreFailure) -> LiveStore? {
    live.canOpen ? try takeLive(readsAll: true) : nil
  }

  /// Takes out the live ledger with all changes of the store, or opens it.
  /// - Returns: nil if there can be none.
  mutating func takeLive(readsAll: Bool = false) throws(StoreFailure) -> LiveStore? {
    if var store = live.take() {
      if try catchUp(&store) { return store }
      live.note("others")
    }
    return try live.open(&storage, readsAll: readsAll)
  }

  /// Notes groups that changed.
  mutating func note(_ groups: [GroupChange], changesHead: Bool) {
    for number in followers.keys {
      var change = BookChange(revision: 0)
      (change.groups, change.hasNewMasterData) = (groups, changesHead)
      followers[number]?.add(change, changesWarnings: false)
    }
  }

  /// Notes what a change did to the books of a live ledger.
  mutating func note(
    _ made: LiveLedger.Change, in store: borrowing LiveStore
  ) throws(StoreFailure) {
    let token = store.token
    let known = followers.filter { $0.value.ledger === token }.keys
    if known.isEmpty { return }
    let change = try rows(of: made, store.ledger.books)
    let changesWarnings =
      made.changesWarnings || !made.books.newWarnings.isEmpty
      || !made.books.resolvedWarnings.isEmpty
    for number in known { followers[number]?.add(change, changesWarnings: changesWarnings) }
  }

  /// The lots and gains of a change, with names.
  private func rows(
    of change: LiveLedger.Change, _ books: LiveBooks
  ) throws(StoreFailure) -> BookChange {
    let made = change.books
    let lots = made.lotsByGroup
    let gains = made.gains
    let groups = lots.map(\.group) + gains.compactMap { ($0.after ?? $0.before)?.group }
    let ids = try ids(of: groups, known: change.ids)
    let id = { (group: GroupIndex) in ids[group] ?? "" }
    let tables = books.tables
    var change = BookChange(revision: 0)
    change.holdings = made.holdings.compactMap { row in
      (row.after ?? row.before).map {
        RowChange(id: $0.id, before: row.before, after: row.after)
      }
    }
    change.cash = made.cash.map { row in
      RowChange(
        id: row.id, before: row.before.map { tables.accountBalance(row.account, $0) },
        after: tables.accountBalance(row.account, row.after))
    }
    change.lots = RowChange.between(
      tables.openLots(lots.flatMap(\.before), id), tables.openLots(lots.flatMap(\.after), id))
    change.gains = gains.compactMap { gain in
      guard let group = (gain.after ?? gain.before)?.group else { return nil }
      let key = RealizedGain.ID(group: id(group), number: gain.number)
      return RowChange(
        id: key, before: gain.before.map { tables.realizedGain($0, key) },
        after: gain.after.map { tables.realizedGain($0, key) })
    }
    return change
  }

  /// The ids of groups.
  /// - Parameter known: those that need not be read.
  func ids(
    of groups: some Sequence<GroupIndex>, known: [GroupIndex: String] = [:]
  ) throws(StoreFailure) -> [GroupIndex: String] {
    var storage = storage
    let numbers = Set(groups).filter { known[$0] == nil }.sorted()
    let stored = try storage.groups(at: numbers.map { Int($0) })
    return known.merging(zip(numbers, stored.map(\.id))) { $1 }
  }
}

extension LiveLedger.Change {
  /// The ids of its groups.
  fileprivate var ids: [GroupIndex: String] {
    let ids = ledger.tables.groups.map { ledger.tables.text($0.id) }
    return Dictionary(zip(ledger.numbers ?? [], ids)) { $1 }
  }
}

extension BookChange {
  /// Adds changes of the store of which it is not known what happened.
  package mutating func list(_ changes: StoreChanges) {
    hasNewMasterData = hasNewMasterData || changes.head != nil
    let known = Set(groups.map(\.id))
    for group in changes.groups where !known.contains(group.id) {
      let kind: GroupChange.Kind =
        group.deletedAt != nil ? .deleted : group.status == .void ? .voided : .replaced
      groups.append(GroupChange(group.id, kind))
    }
  }
}

extension GroupChange {
  /// What happened to a group.
  init(_ new: StoredGroup, since old: StoredGroup?) {
    let kind = Kind(
      of: (new.status, new.deletedAt != nil), since: old.map { ($0.status, $0.deletedAt != nil) })
    self.init(new.id, kind)
  }
}
