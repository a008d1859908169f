import FolioStores
import Foundation

#if canImport(SQLite3) || SQLite
import FolioSQLite
#endif

/// The stores that have to behave alike.
enum StoreCase: String, CaseIterable, Sendable {
  case memory, file
  #if canImport(SQLite3) || SQLite
  case sqlite
  #endif

  /// Whether what is kept outlives the store.
  var isLasting: Bool { self != .memory }

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
    }
  }

  /// The storage itself: a journal with a cache from the first byte on, or a database.
  func storage(_ access: StoreAccess, _ files: SimulatedFiles) throws -> any RecordStorage {
    #if canImport(SQLite3) || SQLite
    if kind == .sqlite { return try SQLiteStorage(path, access) }
    #endif
    return try CacheTests.open(access, files)
  }
}
