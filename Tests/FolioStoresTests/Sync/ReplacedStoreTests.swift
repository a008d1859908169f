import FolioNumbers
import Testing

@testable import FolioStores
@testable import TestSupport

/// Stores that are restored from a copy, made anew or cleared, and go on.
@Suite("A store that does not continue the one of the last sync")
struct ReplacedStoreTests {
  /// Two stores in memory with the state of their sync. A copy is a backup.
  private struct Pair {
    var stores: [SyncSide: StoreOperations] = [:]
    var state = SyncState()
    var count = 0

    init() throws {
      for side in SyncSide.allCases { stores[side] = StoreOperations(MemoryStorage()) }
      try change(.local) { store, time in
        try store.save(StoreInput(SimulatedEdits.accounts), at: time)
      }
      try sync()
    }

    mutating func change(
      _ side: SyncSide, _ body: (inout StoreOperations, Timestamp) throws -> Void
    ) throws {
      count += 1
      var store = stores[side] ?? StoreOperations(MemoryStorage())
      try body(&store, Timestamp(secondsSince1970: 1_700_000_000 + count))
      stores[side] = store
    }

    mutating func add(_ side: SyncSide, _ id: String) throws {
      try change(side) { store, time in
        try store.append(StoreInput(SimulatedEdits.deposit(id, 1)), at: time)
      }
    }

    mutating func toggle(_ side: SyncSide, _ id: String) throws {
      try change(side) { store, time in
        let isVoid = try store.group(id).status == .void
        try store.setStatus(of: id, to: isVoid ? .settled : .void, at: time)
      }
    }

    @discardableResult
    mutating func sync() throws -> SyncProgress {
      var round = SyncRound(state, limit: 5)
      while let request = round.request {
        if case .save(let state) = request { self.state = state }
        var store = try #require(stores[request.side ?? .local])
        round.take(try store.answer(request))
        stores[request.side ?? .local] = store
      }
      return round.progress
    }

    func ids(_ side: SyncSide) throws -> [String] {
      var store = try #require(stores[side])
      return try store.changes(since: 0, limit: 10_000).groups.map(\.id).sorted()
    }

    func expectAlike(_ label: String) throws {
      var versions: [Set<String>] = []
      for side in SyncSide.allCases {
        var store = try #require(stores[side])
        let changes = try store.changes(since: 0, limit: 10_000)
        versions.append(
          Set(
            changes.groups.map {
              "\($0.text) \($0.updatedAt) \($0.deletedAt?.description ?? "")"
            }))
      }
      #expect(versions[0] == versions[1], "\(label)")
    }
  }

  @Test("is noticed, and both get everything", arguments: SyncSide.allCases, [1, 3, 40])
  func restored(side: SyncSide, added: Int) throws {
    var pair = try Pair()
    for number in 1...3 { try pair.add(.local, "a\(number)") }
    try pair.sync()
    let backup = pair.stores[side]
    for number in 4...6 { try pair.add(side, "a\(number)") }
    try pair.sync()
    pair.stores[side] = backup
    for number in 0..<added { try pair.add(side, "b\(number)") }
    let progress = try pair.sync()
    #expect(progress.replaced == (side == .local ? .local : .remote))
    try pair.expectAlike("\(side)")
    #expect(try pair.ids(.local).count == 6 + added)
    #expect(try pair.sync() == SyncProgress())
  }

  @Test("a store that was made anew or cleared gets everything again", arguments: [false, true])
  func anew(isCleared: Bool) throws {
    var pair = try Pair()
    for number in 1...3 { try pair.add(.local, "a\(number)") }
    try pair.sync()
    if isCleared {
      try pair.change(.local) { store, time in try store.clear(at: time) }
    } else {
      pair.stores[.local] = StoreOperations(MemoryStorage())
    }
    try pair.change(.local) { store, time in
      try store.save(StoreInput(SimulatedEdits.accounts), at: time)
    }
    for number in 1...5 { try pair.add(.local, "b\(number)") }
    #expect(try pair.sync().replaced == .local)
    #expect(try pair.ids(.remote).count == 8)
    try pair.expectAlike("anew")
  }

  @Test("one that only changed is not taken for another one")
  func continued() throws {
    var pair = try Pair()
    for number in 1...60 { try pair.add(number % 3 == 0 ? .remote : .local, "a\(number)") }
    try pair.sync()
    for round in 1...20 {
      let side: SyncSide = round % 2 == 0 ? .local : .remote
      for number in 1...(round * 2) { try pair.toggle(side, "a\(number)") }
      let progress = try pair.sync()
      #expect(progress.replaced == nil && progress.read == round * 2, "round \(round)")
    }
    try pair.expectAlike("continued")
  }

  @Test("a state of an earlier version has no marks, so that everything is compared once")
  func earlierState() throws {
    var pair = try Pair()
    for number in 1...3 { try pair.add(.local, "a\(number)") }
    try pair.sync()
    (pair.state.localMarks, pair.state.remoteMarks) = ([], [])
    let first = try pair.sync()
    #expect(first.read == 6 && first.replaced == nil && first.sent + first.taken == 0)
    #expect(!pair.state.localMarks.isEmpty && !pair.state.remoteMarks.isEmpty)
    #expect(try pair.sync() == SyncProgress())
  }

  @Test("random backups, restored at random times, never diverge in silence")
  func random() throws {
    var replaced = 0
    for seed in 0..<UInt64(120) {
      var dice = Dice(seed: seed &* 0x9E37_79B9_7F4A_7C15)
      var pair = try Pair()
      var backups: [SyncSide: StoreOperations] = pair.stores
      for step in 0..<(10 + dice.below(60)) {
        let side: SyncSide = dice.chance(50) ? .local : .remote
        switch dice.below(20) {
        case 0..<9: try pair.add(side, "g\(step)")
        case 9..<14:
          if let id = try pair.ids(side).randomElement(&dice) { try pair.toggle(side, id) }
        case 14..<17: try pair.sync()
        case 17..<19: backups[side] = pair.stores[side]
        default: pair.stores[side] = backups[side]
        }
      }
      for _ in 0..<3 where try pair.sync().replaced != nil { replaced += 1 }
      try pair.expectAlike("seed \(seed)")
    }
    #expect(replaced > 2)
  }
}

extension [String] {
  fileprivate func randomElement(_ dice: inout Dice) -> String? {
    isEmpty ? nil : self[dice.below(count)]
  }
}
