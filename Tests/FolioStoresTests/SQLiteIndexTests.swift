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
}
#endif
