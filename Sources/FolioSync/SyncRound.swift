import FolioStores

/// One of the two stores of a sync.
package enum SyncSide: String, Sendable, Hashable, CaseIterable {
  /// The store of this device.
  case local
  /// The store that devices share.
  case remote

  /// The other one.
  package var other: SyncSide { self == .local ? .remote : .local }
}

/// One round of a sync, step by step: it says what is to be asked, and takes the answers.
///
/// It touches no store, no disk and no clock, so that a simulator can stop it at any step, lose
/// its requests and repeat them. Whoever drives it carries out each `request` and hands the answer
/// to `take`. A request that fails ends the round; a new one from the memory that was kept last
/// does the rest and repeats nothing that counts.
package struct SyncRound: Sendable {
  /// What is to be done next.
  package enum Request: Sendable, Hashable {
    /// Ask a store what changed. The answer: `changes`.
    case changes(SyncSide, since: Int, limit: Int)
    /// Ask a store for groups by id. The answer: `groups`, without those that it does not have.
    case groups(SyncSide, ids: [String])
    /// Keep the memory on the disk. The answer: `done`.
    case keep(SyncMemory)
    /// Put versions into a store that has not changed since. The answer: `stored`.
    case put(SyncSide, StoreChanges, expecting: Int)
  }

  /// What came of a request.
  package enum Answer: Sendable, Hashable {
    /// What changed.
    case changes(StoreChanges)
    /// The groups that are there.
    case groups([StoredGroup])
    /// It is kept.
    case done
    /// It is stored; the `last` of the store with it.
    case stored(last: Int)
  }

  private enum Phase: Hashable {
    case reading(SyncSide), asking(SyncSide), looking(SyncSide)
    case noting, putting(SyncSide), remembering, finished
  }

  /// What has been done so far.
  package private(set) var progress = SyncProgress()
  /// What is remembered, as far as it was kept.
  package private(set) var memory: SyncMemory
  private let limit: Int
  private var phase = Phase.reading(.local)
  private var local: SyncReading
  private var remote: SyncReading
  private var plan: SyncPlan
  /// The head that both stores had when the last sync ended.
  private var base: [UInt8]?

  /// A round that begins where the last one ended.
  /// - Parameter limit: the most groups of one answer.
  package init(_ memory: SyncMemory, limit: Int = 500) {
    self.memory = memory
    self.limit = limit
    local = SyncReading(since: memory.local)
    remote = SyncReading(since: memory.remote)
    base = memory.head
    plan = SyncPlan(head: memory.head)
  }

  /// What is to be done next; nil when the round is over.
  package var request: Request? {
    switch phase {
    case .reading(let side): .changes(side, since: self[side].cursor, limit: limit)
    case .asking(let side): .changes(side, since: 0, limit: 1)
    case .looking(let side): .groups(side, ids: self[side].missing(from: self[side.other]))
    case .noting: .keep(noted)
    case .putting(let side): .put(side, plan[side], expecting: self[side].last)
    case .remembering: .keep(reached)
    case .finished: nil
    }
  }

  /// Takes the answer to `request`.
  package mutating func take(_ answer: Answer) {
    switch (phase, answer) {
    case (.reading(let side), .changes(let changes)):
      if changes.last < self[side].cursor { return startOver() }
      guard change(side, { $0.take(changes) }) else { return }
      progress.read += self[side].groups.count
      phase = side == .local ? .reading(.remote) : .asking(.local)
    case (.asking(let side), .changes(let changes)):
      change(side) { $0.head = changes.head }
      phase = side == .local ? .asking(.remote) : .looking(.local)
    case (.looking(let side), .groups(let groups)):
      change(side) { $0.take(groups) }
      phase = side == .local ? .looking(.remote) : .noting
    case (.noting, .done):
      memory = noted
      phase = .putting(.remote)
    case (.putting(let side), .stored(let last)):
      change(side) { $0.last = last }
      progress.count(plan[side], into: side)
      phase = side == .remote ? .putting(.local) : .remembering
    case (.remembering, .done):
      memory = reached
      phase = .finished
    default: return
    }
    passOver()
  }

  /// The numbers of a store only grow: where one is lower than it was, another store was made under
  /// the old name, and neither has what the other one had.
  private mutating func startOver() {
    local = SyncReading(since: 0)
    remote = SyncReading(since: 0)
    base = nil
    phase = .reading(.local)
  }

  /// Goes past the steps in which there is nothing to do.
  private mutating func passOver() {
    if case .asking = phase, !local.hasNews, !remote.hasNews { phase = .remembering }
    while case .looking(let side) = phase, self[side].missing(from: self[side.other]).isEmpty {
      phase = side == .local ? .looking(.remote) : .noting
    }
    if phase == .noting {
      plan = SyncPlan(local: local, remote: remote, base: base)
      progress.lost = noted.losers.count - memory.losers.count
      if noted == memory { phase = .putting(.remote) }
    }
    while case .putting(let side) = phase, plan[side].isEmpty {
      phase = side == .remote ? .putting(.local) : .remembering
    }
    if phase == .remembering, reached == memory { phase = .finished }
  }

  /// The memory with what loses in this round: it is on the disk before anything replaces it.
  private var noted: SyncMemory {
    var noted = memory
    var known = Set(memory.losers)
    for loser in plan.losers where known.insert(loser).inserted { noted.losers.append(loser) }
    return noted
  }

  /// The memory when everything is where it belongs. Both points move together: one alone would
  /// pass over what the other side has not got yet.
  private var reached: SyncMemory {
    SyncMemory(
      local: local.last, remote: remote.last, head: plan.head, losers: memory.losers)
  }

  private subscript(side: SyncSide) -> SyncReading { side == .local ? local : remote }

  /// Changes a reading where it lies: by way of a copy, all groups that were read would be copied
  /// with each part.
  private mutating func change<Result>(
    _ side: SyncSide, _ body: (inout SyncReading) -> Result
  ) -> Result {
    side == .local ? body(&local) : body(&remote)
  }
}

extension StoreChanges {
  fileprivate var isEmpty: Bool { head == nil && groups.isEmpty }
}

/// How far a round has come, in groups.
public struct SyncProgress: Sendable, Hashable {
  /// Changed groups that were read, of both stores.
  public var read = 0
  /// Versions that went to the remote store, the head counted as one.
  public var sent = 0
  /// Versions that came to the local store, the head counted as one.
  public var taken = 0
  /// Versions that lost, and are listed from now on.
  public var lost = 0

  fileprivate mutating func count(_ versions: StoreChanges, into side: SyncSide) {
    let count = versions.groups.count + (versions.head == nil ? 0 : 1)
    if side == .remote { sent += count } else { taken += count }
  }
}
