#if canImport(SQLite3) || SQLite
import FolioNumbers
import FolioSQLite
import FolioStores
import Foundation
import Testing

#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// What is of the database alone: other openers, other versions, other files.
@Suite("A SQLite store")
struct SQLiteTests {
  private func run(_ text: String, on path: String) {
    var handle: OpaquePointer?
    #expect(unsafe sqlite3_open(path, &handle) == SQLITE_OK)
    #expect(unsafe sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK)
    unsafe sqlite3_close(handle)
  }

  @Test("two programs see each other's changes")
  func twoOpeners() async throws {
    let place = try StorePlace(.sqlite)
    let first = try place.make()
    try await first.save(StoreInput(Sample.small), at: try Sample.time(1))
    let second = try place.reopen()
    try await second.append(StoreInput(Sample.deposit("g3", "1")), at: try Sample.time(2))
    try await first.append(StoreInput(Sample.deposit("g4", "1")), at: try Sample.time(3))
    let document = try await second.load()
    #expect(
      document
        == Array((Sample.small + Sample.deposit("g3", "1") + Sample.deposit("g4", "1")).utf8))
    withExtendedLifetime(place) {}
  }

  @Test("a change made from what is outdated is refused, and keeps nothing")
  func outdated() throws {
    let place = try StorePlace(.sqlite)
    let first = try SQLiteStorage(place.path, .creating)
    let second = try SQLiteStorage(place.path, .writing)
    let script = try Script()
    let empty = try first.contents()
    try second.commit(script.changes[0], after: empty)
    #expect {
      try first.commit(script.changes[0], after: empty)
    } throws: { error in
      if case .conflict(.storeChanged)? = error as? StoreFailure { true } else { false }
    }
    #expect(try first.contents().isSame(as: script.states[1]))
  }

  @Test("every state of a script is there when it is opened again")
  func script() throws {
    let place = try StorePlace(.sqlite)
    let script = try Script()
    _ = try SQLiteStorage(place.path, .creating)
    for (number, change) in script.changes.enumerated() {
      let keeper = try SQLiteStorage(place.path, .writing)
      #expect(try keeper.contents().isSame(as: script.states[number]), "\(number)")
      try keeper.commit(change, after: script.states[number])
      #expect(try keeper.contents().isSame(as: script.states[number + 1]), "\(number)")
    }
  }

  @Test("a change that fails halfway leaves nothing behind")
  func halfway() throws {
    let place = try StorePlace(.sqlite)
    let script = try Script()
    let keeper = try SQLiteStorage(place.path, .creating)
    try keeper.commit(script.changes[0], after: script.states[0])
    // The entry of the second group of the change after the next one.
    run("INSERT INTO names VALUES ('all', '', 1704153600, 0, 5, 19724, 0)", on: place.path)
    try keeper.commit(script.changes[1], after: script.states[1])
    #expect(throws: StoreFailure.self) {
      try keeper.commit(script.changes[2], after: script.states[2])
    }
    #expect(try keeper.contents().isSame(as: script.states[2]))
  }

  @Test("tables of a later version, and other people's databases, are left alone")
  func others() throws {
    let place = try StorePlace(.sqlite)
    _ = try SQLiteStorage(place.path, .creating)
    run("PRAGMA user_version = 99", on: place.path)
    #expect {
      _ = try SQLiteStorage(place.path, .writing)
    } throws: { error in
      "\(error)".contains("tables have version 99")
    }
    let other = try StorePlace(.sqlite)
    run("CREATE TABLE songs (id)", on: other.path)
    #expect {
      _ = try SQLiteStorage(other.path, .writing)
    } throws: { error in
      guard case .corrupt = error as? StoreFailure else { return false }
      return "\(error)".contains("another program")
    }
  }

  @Test("what holds no tables is no empty store; what a full disk left empty can be made again")
  func empty() throws {
    let place = try StorePlace(.sqlite)
    #expect(FileManager.default.createFile(atPath: place.path, contents: nil))
    for access in [StoreAccess.reading, .writing] {
      #expect(throws: StoreFailure.self) { try SQLiteStorage(place.path, access) }
    }
    _ = try SQLiteStorage(place.path, .creating)
    #expect(throws: StoreFailure.self) { try SQLiteStorage(place.path, .creating) }
    #expect(try SQLiteStorage(place.path, .writing).contents().groups.isEmpty)
    let lost = #expect(throws: StoreFailure.self) {
      try SQLiteStorage("/nowhere/at/all/ledger.db", .creating)
    }
    #expect(lost?.description.contains("no folder /nowhere/at/all") == true)
    let bare = try StorePlace(.sqlite)
    run("PRAGMA user_version = 1", on: bare.path)
    #expect {
      _ = try SQLiteStorage(bare.path, .reading)
    } throws: { error in
      "\(error)".contains("the database contains no store")
    }
  }

  @Test("others can't read a database")
  func privacy() throws {
    let place = try StorePlace(.sqlite)
    let keeper = try SQLiteStorage(place.path, .creating)
    for file in [place.path, place.path + "-wal"] {
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600, "\(file)")
    }
    withExtendedLifetime(keeper) {}
  }

  @Test("amounts are text, digit for digit")
  func amounts() async throws {
    let place = try StorePlace(.sqlite)
    let amount = "123456789012345678.123456789012345678"
    let store = try place.make()
    try await store.save(
      StoreInput(Sample.accounts + Sample.deposit("g1", amount)), at: try Sample.time(1))
    let again = try place.reopen()
    #expect(try await again.group("g1").text.contains("\"amount\": \"\(amount)\""))
    withExtendedLifetime(place) {}
  }
}
#endif
