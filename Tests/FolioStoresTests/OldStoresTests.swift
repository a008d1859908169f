import FolioBooking
import FolioInterchange
import FolioModel
import FolioNumbers
import Foundation
import Testing

@testable import FolioStores

#if canImport(SQLite3) || SQLite
import FolioSQLite
#endif

/// Files that earlier versions wrote (Specs/stores/old).
@Suite("Files of earlier versions")
struct OldStoresTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Specs/stores/old")

  private func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Self.folder.appending(path: name)))
  }

  /// A copy that may be changed.
  private func copy(_ name: String) throws -> StorePlace {
    let place = try StorePlace(name.hasSuffix(".db") ? Self.database : .file)
    try Data(try bytes(name)).write(to: URL(filePath: place.path))
    return place
  }

  #if canImport(SQLite3) || SQLite
  private static let database = StoreCase.sqlite
  private static let databases = ["changed.db"]
  #else
  private static let database = StoreCase.file
  private static let databases: [String] = []
  #endif

  @Test(
    "journals and databases say what they said, and take changes",
    arguments: ["changed.folio", "rewritten.folio"] + databases)
  func stores(name: String) async throws {
    let place = try copy(name)
    let store = try place.reopen()
    #expect(try await store.load() == (try bytes("changed.ndjson")))
    let changes = try await store.changes(since: 0, limit: 100)
    #expect(changes.last == 20 && changes.groups.count == 7)
    let log = try JSONDecoder().decode(Log.self, from: Data(try bytes("changed.log.json")))
    #expect(log.rows.count == 7)
    for row in log.rows {
      let group = try await store.group(row.group_id)
      #expect(group.updatedAt.description == row.updated_at)
      #expect(group.deletedAt?.description == row.deleted_at)
      #expect(group.status.rawValue == row.status)
    }
    let added = try await store.append(
      StoreInput(Sample.deposit("new", "1")), at: try Sample.time(60))
    #expect(added.map(\.sequence) == [21])
    withExtendedLifetime(place) {}
  }

  #if canImport(SQLite3) || SQLite
  @Test("a database without indexes can be read, and gets them when it is opened for changes")
  func databaseWithoutIndexes() throws {
    let place = try copy("changed.db")
    let contents = try SQLiteStorage(place.path, .reading).contents()
    #expect(contents.groups.count == 7)
    try expectSameAnswers(try SQLiteStorage(place.path, .reading), contents, "version 1")
    try expectSameAnswers(try SQLiteStorage(place.path, .writing), contents, "migrated")
    try expectSameAnswers(try SQLiteStorage(place.path, .reading), contents, "version 2")
    withExtendedLifetime(place) {}
  }
  #endif

  private struct Log: Decodable {
    struct Row: Decodable {
      var group_id: String
      var status: String
      var updated_at: String
      var deleted_at: String?
    }

    var rows: [Row]
  }

  @Test("older versions of a journal, empty ones, and such as were cut off")
  func otherJournals() async throws {
    for (name, groups, last) in [
      ("rewritten.folio.1", 0, 5), ("empty.folio", 0, 0), ("torn.folio", 0, 5),
    ] {
      let place = try copy(name)
      let store = try place.reopen()
      #expect(try await store.groups(.init(includesDeleted: true)).total == groups, "\(name)")
      #expect(try await store.changes(since: 0, limit: 1).last == last, "\(name)")
      try await store.save(StoreInput(Sample.small), at: try Sample.time(60))
      let changed = try Data(contentsOf: URL(filePath: place.path))
      #expect(JournalReading(Array(changed)).damage.isEmpty, "\(name)")
    }
  }

  @Test(
    "exports and snapshots check, and make stores", arguments: ["ledger.ndjson", "snapshot.json"])
  func documents(name: String) async throws {
    let document = StoreInput(try bytes(name), name: name)
    let place = try StorePlace(.file)
    let store = RecordStore(
      try #require(StoreAddress("file:\(place.path)"))
        .create(with: document, at: try Sample.time(1)))
    if name == "ledger.ndjson" { #expect(try await store.load() == document.bytes) }
    #expect(try await store.groups(.init()).total >= 2)
    withExtendedLifetime(place) {}
  }
}
