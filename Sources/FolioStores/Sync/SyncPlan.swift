/// The data that a round has read from one store.
struct SyncReading: Sendable {
  /// The sequence number of the store after the last sync. Versions up to it are known.
  private let point: Int
  /// The newest versions that the store had then, by id. They are read again.
  private let expected: [String?: SyncMark]
  /// The ids of those that were not read yet.
  private var unseen: Set<String?>
  /// The newest versions that were read, in their order.
  private var newest: [SyncMark] = []
  /// The sequence number from which to read next.
  private(set) var cursor: Int
  /// The sequence number up to which the store was read. After versions are stored, it is the new
  /// `last` of the store.
  private(set) var last: Int
  /// Whether the marks are those before the last change that was stored.
  private(set) var needsMarks = false
  /// The groups that changed since the last sync.
  private(set) var groups: [String: StoredGroup] = [:]
  /// Whether the head changed since the last sync.
  private(set) var isHeadNew = false
  /// The current head.
  var head: StoredHead?
  /// The local versions of groups that changed only in the other store.
  private var seen: [String: StoredGroup] = [:]

  /// - Parameter marks: the newest versions up to the point, in their order. If there are fewer
  ///   than `SyncMark.count`, the store had no others.
  init(since point: Int, knowing marks: [SyncMark] = []) {
    self.point = point
    expected = Dictionary(marks.map { ($0.id, $0) }) { _, later in later }
    unseen = Set(marks.map(\.id))
    cursor = marks.count < SyncMark.count ? 0 : marks[0].sequence - 1
    last = point
  }

  /// Whether anything changed since the last sync.
  var hasNews: Bool { isHeadNew || !groups.isEmpty }

  /// The times of the groups that changed.
  var times: Set<Timestamp> { Set(groups.values.map(\.occurredAt)) }

  /// What a batch of changes shows.
  enum Outcome {
    /// There are more changes.
    case unfinished
    /// All changes are read.
    case complete
    /// The store does not continue the one of the last sync.
    case otherStore
  }

  /// Adds a batch of changes.
  ///
  /// A store that continues the one of the last sync has, up to the point, no versions but the
  /// expected ones. Of each of these it has this version or a later one.
  mutating func take(_ changes: StoreChanges) -> Outcome {
    if changes.last < cursor { return .otherStore }
    if let head = changes.head {
      if head.sequence <= point, expected[nil] != SyncMark(head) { return .otherStore }
      unseen.remove(nil)
      if head.sequence > point { isHeadNew = true }
    }
    for group in changes.groups {
      if group.sequence <= point, expected[group.id] != SyncMark(group) { return .otherStore }
      unseen.remove(group.id)
      if group.sequence > point { groups[group.id] = group }
    }
    note(changes)
    cursor = changes.last
    last = changes.last
    if changes.hasMore { return .unfinished }
    return last < point || !unseen.isEmpty ? .otherStore : .complete
  }

  /// Notes that versions were stored.
  mutating func storedChange(_ last: Int) {
    self.last = last
    needsMarks = true
  }

  /// Notes which versions are the newest.
  mutating func note(_ changes: StoreChanges) {
    let marks =
      (changes.head.map { [SyncMark($0)] } ?? [])
      + changes.groups.suffix(SyncMark.count).map { SyncMark($0) }
    let latest = Dictionary((newest + marks).map { ($0.id, $0) }) { old, new in
      new.sequence > old.sequence ? new : old
    }
    needsMarks = false
    newest = latest.values.sorted { $0.sequence < $1.sequence }.suffix(SyncMark.count)
  }

  /// The versions by which the next round recognizes the store.
  var marks: [SyncMark] { newest.filter { $0.sequence <= last } }

  /// Adds groups that did not change in this store.
  mutating func take(_ groups: [StoredGroup]) {
    for group in groups { seen[group.id] = group }
  }

  /// The version of a group in this store, if known.
  func version(_ id: String) -> StoredGroup? { groups[id] ?? seen[id] }

  /// The ids of groups that changed only in the other store, sorted.
  func missing(from other: SyncReading) -> [String] {
    other.groups.keys.filter { groups[$0] == nil }.sorted()
  }
}

/// The versions to transfer in a round.
struct SyncPlan: Sendable {
  private var toLocal = StoreChanges(head: nil, groups: [])
  private var toRemote = StoreChanges(head: nil, groups: [])
  /// The groups of one instant that get another order in the remote store.
  private(set) var moves = StoreChanges(head: nil, groups: [])
  /// The versions created since the last sync that this round replaces.
  private(set) var losers: [SyncLoser] = []
  /// The head of both stores after this round; nil if neither has one.
  private(set) var head: [UInt8]?

  /// Creates an empty plan.
  /// - Parameter head: the head of both stores.
  init(head: [UInt8]?) { self.head = head }

  /// Compares all changes of both stores in their order, local ones first.
  /// - Parameter base: the head of both stores after the last sync.
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

  /// The versions to store on a side.
  subscript(side: SyncSide) -> StoreChanges { side == .local ? toLocal : toRemote }

  /// Gives the versions for a side the order that the groups of one instant have on the other one.
  mutating func order(_ side: SyncSide, by ties: [[String]]) {
    if side == .remote {
      toRemote.order(by: ties)
    } else {
      toLocal.order(by: ties)
      toLocal.ties = ties
    }
  }

  /// Chooses between two orders of the same groups: the one whose ids come first, byte by byte.
  /// Whatever pairs of stores sync in whatever sequence, all reach the same order.
  /// - Parameter ties: the orders in the local store.
  mutating func choose(from ties: [[String]]) {
    let own = Dictionary(ties.map { (Set($0), $0) }) { first, _ in first }
    for (number, theirs) in toLocal.ties.enumerated() {
      guard let ours = own[Set(theirs)], Self.precedes(ours, theirs) else { continue }
      moves.ties.append(ours)
      toLocal.ties[number] = ours
    }
  }

  private static func precedes(_ one: [String], _ other: [String]) -> Bool {
    guard let (left, right) = zip(one, other).first(where: { $0 != $1 }) else { return false }
    return left.utf8.lexicographicallyPrecedes(right.utf8)
  }

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
    let merge = MasterDataMerge(winner: winner, loser: loser, base: base)
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

extension StoreChanges {
  /// Puts the groups of each tie in its order, in the positions that they have together.
  fileprivate mutating func order(by ties: [[String]]) {
    let places = Dictionary(
      groups.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let before = groups
    for ids in ties {
      let wanted = ids.compactMap { places[$0] }
      for (place, source) in zip(wanted.sorted(), wanted) { groups[place] = before[source] }
    }
  }
}
