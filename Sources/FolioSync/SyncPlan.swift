import FolioStores

/// What a round knows of one store.
struct SyncReading: Sendable {
  /// Where the next question begins.
  private(set) var cursor: Int
  /// The point up to which it was read; later the `last` of the store with what was put there.
  var last: Int
  /// The groups that changed since the last sync.
  private(set) var groups: [String: StoredGroup] = [:]
  /// Whether the head changed since the last sync.
  private(set) var isHeadNew = false
  /// The head as it is.
  var head: StoredHead?
  /// Groups that changed in the other store alone, as they are here.
  private var seen: [String: StoredGroup] = [:]

  init(since point: Int) {
    cursor = point
    last = point
  }

  /// Whether anything changed since the last sync.
  var hasNews: Bool { isHeadNew || !groups.isEmpty }

  /// Takes a part of what changed; true when it was the last one.
  mutating func take(_ changes: StoreChanges) -> Bool {
    for group in changes.groups { groups[group.id] = group }
    if changes.head != nil { isHeadNew = true }
    cursor = changes.last
    last = changes.last
    return !changes.hasMore
  }

  /// Takes groups that did not change here.
  mutating func take(_ groups: [StoredGroup]) {
    for group in groups { seen[group.id] = group }
  }

  /// The version that stands here, as far as it is known.
  func version(_ id: String) -> StoredGroup? { groups[id] ?? seen[id] }

  /// The ids that changed in the other store and not here, in order.
  func missing(from other: SyncReading) -> [String] {
    other.groups.keys.filter { groups[$0] == nil }.sorted()
  }
}

/// What goes where in a round.
struct SyncPlan: Sendable {
  private var toLocal = StoreChanges(head: nil, groups: [])
  private var toRemote = StoreChanges(head: nil, groups: [])
  /// The versions that were made since the last sync and do not stand any more after this one.
  private(set) var losers: [SyncLoser] = []
  /// The head that both stores have after this round; nil where neither has one.
  private(set) var head: [UInt8]?

  /// Nothing to do.
  /// - Parameter head: the head that both stores have.
  init(head: [UInt8]?) { self.head = head }

  /// Compares all that changed on either side, in the order of its changes, local ones first.
  /// - Parameter base: the head that both stores had when the last sync ended.
  init(local: SyncReading, remote: SyncReading, base: [UInt8]?) {
    mergeHeads(local, remote, base)
    let ids =
      Self.inOrder(local.groups) + Self.inOrder(remote.groups).filter { local.groups[$0] == nil }
    for id in ids {
      switch (local.version(id), remote.version(id)) {
      case (let here?, let there?):
        if VersionOrder.wins(here, over: there) {
          toRemote.groups.append(here)
          note(remote.groups[id])
        } else if VersionOrder.wins(there, over: here) {
          toLocal.groups.append(there)
          note(local.groups[id])
        }
      case (let here?, nil): toRemote.groups.append(here)
      case (nil, let there?): toLocal.groups.append(there)
      case (nil, nil): break
      }
    }
  }

  /// What goes to a store.
  subscript(side: SyncSide) -> StoreChanges { side == .local ? toLocal : toRemote }

  private mutating func note(_ group: StoredGroup?) {
    if let group { losers.append(SyncLoser(group)) }
  }

  private mutating func mergeHeads(
    _ local: SyncReading, _ remote: SyncReading, _ base: [UInt8]?
  ) {
    guard let here = local.head, let there = remote.head else {
      toRemote.head = local.head
      toLocal.head = remote.head
      head = (local.head ?? remote.head)?.row
      return
    }
    head = here.row
    if here.row == there.row { return }
    let isLocalWinner = VersionOrder.wins(here, over: there)
    let (winner, loser) = isLocalWinner ? (here, there) : (there, here)
    let merge = HeadMerge(winner: winner, loser: loser, base: base)
    head = merge.head.row
    if merge.overrules, isLocalWinner ? remote.isHeadNew : local.isHeadNew {
      losers.append(SyncLoser(loser))
    }
    if merge.head.row != here.row { toLocal.head = merge.head }
    if merge.head.row != there.row { toRemote.head = merge.head }
  }

  private static func inOrder(_ groups: [String: StoredGroup]) -> [String] {
    groups.values.sorted { $0.sequence < $1.sequence }.map(\.id)
  }
}
