import Foundation

/// Stores with many groups: opening one, the 20 newest groups, a group by id, a durable change of
/// one group, with and without its check, its sync with another store, and the rewriting of a
/// journal. A change is compared with one insert of the same bytes
/// into a plain table of SQLite with the same durability. Elapsed time counts: most of it is the
/// disk's.
struct StoreBench {
  /// What is measured. The raw values are the keys of the times.
  enum Task: String, CaseIterable {
    case open, page, id, append, change, sync, rewrite
    case longestAppend = "longest-append"
  }

  let groups: Int
  let plan: Plan

  private static let changes = 200
  private static let reads = 50
  private static let syncs = 20

  /// The nanoseconds of each task, by kind of store and task, and of plain inserts.
  func run() throws(BenchFault) -> Outcome {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "folio-bench-\(UInt64.random(in: .min ... .max))")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      return try run(in: folder)
    } catch let fault as BenchFault {
      throw fault
    } catch {
      throw .failed("the stores: \(error)")
    }
  }

  private func run(in folder: URL) throws -> Outcome {
    var outcome = Outcome()
    let document = WorkStream(TradeHistory(groups: groups, seed: Plan.seed))
      .document(expecting: groups * 1_000)
    let time = Timestamp(secondsSince1970: 1_900_000_000)
    let contents = try StoreOperations.contents(of: StoreInput(document), at: time)
    outcome.bytes["document"] = contents.byteCount
    let rows = newGroups(like: contents, "bench")
    let checked = newGroups(like: contents, "checked")
    for kind in Self.kinds {
      let path = folder.appending(path: "store.\(kind.name)").path
      _ = try kind.open(path, .creating, contents, nil, nil)
      outcome.bytes[kind.name] = try StoreAddress(kind, path: path).files.reduce(0) {
        $0 + (try FileManager.default.size(ofItemAt: $1))
      }
      try measure(kind, path, rows, &outcome)
      outcome.times["\(kind.name)-\(Task.change.rawValue)"] = try changes(
        of: StoreOperations(try kind.open(path, .writing, StoreContents(), nil, nil)), checked, time
      )
      try measureSync(kind, path, newGroups(like: contents, "synced"), &outcome)
    }
    outcome.times[Task.longestAppend.rawValue] = [
      try longestAppend(folder.appending(path: "store.file").path, contents.groups)
    ]
    let memory = StoreOperations(MemoryStorage(holding: contents))
    outcome.times["memory-\(Task.change.rawValue)"] = try changes(of: memory, checked, time)
    #if canImport(SQLite3) || SQLite
    let plain = try PlainTable(folder.appending(path: "plain.db").path)
    for row in rows {
      var watch = Stopwatch(.wall)
      try plain.insert(row.row)
      outcome.times["plain", default: []].append(watch.lap())
    }
    #endif
    return outcome
  }

  /// The kinds of stores that this program has.
  static var kinds: [StoreKind] {
    #if canImport(SQLite3) || SQLite
    [.file, .sqlite]
    #else
    [.file]
    #endif
  }

  private func measure(
    _ kind: StoreKind, _ path: String, _ rows: [StoredGroup], _ outcome: inout Outcome
  ) throws {
    func note(_ task: Task, _ time: Int) {
      outcome.times["\(kind.name)-\(task.rawValue)", default: []].append(time)
    }
    var random = SplitMix(seed: Plan.seed)
    for _ in 0..<Self.reads {
      var watch = Stopwatch(.wall)
      var store = try kind.open(path, .reading, StoreContents(), nil, nil)
      note(.open, watch.lap())
      let page = try store.page(GroupPage.Request(limit: 20))
      note(.page, watch.lap())
      let number = random.next(in: 0..<groups)
      let id = try store.groups(at: [number])[0].id
      _ = watch.lap()
      guard let found = try store.number(of: id), found == number,
        try store.groups(at: [found])[0].id == id, page.total == groups
      else { throw BenchFault.failed("a store has another group at \(number)") }
      note(.id, watch.lap())
    }
    var store = try kind.open(path, .writing, StoreContents(), nil, nil)
    var last = try store.counts().lastSequence
    for row in rows {
      var group = row
      group.sequence = last + 1
      var change = StoreChange(lastSequence: last + 1)
      change.groups = [group]
      var watch = Stopwatch(.wall)
      try store.commit(change, expecting: last)
      note(.append, watch.lap())
      last += 1
    }
  }

  /// The nanoseconds of changes that are checked and booked. The first change of a store checks the
  /// whole, and the second one opens the live ledger.
  private func changes(
    of store: consuming StoreOperations, _ groups: [StoredGroup], _ time: Timestamp
  ) throws -> [Int] {
    var times: [Int] = []
    for group in groups {
      let document = StoreInput(group.row)
      var watch = Stopwatch(.wall)
      try store.append(document, at: time)
      times.append(max(1, watch.lap()))
    }
    return Array(times.dropFirst(2))
  }

  /// Measures the sync of one new group with a copy of the store, and then the rewriting of a
  /// journal, for which the append that triggers it waits.
  private func measureSync(
    _ kind: StoreKind, _ path: String, _ groups: [StoredGroup], _ outcome: inout Outcome
  ) throws {
    var local = StoreOperations(try kind.open(path, .writing, StoreContents(), nil, nil))
    let contents = try local.contents()
    var remote = StoreOperations(try kind.open("\(path)-copy", .creating, contents, nil, nil))
    var state = SyncState(
      local: contents.lastSequence, remote: contents.lastSequence, head: contents.head?.row)
    var times: [Int] = []
    for group in groups.prefix(Self.syncs) {
      try local.append(StoreInput(group.row), at: group.updatedAt)
      var watch = Stopwatch(.wall)
      var round = SyncRound(state)
      while let request = round.request {
        round.take(try request.side == .remote ? remote.answer(request) : local.answer(request))
      }
      times.append(max(1, watch.lap()))
      guard round.progress.sent == 1 else { throw BenchFault.failed("a sync sent no group") }
      state = round.state
    }
    outcome.times["\(kind.name)-\(Task.sync.rawValue)"] = Array(times.dropFirst(2))
    _ = consume remote
    let copy = try kind.open("\(path)-copy", .writing, StoreContents(), nil, nil)
    guard let journal = copy as? JournalStorage else { return }
    var watch = Stopwatch(.wall)
    try journal.compact()
    outcome.times["\(kind.name)-\(Task.rewrite.rawValue)"] = [watch.lap()]
  }

  /// New groups at the end with the legs of the last purchase, each with ids of its own.
  private func newGroups(like contents: StoreContents, _ name: String) -> [StoredGroup] {
    guard let last = contents.groups.last,
      let old = contents.groups.last(where: { $0.text.contains("\"buy\"") })
    else { return [] }
    let text = old.text.replacing("\(old.occurredAt)", with: "\(last.occurredAt)")
    return (0..<Self.changes).map { number in
      var ids = 0
      let row = text.replacing(/"id": ?"[^"]*"/) { _ in
        defer { ids += 1 }
        return "\"id\": \"\(name)-\(number)-\(ids)\""
      }
      var group = old
      group.id = "\(name)-\(number)-0"
      group.occurredAt = last.occurredAt
      group.row = Array(row.utf8)
      return group
    }
  }
}

extension StoreContents {
  /// The size of the document.
  fileprivate var byteCount: Int {
    groups.reduce((head?.row.count ?? 0) + 1) { $0 + $1.row.count + 1 }
  }
}

extension FileManager {
  /// The size of a file; zero if there is none.
  func size(ofItemAt path: String) throws -> Int {
    guard fileExists(atPath: path) else { return 0 }
    return try attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }
}
