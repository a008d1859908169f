import FolioStores
import Foundation

#if canImport(SQLite3) || SQLite
import FolioSQLite
#endif
#if Postgres
import FolioPostgres
#endif

/// The stores that have to behave alike.
enum StoreCase: String, CaseIterable, Sendable {
  case memory, file
  #if canImport(SQLite3) || SQLite
  case sqlite
  #endif
  #if Postgres
  case postgres

  /// The address of a PostgreSQL server with the schema, which a stage of continuous integration
  /// starts; nil in all other runs.
  static var server: String? { ProcessInfo.processInfo.environment["FOLIO_TEST_POSTGRES"] }
  #endif

  static var allCases: [StoreCase] {
    var cases: [StoreCase] = [.memory, .file]
    #if canImport(SQLite3) || SQLite
    cases.append(.sqlite)
    #endif
    #if Postgres
    if server != nil { cases.append(.postgres) }
    #endif
    return cases
  }

  /// Whether what is kept outlives the store.
  var isLasting: Bool { self != .memory }

  /// Whether a store is kept in files.
  var hasFiles: Bool {
    #if Postgres
    if self == .postgres { return false }
    #endif
    return self != .memory
  }

  /// An empty store in a place of its own, and a way to open the same one again.
  func place() throws -> StorePlace { try StorePlace(self) }
}

/// A place where one store lies, gone when nobody needs it any more.
final class StorePlace {
  private let kind: StoreCase
  private let folder: URL

  init(_ kind: StoreCase) throws {
    self.kind = kind
    folder = FileManager.default.temporaryDirectory.appending(path: "folio-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appending(path: "ledger.folio").path }

  /// The address of the store.
  var address: StoreAddress {
    switch kind {
    case .memory: StoreAddress(.memory, path: "")
    case .file: StoreAddress(.file, path: path)
    #if canImport(SQLite3) || SQLite
    case .sqlite: StoreAddress(.sqlite, path: path)
    #endif
    #if Postgres
    // Each place is a user of its own.
    case .postgres:
      StoreAddress(
        .postgres, path: "\(StoreCase.server ?? "")?folio_user=\(folder.lastPathComponent)")
    #endif
    }
  }

  /// Makes the store.
  func make() throws -> RecordStore {
    switch kind {
    case .memory: .inMemory()
    case .file: try .file(path, .creating)
    #if canImport(SQLite3) || SQLite
    case .sqlite: try .sqlite(path, .creating)
    #endif
    #if Postgres
    case .postgres: try address.store(.creating)
    #endif
    }
  }

  /// Opens the store that was made; the earlier one has to be gone.
  func reopen() throws -> RecordStore {
    switch kind {
    case .memory: throw StoreFailure.notFound(.store("memory"))
    case .file: try .file(path)
    #if canImport(SQLite3) || SQLite
    case .sqlite: try .sqlite(path)
    #endif
    #if Postgres
    case .postgres: try address.store()
    #endif
    }
  }

  /// The storage itself: a journal or a database.
  func storage(_ access: StoreAccess, _ files: SimulatedFiles) throws -> any RecordStorage {
    #if canImport(SQLite3) || SQLite
    if kind == .sqlite { return try SQLiteStorage(path, access) }
    #endif
    return try JournalAnswerTests.open(access, files)
  }
}
