#if canImport(SQLite3) || SQLite
import FolioNumbers
import Foundation
import Testing

@testable import FolioSQLite
@testable import FolioStores

#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// Databases that SQLite finds sound, and that say what can't be.
@Suite("The values of a SQLite store")
struct SQLiteValueTests {
  private func run(_ text: String, on path: String) {
    var handle: OpaquePointer?
    #expect(sqlite3_open(path, &handle) == SQLITE_OK)
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    #expect(code == SQLITE_OK, "\(text): \(String(cString: sqlite3_errmsg(handle)))")
    sqlite3_close(handle)
  }

  /// A database with five groups; each is changed once.
  private func place() throws -> StorePlace {
    let place = try StorePlace(.sqlite)
    let script = try Script()
    let keeper = try SQLiteStorage(place.path, .creating, holding: script.states[1])
    for number in 1..<3 {
      try keeper.commit(script.changes[number], after: script.states[number])
    }
    return place
  }

  private func damage(_ place: StorePlace) throws -> StoreDamage? {
    var found: StoreDamage?
    for access in [StoreAccess.reading, .writing] {
      do {
        _ = try SQLiteStorage(place.path, access).contents()
        Issue.record("it was read")
      } catch .corrupt(let damage) {
        found = damage
      }
    }
    #expect(throws: StoreFailure.self, "by parts") { _ = try document(place) }
    return found
  }

  /// The document as a command reads it: in parts if these verify everything.
  private func document(
    _ place: StorePlace, afterPart next: (Int) throws -> Void = { _ in }
  ) throws -> [UInt8] {
    var store = StoreOperations(try SQLiteStorage(place.path, .reading))
    guard store.outline() else { return try store.load() }
    var (document, number) = ([UInt8](), 0)
    while true {
      let part = try store.part(number, of: 2)
      if part.isEmpty { return document }
      document += part
      try next(number)
      number += 1
    }
  }

  @Test("a document that is read in parts is that of one moment, whatever others change meanwhile")
  func parts() throws {
    let place = try place()
    let before = try SQLiteStorage(place.path, .reading).contents()
    var reader = StoreOperations(try SQLiteStorage(place.path, .reading))
    let isOutlined = reader.outline()
    #expect(isOutlined)
    let script = try Script()
    let document = try document(place) { number in
      if number != 1 { return }
      let writer = try SQLiteStorage(place.path, .writing)
      try writer.commit(script.changes[3], after: script.states[3])
    }
    #expect(document == before.document)
    let after = try SQLiteStorage(place.path, .reading).contents()
    #expect(!after.isSame(as: before))
    #expect(try self.document(place) == after.document)
    let kept = try reader.load()
    #expect(kept == before.document)
  }

  @Test(
    "numbers, times and copies that can't be right are damage, and their place is named",
    arguments: [
      ("UPDATE counter SET last_sequence = 9223372036854775807", "counter"),
      ("UPDATE counter SET last_sequence = -1", "counter"),
      ("UPDATE counter SET last_sequence = 9007199254740993", "counter"),
      ("UPDATE counter SET last_sequence = 3", "groups, place 3"),
      ("DELETE FROM counter", "counter"),
      ("UPDATE groups SET sequence = 9223372036854775807 WHERE id = 'g3'", "groups, place 3"),
      ("UPDATE groups SET sequence = 0 WHERE id = 'g3'", "groups, place 3"),
      ("UPDATE groups SET sequence = -4 WHERE id = 'g3'", "groups, place 3"),
      ("UPDATE groups SET sequence = 2 WHERE id = 'g3'", "groups, place 3"),
      ("UPDATE groups SET sequence = 1 WHERE id = 'g3'", "groups, place 3"),
      (
        "UPDATE groups SET updated_at = 'never' WHERE id = 'g3'", "'updated_at' is not a valid time"
      ),
      ("UPDATE groups SET deleted_at = '' WHERE id = 'g3'", "'deleted_at' is not a valid time"),
      ("UPDATE groups SET id = 'g33' WHERE id = 'g3'", "groups, place 3"),
      ("UPDATE groups SET status = 'void' WHERE id = 'g3'", "groups, place 3"),
      ("UPDATE groups SET occurred_at = '2020-01-01' WHERE id = 'g3'", "groups, place 3"),
      ("UPDATE groups SET row = '{}' WHERE id = 'g3'", "groups, place 3"),
      ("UPDATE groups SET row = replace(row, 'settled', 'setled') WHERE id = 'g3'", "place 3"),
      ("UPDATE groups SET place = -3 WHERE id = 'g3'", "-3 is not a valid place"),
      ("UPDATE groups SET place = 9223372036854775807 WHERE id = 'g3'", "is not a valid place"),
      ("UPDATE sqlite_sequence SET seq = 9223372036854775807", "sqlite_sequence"),
      ("UPDATE sqlite_sequence SET seq = 'many'", "sqlite_sequence"),
      ("UPDATE head SET sequence = 0", "head"), ("UPDATE head SET sequence = 77", "head"),
      ("UPDATE head SET updated_at = '2024-13-01'", "head"), ("UPDATE head SET row = '[]'", "head"),
      ("PRAGMA user_version = -1", "another program"),
    ])
  func hostile(statement: String, words: String) throws {
    let place = try place()
    run(statement, on: place.path)
    let found = try #require(try damage(place))
    #expect(found.description.contains(words), "\(found)")
  }

  @Test(
    "another program that changes or removes a row is noticed by every reader and writer",
    arguments: [
      ("UPDATE groups SET row = replace(row, '\"amount\": \"', '\"amount\": \"9')", "checksum"),
      ("UPDATE groups SET updated_at = '2020-01-01T00:00:00Z' WHERE id = 'g3'", "checksum"),
      ("UPDATE groups SET crc32 = crc32 + 1 WHERE id = 'g1'", "checksum"),
      ("UPDATE head SET row = replace(row, 'Broker', 'Broke')", "checksum"),
      ("DELETE FROM groups WHERE id = 'g1'", "the numbers of groups differ"),
      ("DELETE FROM groups WHERE id = 'g5'", "the numbers of groups differ"),
      ("UPDATE counter SET group_count = 7", "counter"),
      ("UPDATE counter SET deleted_count = 2", "counter"),
    ])
  func changedByOthers(statement: String, words: String) throws {
    let place = try place()
    let open = try SQLiteStorage(place.path, .reading)
    _ = try open.rows(after: nil, limit: 9)
    run(statement, on: place.path)
    let found = try #require(try damage(place))
    #expect(found.description.contains(words), "\(found)")
    if statement.contains("deleted_count") { return }
    #expect(throws: StoreFailure.self) {
      _ = try open.head()
      _ = try open.rows(after: nil, limit: 9)
    }
    #expect(throws: StoreFailure.self) {
      _ = try SQLiteStorage(place.path, .reading).head()
      _ = try SQLiteStorage(place.path, .reading).rows(after: nil, limit: 9)
    }
  }

  @Test(
    "nothing that another program defines in a database runs",
    arguments: [
      (
        "CREATE TRIGGER t BEFORE INSERT ON groups BEGIN SELECT RAISE(IGNORE); END", "trigger 't'"
      ),
      ("CREATE VIEW v AS SELECT * FROM groups", "view 'v'"),
      ("ALTER TABLE groups RENAME TO g; CREATE VIEW groups AS SELECT * FROM g", "view 'groups'"),
      ("CREATE INDEX i ON groups (abs(sequence))", "index 'i'"),
      ("CREATE TABLE songs (id)", "table 'songs'"), ("DROP TABLE head", "'head' is missing"),
      ("DROP INDEX groups_by_sequence", "'groups_by_sequence' is missing"),
      ("ALTER TABLE groups ADD COLUMN twice INTEGER AS (sequence * 2)", "table 'groups' is not as"),
      (
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = replace(sql, ') STRICT', ')') WHERE name = 'groups';
        """, "table 'groups' is not as"
      ),
    ])
  func foreignSchema(statement: String, words: String) throws {
    let place = try place()
    let open = try SQLiteStorage(place.path, .writing)
    let contents = try open.contents()
    run(statement, on: place.path)
    func isRefusal(_ error: any Error) -> Bool {
      guard case .conflict(.foreignSchema(let reason)) = error as? StoreFailure else {
        return false
      }
      return reason.contains(words)
    }
    for access in [StoreAccess.reading, .writing, .salvaging] {
      #expect {
        try SQLiteStorage(place.path, access).contents()
      } throws: { isRefusal($0) }
    }
    // A connection keeps the schema that it knows, until the schema has a new number.
    if statement.hasPrefix("PRAGMA") { return }
    var change = StoreChange(lastSequence: contents.lastSequence + 1)
    change.groups = Array(contents.groups.prefix(1))
    change.groups[0].sequence = change.lastSequence
    #expect {
      try open.commit(change, expecting: contents.lastSequence)
    } throws: { isRefusal($0) }
  }

  @Test("statistics and a vacuum of another program do no harm")
  func harmless() throws {
    let place = try place()
    run("ANALYZE; VACUUM;", on: place.path)
    #expect(try SQLiteStorage(place.path, .reading).contents().groups.count == 5)
  }

  @Test("a row that can't be read costs no other one")
  func salvage() throws {
    let place = try place()
    run("UPDATE groups SET updated_at = 'never' WHERE id = 'g3'", on: place.path)
    run("UPDATE groups SET row = '{' WHERE id = 'g4'", on: place.path)
    #expect(try damage(place)?.readableGroups == 3)
    let kept = try SQLiteStorage(place.path, .salvaging).contents()
    #expect(kept.groups.map(\.id) == ["g1", "g2", "g5"])
  }

  @Test("it waits for another writer as long as is said")
  func busyTimeout() throws {
    let place = try place()
    let connection = try SQLiteConnection(place.path)
    #expect(try connection.number("PRAGMA busy_timeout") == 2_000)
  }

  @Test("a change whose end the disk refuses has an unknown outcome; no other failure has")
  func unknownOutcome() {
    for (code, isCommitFailure, isUnknown) in [
      (SQLITE_IOERR | 4 << 8, true, true), (SQLITE_IOERR | 4 << 8, false, false),
      (SQLITE_FULL, true, false), (SQLITE_BUSY, true, false),
    ] {
      let fault = SQLiteFault(code: code, message: "no", isCommitFailure: isCommitFailure)
      if case .unknownOutcome = fault.failure("x") {
        #expect(isUnknown)
      } else {
        #expect(!isUnknown)
      }
    }
  }

  @Test("a database that another program changes is in use, and a journal is named as such")
  func otherPrograms() throws {
    let place = try StorePlace(.sqlite)
    let script = try Script()
    let store = try SQLiteStorage(place.path, .creating, holding: script.states[1])
    let other = try SQLiteConnection(place.path)
    try other.execute("BEGIN IMMEDIATE")
    #expect {
      try store.commit(script.changes[1], after: script.states[1])
    } throws: { error in
      guard case .inUse = error as? StoreFailure else { return false }
      return true
    }
    let journal = try StorePlace(.file)
    _ = try JournalStorage(journal.path, .creating)
    #expect {
      _ = try SQLiteStorage(journal.path, .writing)
    } throws: { error in
      guard case .unsupported(let reason) = error as? StoreFailure else { return false }
      return reason.contains("its address is file:")
    }
  }

  @Test("a file under data protection is locked")
  func dataProtection() {
    for (code, isDenied, isLocked) in [
      (SQLITE_AUTH, false, true), (SQLITE_CANTOPEN, true, true), (SQLITE_CANTOPEN, false, false),
      (SQLITE_IOERR | 1 << 8, true, true), (SQLITE_IOERR | 1 << 8, false, false),
      (SQLITE_CORRUPT, false, false),
    ] {
      let fault = SQLiteFault(code: code, message: "no", isDenied: isDenied)
      for isProtected in [true, false] {
        if case .locked = fault.failure("x", isProtectedWhileLocked: isProtected) {
          #expect(isLocked && isProtected)
        } else {
          #expect(!isLocked || !isProtected)
        }
      }
    }
  }

  @Test("a link leads to the database, and a hard link is no second one")
  func links() throws {
    let place = try place()
    let files = FileManager.default
    let link = place.path + "-link"
    try files.createSymbolicLink(atPath: link, withDestinationPath: "ledger.folio")
    #expect(try SQLiteStorage(link, .writing).contents().groups.count == 5)
    #expect(try files.destinationOfSymbolicLink(atPath: link) == "ledger.folio")
    let other = place.path + ".copy"
    try files.linkItem(atPath: place.path, toPath: other)
    for path in [place.path, other] {
      #expect {
        _ = try SQLiteStorage(path, .writing)
      } throws: { "\($0)".contains("hard link") }
      #expect(try SQLiteStorage(path, .reading).contents().groups.count == 5)
    }
    // The name that a program which ended too early has left is taken away.
    try files.moveItem(atPath: other, toPath: place.path + ".0123456789abcdef.partial")
    #expect(try SQLiteStorage(place.path, .writing).contents().groups.count == 5)
    let dangling = place.path + "-dangling"
    try files.createSymbolicLink(atPath: dangling, withDestinationPath: "nowhere")
    #expect {
      _ = try SQLiteStorage(dangling, .creating)
    } throws: { if case .conflict(.danglingLink)? = $0 as? StoreFailure { true } else { false } }
    #expect(mkfifo(place.path + "-journal", 0o600) == 0)
    #expect {
      _ = try SQLiteStorage(place.path, .reading)
    } throws: { "\($0)".contains("named pipe") }
  }

  /// Gives up the right to write everywhere while a body runs, where the tests have it.
  private func withoutRights<Result>(_ body: () throws -> Result) rethrows -> Result? {
    if geteuid() != 0 { return try body() }
    #if os(Linux)
    typealias Function = @convention(c) (UInt32) -> Int32
    guard let symbol = dlsym(nil, "setfsuid") else { return nil }
    let setUser = unsafeBitCast(symbol, to: Function.self)
    _ = setUser(65_534)
    defer { _ = setUser(0) }
    return try body()
    #else
    return nil
    #endif
  }

  private func protect(_ place: StorePlace, folder: Int, files: Int) throws {
    let manager = FileManager.default
    let url = URL(filePath: place.path).deletingLastPathComponent()
    for name in try manager.contentsOfDirectory(atPath: url.path) {
      try manager.setAttributes(
        [.posixPermissions: files], ofItemAtPath: url.appending(path: name).path)
    }
    try manager.setAttributes([.posixPermissions: folder], ofItemAtPath: url.path)
  }

  @Test(
    "what may not be written can be read",
    arguments: [(0o555, 0o444), (0o755, 0o444), (0o555, 0o644)])
  func readOnly(folder: Int, files: Int) throws {
    let place = try place()
    try protect(place, folder: folder, files: files)
    defer { try? protect(place, folder: 0o755, files: 0o644) }
    let groups = try withoutRights {
      try SQLiteStorage(place.path, .reading).contents().groups.count
    }
    #expect(groups == nil || groups == 5)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: URL(filePath: place.path).deletingLastPathComponent().path)
    #expect(names == ["ledger.folio"])
  }

  @Test("changes that are not in the file yet are not passed over")
  func readOnlyWithChanges() throws {
    let open = try place()
    let script = try Script()
    let writer = try SQLiteStorage(open.path, .writing)
    try writer.commit(script.changes[3], after: script.states[3])
    // A copy of a database that was in use.
    let place = try StorePlace(.sqlite)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: open.path + suffix, toPath: place.path + suffix)
    }
    try protect(place, folder: 0o555, files: 0o444)
    defer { try? protect(place, folder: 0o755, files: 0o644) }
    let words = withoutRights { () -> String in
      do {
        return try "\(SQLiteStorage(place.path, .reading).contents().groups.count)"
      } catch {
        return "\(error)"
      }
    }
    let count = try writer.contents().groups.count
    #expect(words == nil || words == "\(count)")
    withExtendedLifetime(writer) {}
  }
}
#endif
