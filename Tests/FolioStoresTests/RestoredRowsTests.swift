import FolioNumbers
import Testing

@testable import FolioInterchange
@testable import FolioModel
@testable import FolioStores

/// The checker of a store that goes on from a checkpoint.
@Suite("The checker of a store")
struct RestoredRowsTests {
  /// Storage in memory with checkpoints.
  private struct KeptStorage: RecordStorage {
    var memory: MemoryStorage
    var kept: [CheckpointPlace: [UInt8]] = [:]
    var isBroken = false

    mutating func contents() throws(StoreFailure) -> StoreContents { try memory.contents() }

    mutating func number(of id: RecordID) throws(StoreFailure) -> Int? {
      if isBroken { throw .conflict(.storeChanged) }
      return try memory.number(of: id)
    }

    mutating func commit(_ change: StoreChange, expecting last: Int) throws(StoreFailure) {
      try memory.commit(change, expecting: last)
    }

    mutating func checkpointPlaces() -> [CheckpointPlace] { kept.keys.sorted() }
    mutating func checkpoint(at place: CheckpointPlace) -> [UInt8]? { kept[place] }
  }

  private static let contents = Result {
    try #require(try RandomScript(seed: 7, count: 90).states.last)
  }

  private static func storage() throws -> KeptStorage {
    KeptStorage(memory: MemoryStorage(holding: try contents.get()))
  }

  private static func whole() throws -> LiveChecker {
    try LiveChecker.open(StoreCheck.draft([.stored(contents.get().document, name: "store")])).0
  }

  /// Reads all groups that follow.
  private static func readAll(
    _ rows: inout RestoredRows, from storage: inout KeptStorage
  ) throws -> [GroupIndex] {
    var numbers: [GroupIndex] = []
    while let ledger = try rows.next(from: &storage) {
      #expect(ledger.numbers?.count == ledger.rows.groups.count)
      numbers += ledger.numbers ?? []
    }
    return numbers
  }

  @Test("reads the groups after each place, and is then that of the whole store")
  func everyPlace() throws {
    var storage = try Self.storage()
    let whole = try Self.whole()
    let all = whole.order.entries(from: 0, limit: .max)
    var rows = try RestoredRows(&storage, after: nil)
    #expect(try Self.readAll(&rows, from: &storage) == all.map(\.key.group))
    #expect(rows.checker.lastDay == whole.lastDay)
    #expect(
      rows.state?.place
        == (try storage.rows(after: nil, limit: .max).last?.place).map(
          OrderKey.init))
    let places = try storage.rows(after: nil, limit: .max).map(\.place)
    for place in places {
      let state = try #require(
        rows.reader.state(of: rows.checker, upTo: OrderKey(place), knowsPlaces: true))
      storage.kept[place] = StoredState(head: 0, checker: state, books: []).bytes
    }
    for (number, place) in places.enumerated() where number % 3 == 0 {
      let found = storage.checkpointPlaces().last { $0 < place }.flatMap { place in
        storage.checkpoint(at: place).flatMap(StoredState.init).map { (place, $0.checker) }
      }
      #expect(found?.0 == (number == 0 ? nil : places[number - 1]))
      var restored = try RestoredRows(&storage, after: found?.1)
      let rest = found.map { found in all.filter { $0.key > OrderKey(found.0) } } ?? all
      #expect(try Self.readAll(&restored, from: &storage) == rest.map(\.key.group))
      #expect(restored.checker.order.entries(from: 0, limit: .max) == rest)
      #expect(restored.checker.lastDay == whole.lastDay)
      #expect(restored.state == rows.state)
    }
  }

  @Test("asks the store who owns an id, and passes its failures on")
  func ids() throws {
    var storage = try Self.storage()
    var rows = try RestoredRows(&storage, after: nil)
    _ = try Self.readAll(&rows, from: &storage)
    let place = try #require(rows.place)
    let state = try #require(rows.state)
    var restored = try RestoredRows(&storage, after: state)
    #expect(try restored.next(from: &storage) == nil)
    #expect(restored.checker.order.count == 0 && restored.place == place)
    let taken = try #require(try storage.contents().groups.first).id
    for (id, faults) in [(taken, 1), ("an id that is new", 0)] {
      restored.reader.read(Array(Sample.deposit(id, "5", day: "2024-12-01").utf8), file: 1)
      var change = restored.reader.take()
      change.groups.numbers = [GroupIndex(try storage.counts().groups)]
      storage.isBroken = true
      #expect {
        _ = try storage.lookingUp { lookUp throws(NeedsWholeLedger) in
          try restored.checker.check(change, replacing: nil, lookUp)
        }
      } throws: { error in
        if case .store? = error as? RestoringFailure { true } else { false }
      }
      storage.isBroken = false
      let checked = try storage.lookingUp { lookUp throws(NeedsWholeLedger) in
        try restored.checker.check(change, replacing: nil, lookUp)
      }
      #expect(checked.faults.count >= faults && checked.faults.isEmpty == (faults == 0))
    }
  }
}

extension RestoredRows {
  fileprivate init<Storage: RecordStorage>(
    _ storage: inout Storage, after state: CheckerState?
  ) throws {
    try self.init(head: storage.head()?.row ?? StoredHead.emptyRow, after: state)
  }
}
