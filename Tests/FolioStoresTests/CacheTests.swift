import FolioNumbers
import FolioSeededRandom
import Testing

@testable import FolioStores
@testable import TestSupport

/// The cache beside a journal: whatever is in it, the answers are those of the journal.
@Suite("The cache of a journal")
struct CacheTests {
  static let path = Script.path
  private static let cache = Script.path + ".cache"

  /// A cache from the first byte on, which takes up every few changes.
  static func policy(slack: Int = 1 << 16) -> JournalStorage.Policy {
    var policy = JournalStorage.Policy()
    (policy.cachedSize, policy.uncovered, policy.slack) = (0, 1_500, slack)
    policy.outdatedBlocks = 2
    return policy
  }

  static func open(
    _ access: StoreAccess, _ files: SimulatedFiles, slack: Int = 1 << 16
  ) throws(StoreFailure) -> JournalStorage {
    try JournalStorage(path, access, calls: files, policy: policy(slack: slack))
  }

  static let script = Result {
    try RandomScript(seed: 7, count: TestScale.isFull ? 120 : 90)
  }

  /// The files after all changes, and after each of them the cache.
  static func written(slack: Int = 1 << 16) throws -> (SimulatedFiles, [[UInt8]]) {
    let script = try Self.script.get()
    let files = SimulatedFiles()
    var caches: [[UInt8]] = []
    let keeper = try open(.creating, files, slack: slack)
    for (number, change) in script.changes.enumerated() {
      try keeper.commit(change, after: script.states[number])
      if let bytes = files.contents[cache], caches.last != bytes { caches.append(bytes) }
    }
    return (files, caches)
  }

  @Test("a writer and readers answer from it as from all rows", arguments: [1 << 16, 4_000])
  func everyState(slack: Int) throws {
    let script = try Self.script.get()
    let files = SimulatedFiles()
    _ = try Self.open(.creating, files, slack: slack)
    files.closeAll()
    let keeper = try Self.open(.writing, files, slack: slack)
    var indexed = 0
    for (number, change) in script.changes.enumerated() {
      try keeper.commit(change, after: script.states[number])
      guard number % (TestScale.isFull ? 3 : 11) == 0 else { continue }
      let reader = try Self.open(.reading, files, slack: slack)
      try expectSameAnswers(reader, script.states[number + 1], "reader, \(number)")
      if reader.journal.contents == nil { indexed += 1 }
      if slack > 1 << 15 {
        try expectSameAnswers(keeper, script.states[number + 1], "writer, \(number)")
        #expect(keeper.journal.contents == nil, "\(number)")
      }
      #expect(try reader.contents().isSame(as: script.states[number + 1]))
    }
    #expect(indexed > 6)
  }

  @Test("it is written anew where most of it is outdated")
  func rewriting() throws {
    let (files, caches) = try Self.written()
    #expect(zip(caches, caches.dropFirst()).contains { $1.count < $0.count })
    files.closeAll()
    let keeper = try Self.open(.writing, files)
    let last = try keeper.counts().lastSequence
    let state = StoredCheckpoint(
      CheckpointPlace(seconds: 0, nanoseconds: 0, number: 0), [UInt8](repeating: 7, count: 1 << 15))
    for _ in 0..<50 { keeper.keep([state], dropping: [], expecting: last) }
    #expect(keeper.checkpoint(at: state.place) == state.bytes)
    #expect(try #require(files.contents[Self.cache]).count < 1 << 19)
  }

  @Test("without it, cut off, changed or of another time, it changes no answer")
  func damage() throws {
    let script = try Self.script.get()
    let (files, caches) = try Self.written()
    let (journal, cache) = (try #require(files.contents[Self.path]), try #require(caches.last))
    let wanted = try #require(script.states.last)
    var variants: [(String, [UInt8]?)] = [("absent", nil), ("empty", [])]
    for length in stride(from: 1, to: cache.count, by: TestScale.isFull ? 1_013 : 12_007) {
      variants.append(("cut off at \(length)", Array(cache[..<length])))
    }
    for place in stride(from: 0, to: cache.count, by: TestScale.isFull ? 701 : 5_003) {
      var damaged = cache
      damaged[place] ^= UInt8(1 << (place % 8))
      variants.append(("bit of \(place)", damaged))
    }
    for (number, older) in caches.enumerated() where TestScale.isFull || number % 4 == 0 {
      variants.append(("cache \(number)", older))
    }
    for (label, bytes) in variants {
      let names = [Self.path: journal].merging(bytes.map { [Self.cache: $0] } ?? [:]) { $1 }
      let access: StoreAccess = label.utf8.count % 2 == 0 ? .reading : .writing
      let store = try Self.open(access, SimulatedFiles(names))
      try expectSameAnswers(store, wanted, label)
    }
  }

  @Test("one of another store, or of a store that went another way, is not used")
  func foreign() throws {
    let script = try Self.script.get()
    let other = try RandomScript(seed: 8, count: 60)
    let (files, _) = try Self.written()
    let others = SimulatedFiles()
    let keeper = try Self.open(.creating, others)
    for (number, change) in other.changes.enumerated() {
      try keeper.commit(change, after: other.states[number])
    }
    let mixed = SimulatedFiles([
      Self.path: try #require(others.contents[Self.path]),
      Self.cache: try #require(files.contents[Self.cache]),
    ])
    let reader = try Self.open(.reading, mixed)
    #expect(reader.journal.index == nil)
    try expectSameAnswers(reader, try #require(other.states.last), "foreign")
    // The journal was set back to an earlier state, and changed since.
    let back = SimulatedFiles()
    let first = try Self.open(.creating, back)
    for number in 0..<50 { try first.commit(script.changes[number], after: script.states[number]) }
    let early = try #require(back.contents[Self.path])
    for number in 50..<80 {
      try first.commit(script.changes[number], after: script.states[number])
    }
    let late = SimulatedFiles([
      Self.path: early, Self.cache: try #require(back.contents[Self.cache]),
    ])
    let again = try Self.open(.writing, late)
    try expectSameAnswers(again, script.states[50], "set back")
    try again.commit(script.changes[50], after: script.states[50])
    try expectSameAnswers(try Self.open(.reading, late), script.states[51], "set back")
  }

  @Test("a later version of it is not used")
  func laterVersion() throws {
    var bytes = CacheHeader().encoded()
    #expect(CacheHeader(bytes) != nil)
    bytes[12] = UInt8(ascii: "2")
    #expect(CacheHeader(bytes) == nil)
  }

  @Test("when the program is killed or the power fails, the answers are those of the journal")
  func everyPoint() throws {
    let script = try RandomScript(seed: 9, count: 45)
    let files = SimulatedFiles()
    var confirmed: Int?
    var moments = 0
    var points: [(moment: SimulatedFiles.Moment, confirmed: Int)] = []
    let step = TestScale.isFull ? 1_009 : 4_001
    files.watch = { moment in
      moments += 1
      if moments % step == 0, let confirmed { points.append((moment, confirmed)) }
    }
    let keeper = try Self.open(.creating, files, slack: 3_000)
    confirmed = 0
    for (number, change) in script.changes.enumerated() {
      try keeper.commit(change, after: script.states[number])
      confirmed = number + 1
    }
    for (moment, confirmed) in TestScale.some(points) {
      for death in Death.allCases {
        let left = SimulatedFiles(death.remains(of: moment))
        let store = try Self.open(.writing, left, slack: 3_000)
        let next = min(confirmed + 1, script.changes.count)
        let last = try store.counts().lastSequence
        let state = last == script.states[confirmed].lastSequence ? confirmed : next
        try expectSameAnswers(store, script.states[state], "\(death) after \(confirmed)")
        #expect(try store.contents().isSame(as: script.states[state]))
      }
    }
    #expect(points.count > 10)
  }

  @Test("damage of the journal before its end is found by whoever reads those lines")
  func damagedJournal() throws {
    let script = try Self.script.get()
    let (files, _) = try Self.written()
    let wanted = try #require(script.states.last)
    var bytes = try #require(files.contents[Self.path])
    let store = try Self.open(.reading, files)
    let entry = try #require(try store.journal.index?.entry(0))
    bytes[entry.offset + entry.length / 2] ^= 1
    let damaged = SimulatedFiles([
      Self.path: bytes, Self.cache: try #require(files.contents[Self.cache]),
    ])
    let writer = try Self.open(.writing, damaged)
    let number = wanted.groups.count - 1
    #expect(try writer.counts() == wanted.counts)
    #expect(try writer.groups(at: [number]) == [wanted.groups[number]])
    for read in [
      { _ = try writer.groups(at: [0]) }, { _ = try writer.contents() }, { try writer.compact() },
    ] {
      #expect {
        try read()
      } throws: { error in
        guard case .corrupt(let damage) = error as? StoreFailure else { return false }
        return damage.places.first?.offset == entry.offset
      }
    }
  }

  @Test("checkpoints are kept until something before them changes")
  func checkpoints() throws {
    let files = SimulatedFiles()
    let notes = NotingStorage.Notes()
    var book = StoreOperations(NotingStorage(notes))
    try book.save(StoreInput(Sample.small), at: try Sample.time(1))
    try book.append(StoreInput(Sample.deposit("a", "1", day: "2024-03-01")), at: try Sample.time(2))
    try book.append(StoreInput(Sample.deposit("b", "1", day: "2024-05-01")), at: try Sample.time(3))
    try book.append(StoreInput(Sample.deposit("c", "1", day: "2024-04-01")), at: try Sample.time(4))
    try book.clear(at: try Sample.time(5))
    let keeper = try Self.open(.creating, files)
    func commit(_ number: Int) throws {
      try keeper.commit(notes.changes[number], expecting: keeper.counts().lastSequence)
    }
    func kept() throws -> [[UInt8]?] {
      let reader = try Self.open(.reading, files)
      #expect(reader.checkpointPlaces() == keeper.checkpointPlaces())
      return reader.checkpointPlaces().map { reader.checkpoint(at: $0) }
    }
    try commit(0)
    try commit(1)
    let groups = try keeper.groups(at: [0, 1, 2])
    let places = groups.enumerated().map { CheckpointPlace($1.occurredAt, number: $0) }
    let states = places.map {
      StoredCheckpoint($0, [UInt8](repeating: 7, count: 5_000 + $0.number))
    }
    keeper.keep(states, dropping: [], expecting: 1)
    #expect(try kept().isEmpty)
    keeper.keep(states, dropping: [], expecting: try keeper.counts().lastSequence)
    #expect(try kept() == states.sorted { $0.place < $1.place }.map(\.bytes))
    try commit(2)
    #expect(try kept().count == 3)
    let last = CheckpointPlace(try keeper.groups(at: [3])[0].occurredAt, number: 3)
    keeper.keep(
      [StoredCheckpoint(last, [1, 2])], dropping: [places[0]],
      expecting: try keeper.counts().lastSequence)
    #expect(try kept().last == [1, 2])
    #expect(try kept().count == 3)
    try commit(3)
    #expect(try kept().count == 2)
    try commit(4)
    #expect(try kept().isEmpty)
  }
}
