import FolioNumbers

@testable import FolioStores

/// A version of a group, wherever it is kept.
struct VersionKey: Hashable, Comparable {
  var id: String
  var time: Timestamp
  var row: [UInt8]
  var deleted: Timestamp?

  init(_ group: StoredGroup) {
    id = group.id
    time = group.updatedAt
    row = group.row
    deleted = group.deletedAt
  }

  init?(_ loser: SyncLoser) {
    guard let id = loser.id else { return nil }
    self.id = id
    time = loser.updatedAt
    row = loser.row
    deleted = loser.deletedAt
  }

  /// The order of Specs/sync.md, written anew: the larger one wins.
  static func < (left: VersionKey, right: VersionKey) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.row != right.row { return left.row.lexicographicallyPrecedes(right.row) }
    guard let deleted = right.deleted else { return false }
    return left.deleted.map { $0 < deleted } ?? true
  }
}

/// What people made, and what they themselves replaced.
struct VersionHistory {
  private(set) var made: Set<VersionKey> = []
  private(set) var replaced: Set<VersionKey> = []
  private(set) var accounts: Set<String> = []
  /// Rows of accounts that people renamed, up to the name.
  private(set) var names: Set<String> = []
  private(set) var replacedNames: Set<String> = []

  mutating func note(_ group: StoredGroup, replacing old: StoredGroup?) {
    if let old, VersionKey(old) != VersionKey(group) { replaced.insert(VersionKey(old)) }
    made.insert(VersionKey(group))
  }

  mutating func note(account: String) { accounts.insert(account) }

  mutating func note(name: String, replacing old: String) {
    names.insert(name)
    replacedNames.insert(old)
  }
}

extension SyncSimulator {
  private func contents() throws -> [StoreContents] {
    var all = [try server.contents()]
    for number in devices.indices { all.append(try devices[number].book.contents()) }
    return all
  }

  /// The version of each group that has to win, of all that stand anywhere now.
  func winners() throws -> [String: VersionKey] {
    var winners: [String: VersionKey] = [:]
    for group in try contents().flatMap(\.groups) {
      let key = VersionKey(group)
      winners[group.id] = winners[group.id].map { max($0, key) } ?? key
    }
    return winners
  }

  func check(_ expected: [String: VersionKey]) throws {
    let stores = try contents()
    for (number, store) in stores.enumerated() {
      let name = number == 0 ? "the server" : "device \(number)"
      let kept = Dictionary(uniqueKeysWithValues: store.groups.map { ($0.id, VersionKey($0)) })
      for (id, winner) in expected where kept[id] != winner {
        throw Violation(description: "\(name) has not the version of \(id) that wins")
      }
      for version in history.made where kept[version.id] == nil {
        throw Violation(description: "\(name) has lost \(version.id)")
      }
      if kept.count != expected.count {
        throw Violation(description: "\(name) has groups that nobody made")
      }
      // Many groups have the same instant.
      if Self.order(of: store) != Self.order(of: stores[0]) {
        throw Violation(description: "\(name) books groups of one instant in another order")
      }
      if store.head?.row != stores[0].head?.row {
        throw Violation(description: "\(name) has another head than the server")
      }
      let head = String(decoding: store.head?.row ?? [], as: UTF8.self)
      for account in history.accounts where !head.contains("\"\(account)\"") {
        throw Violation(description: "\(name) has lost account \(account)")
      }
    }
    try checkLosers(Set(expected.values))
    try checkNames(String(decoding: stores[0].head?.row ?? [], as: UTF8.self))
  }

  /// The ids of groups in the order of booking.
  private static func order(of store: StoreContents) -> [String] {
    store.times.numbers.map { store.groups[Int($0)].id }
  }

  /// A name that a person gave an account stands, was replaced by a person who saw it, or stands in
  /// a head that is listed.
  private func checkNames(_ head: String) throws {
    let listed = devices.flatMap { $0.memory.losers.filter { $0.id == nil } }
      .map { String(decoding: $0.row, as: UTF8.self) }
    for name in history.names.subtracting(history.replacedNames)
    where !head.contains(name) && !listed.contains(where: { $0.contains(name) }) {
      throw Violation(description: "a name is gone and not listed: \(name)")
    }
  }

  /// What a person made stands at the end, was replaced by a person who saw it, or is listed.
  private func checkLosers(_ final: Set<VersionKey>) throws {
    let listed = Set(devices.flatMap { $0.memory.losers.compactMap { VersionKey($0) } })
    tally.losers += listed.count
    for version in history.made.subtracting(final).subtracting(history.replaced)
    where !listed.contains(version) {
      let text = String(decoding: version.row, as: UTF8.self)
      throw Violation(description: "a version of \(version.id) is gone and not listed: \(text)")
    }
  }
}
