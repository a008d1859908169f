#if canImport(SQLite3) || SQLite
import FolioNumbers
import FolioSQLite
import Testing

@testable import FolioStores
@testable import TestSupport

/// The columns and tables of a database that save reading all rows.
@Suite("The indexes of a database")
struct SQLiteIndexTests {
  @Test("give the same answers as all rows, after every change")
  func everyState() throws {
    let script = try RandomScript(seed: 11, count: TestScale.isFull ? 120 : 50)
    let place = try StorePlace(.sqlite)
    let keeper = try SQLiteStorage(place.path, .creating)
    for (number, change) in script.changes.enumerated() {
      try keeper.commit(change, after: script.states[number])
      if number % (TestScale.isFull ? 2 : 9) == 0 {
        try expectSameAnswers(keeper, script.states[number + 1], "writer, \(number)")
      }
    }
    let last = try #require(script.states.last)
    try expectSameAnswers(try SQLiteStorage(place.path, .reading), last, "reader")
    try expectSameAnswers(try SQLiteStorage(place.path, .salvaging), last, "salvager")
    #expect(try SQLiteStorage(place.path, .reading).contents().isSame(as: last))
    withExtendedLifetime(place) {}
  }

  @Test("keep checkpoints until something before them changes")
  func checkpoints() throws {
    let place = try StorePlace(.sqlite)
    let keeper = try SQLiteStorage(place.path, .creating)
    var book = StoreOperations(keeper)
    // A live ledger drops states that it cannot read.
    book.live.isAllowed = false
    try book.save(StoreInput(Sample.small), at: try Sample.time(1))
    try book.append(StoreInput(Sample.deposit("a", "1", day: "2024-03-01")), at: try Sample.time(2))
    let places = try keeper.groups(at: [0, 1, 2]).enumerated().map {
      CheckpointPlace($1.occurredAt, number: $0)
    }
    let states = places.map { StoredCheckpoint($0, [UInt8](repeating: 7, count: 5_000)) }
    keeper.keep(states, dropping: [], expecting: 1)
    #expect(keeper.checkpointPlaces().isEmpty)
    keeper.keep(states, dropping: [], expecting: try keeper.counts().lastSequence)
    #expect(keeper.checkpointPlaces() == places.sorted())
    #expect(keeper.checkpoint(at: places[1]) == states[1].bytes)
    try book.append(StoreInput(Sample.deposit("b", "1", day: "2024-05-01")), at: try Sample.time(3))
    #expect(keeper.checkpointPlaces().count == 3)
    try book.append(StoreInput(Sample.deposit("c", "1", day: "2024-02-01")), at: try Sample.time(4))
    #expect(keeper.checkpointPlaces().count == 2)
    try book.append(
      StoreInput(Sample.accounts.replacing("c-usd", with: "c-new")), at: try Sample.time(5))
    #expect(keeper.checkpointPlaces().isEmpty)
    withExtendedLifetime(place) {}
  }
}
#endif
