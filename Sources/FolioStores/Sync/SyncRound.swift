/// One of the two stores of a sync.
package enum SyncSide: String, Sendable, Hashable, CaseIterable {
  /// The store of this device.
  case local
  /// The store that devices share.
  case remote

  /// The opposite side.
  package var other: SyncSide { self == .local ? .remote : .local }
}

/// One round of a sync as a state machine: it issues requests and receives their answers.
///
/// It accesses no store, disk or clock itself, so that a simulator can interrupt it at any step and
/// lose or repeat its requests. The caller carries out each `request` and passes the answer to
/// `take`. A failed request ends the round. A new round, started from the last stored state,
/// completes the work without repeating completed changes.
package struct SyncRound: Sendable {
  /// The next step.
  package enum Request: Sendable, Hashable {
    /// Read changes from a store. Answer: `changes`.
    case changes(SyncSide, since: Int, limit: Int)
    /// Read groups by id. Answer: `groups`, without missing ones.
    case groups(SyncSide, ids: [String])
    /// Read the order of groups of one instant. Answer: `ties`.
    case ties(SyncSide, at: Set<Timestamp>)
    /// Store the state durably. Answer: `done`.
    case save(SyncState)
    /// Write versions to a store, if it has not changed since. Answer: `stored`.
    case put(SyncSide, StoreChanges, expecting: Int)
  }

  /// The result of a request.
  package enum Answer: Sendable, Hashable {
    /// The changes of a store.
    case changes(StoreChanges)
    /// The groups that exist.
    case groups([StoredGroup])
    /// The ids of the groups of each instant that has several, in their order.
    case ties([[String]])
    /// The state is stored.
    case done
    /// The versions are stored. The value is the `last` of the store including them.
    case stored(last: Int)
  }

  private enum Phase: Hashable {
    case reading(SyncSide), readingHead(SyncSide), readingMissing(SyncSide)
    case recordingLosers, ordering(SyncSide), writing(SyncSide), comparing, arranging
    case marking(SyncSide), recordingState, finished
  }

  /// The progress so far.
  package private(set) var progress = SyncProgress()
  /// The last stored state.
  package private(set) var state: SyncState
  private let limit: Int
  /// Whether the remote store never changes the order of its groups.
  private let keepsOrder: Bool
  private var phase = Phase.reading(.local)
  private var local: SyncReading
  private var remote: SyncReading
  private var plan: SyncPlan
  /// The head of both stores after the last sync.
  private var base: [UInt8]?

  /// Creates a round that continues from the last one.
  /// - Parameters:
  ///   - limit: the maximum number of groups in one answer.
  ///   - keepsOrder: whether the remote store never changes the order of its groups: that of a
  ///     server would need an upload of the whole ledger.
  package init(_ state: SyncState, limit: Int = 500, keepsOrder: Bool = false) {
    self.state = state
    self.limit = limit
    self.keepsOrder = keepsOrder
    local = SyncReading(since: state.local, knowing: state.localMarks)
    remote = SyncReading(since: state.remote, knowing: state.remoteMarks)
    base = state.head
    plan = SyncPlan(head: state.head)
    // An earlier version of Folio remembered no marks.
    if state.localMarks.isEmpty || state.remoteMarks.isEmpty { startOver() }
  }

  /// The next request; nil when the round is over.
  package var request: Request? {
    switch phase {
    case .reading(let side): .changes(side, since: self[side].cursor, limit: limit)
    case .readingHead(let side): .changes(side, since: 0, limit: 1)
    case .readingMissing(let side): .groups(side, ids: self[side].missing(from: self[side.other]))
    case .recordingLosers: .save(stateWithLosers)
    case .ordering(let side): .ties(side, at: tiedTimes(side))
    case .writing(let side): .put(side, plan[side], expecting: self[side].last)
    case .comparing: .ties(.local, at: tiedTimes(.remote))
    case .arranging: .put(.remote, plan.moves, expecting: remote.last)
    case .marking(let side):
      .changes(side, since: max(0, self[side].last - SyncMark.count), limit: SyncMark.count)
    case .recordingState: .save(finalState)
    case .finished: nil
    }
  }

  /// Processes the answer to `request`.
  package mutating func take(_ answer: Answer) {
    switch (phase, answer) {
    case (.reading(let side), .changes(let changes)):
      switch change(side, { $0.take(changes) }) {
      case .unfinished: return
      case .complete: progress.read += self[side].groups.count
      case .otherStore:
        progress.replaced = side == .local ? .local : .remote
        return startOver()
      }
      phase = side == .local ? .reading(.remote) : .readingHead(.local)
    case (.readingHead(let side), .changes(let changes)):
      change(side) { $0.head = changes.head }
      phase = side == .local ? .readingHead(.remote) : .readingMissing(.local)
    case (.readingMissing(let side), .groups(let groups)):
      change(side) { $0.take(groups) }
      phase = side == .local ? .readingMissing(.remote) : .recordingLosers
    case (.recordingLosers, .done):
      state = stateWithLosers
      phase = .ordering(.local)
    case (.ordering(let side), .ties(let ties)):
      plan.order(side.other, by: ties)
      phase = side == .local ? .writing(.remote) : .comparing
    case (.writing(let side), .stored(let last)):
      change(side) { $0.storedChange(last) }
      progress.count(plan[side], into: side)
      phase = side == .remote ? .ordering(.remote) : .marking(.local)
    case (.comparing, .ties(let ties)):
      plan.choose(from: ties)
      phase = .arranging
    case (.arranging, .stored(let last)):
      change(.remote) { $0.storedChange(last) }
      phase = .marking(.remote)
    case (.marking(let side), .changes(let changes)):
      change(side) { $0.note(changes) }
      phase = side == .remote ? .writing(.local) : .recordingState
    case (.recordingState, .done):
      state = finalState
      phase = .finished
    default: return
    }
    skipEmptySteps()
  }

  /// Compares everything, because nothing is known of one of the stores.
  private mutating func startOver() {
    progress.read = 0
    local = SyncReading(since: 0)
    remote = SyncReading(since: 0)
    base = nil
    phase = .reading(.local)
  }

  /// Skips steps that have nothing to do.
  private mutating func skipEmptySteps() {
    if case .readingHead = phase, !local.hasNews, !remote.hasNews { phase = .recordingState }
    while case .readingMissing(let side) = phase, self[side].missing(from: self[side.other]).isEmpty
    {
      phase = side == .local ? .readingMissing(.remote) : .recordingLosers
    }
    if phase == .recordingLosers {
      plan = SyncPlan(local: local, remote: remote, base: base)
      progress.lost = stateWithLosers.losers.count - state.losers.count
      if stateWithLosers == state { phase = .ordering(.local) }
    }
    while true {
      switch phase {
      case .ordering(.local) where tiedTimes(.local).isEmpty: phase = .writing(.remote)
      case .ordering(.remote) where tiedTimes(.remote).isEmpty: phase = .marking(.remote)
      case .writing(.remote) where plan[.remote].isEmpty: phase = .ordering(.remote)
      case .writing(.local) where plan[.local].isEmpty: phase = .marking(.local)
      case .comparing where keepsOrder || plan[.local].ties.isEmpty: phase = .arranging
      case .arranging where plan.moves.isEmpty: phase = .marking(.remote)
      case .marking(.remote) where !remote.needsMarks: phase = .writing(.local)
      case .marking(.local) where !local.needsMarks: phase = .recordingState
      case .reading, .readingHead, .readingMissing, .recordingLosers, .ordering, .writing,
        .comparing, .arranging, .marking, .recordingState, .finished:
        if phase == .recordingState, finalState == state { phase = .finished }
        return
      }
    }
  }

  /// The instants at which the order of a side matters. The remote store takes new groups in the
  /// order of the device. Both then get one order, wherever something has changed.
  private func tiedTimes(_ side: SyncSide) -> Set<Timestamp> {
    if side == .remote { return local.times.union(remote.times) }
    var times: Set<Timestamp> = []
    return Set(plan[.remote].groups.map(\.occurredAt).filter { !times.insert($0).inserted })
  }

  /// The state including the losers of this round. It is stored before they are replaced.
  private var stateWithLosers: SyncState {
    var stateWithLosers = state
    var known = Set(state.losers)
    for loser in plan.losers where known.insert(loser).inserted {
      stateWithLosers.losers.append(loser)
    }
    return stateWithLosers
  }

  /// The state after both stores are up to date. Both sequence numbers advance together; otherwise
  /// changes that the other side lacks could be skipped.
  private var finalState: SyncState {
    SyncState(
      local: local.last, remote: remote.last, head: plan.head, losers: state.losers,
      localMarks: local.marks, remoteMarks: remote.marks)
  }

  private subscript(side: SyncSide) -> SyncReading { side == .local ? local : remote }

  /// Modifies a reading in place. A copy would duplicate all groups for each batch.
  private mutating func change<Result>(
    _ side: SyncSide, _ body: (inout SyncReading) -> Result
  ) -> Result {
    side == .local ? body(&local) : body(&remote)
  }
}

extension StoreChanges {
  fileprivate var isEmpty: Bool { head == nil && groups.isEmpty && ties.isEmpty }
}

/// The progress of a round.
public struct SyncProgress: Sendable, Hashable {
  /// The number of changed groups read from both stores.
  public var read = 0
  /// The number of versions sent to the remote store, including the head.
  public var sent = 0
  /// The number of versions taken from the remote store, including the head.
  public var taken = 0
  /// The number of versions that lost in this round.
  public var lost = 0
  /// The version with the latest time among those that moved; nil if none moved.
  public var latest: Moved?
  /// The store that does not continue the one of the last sync; nil if both do. The round has then
  /// compared everything in both stores.
  public var replaced: Replaced?

  /// A version that was sent or taken.
  public struct Moved: Sendable, Hashable {
    /// The id of the group; nil for the head.
    public var id: String?
    /// The time at which the version was created, by the clock of its author.
    public var updatedAt: Timestamp
  }

  /// Which of the two stores was restored from a copy, cleared, or replaced by another one.
  public enum Replaced: Sendable, Hashable {
    /// The store of this device.
    case local
    /// The store that devices share.
    case remote
  }

  fileprivate mutating func count(_ versions: StoreChanges, into side: SyncSide) {
    let count = versions.groups.count + (versions.head == nil ? 0 : 1)
    if side == .remote { sent += count } else { taken += count }
    var moved = versions.groups.map { Moved(id: $0.id, updatedAt: $0.updatedAt) }
    if let head = versions.head { moved.append(Moved(id: nil, updatedAt: head.updatedAt)) }
    if let latest { moved.append(latest) }
    latest = moved.max { $0.updatedAt < $1.updatedAt }
  }
}
