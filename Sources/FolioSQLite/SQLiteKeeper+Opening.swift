#if canImport(SQLite3) || SQLite
import FolioStores

#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

// How a database comes to be there, and to be open.
extension SQLiteKeeper {
  /// The path of a database, links followed, where everything about it is a regular file.
  static func find(
    _ name: String, _ access: StoreAccess, _ calls: any FileCalls
  ) throws(StoreFailure) -> String {
    let path = try JournalKeeper.find(name, calls)
    let isEmpty: Bool
    do throws(FileFault) {
      let facts = try regularFacts(of: path, calls)
      isEmpty = (facts?.size ?? 0) == 0
      for neighbour in StoreKind.companions { _ = try regularFacts(of: path + neighbour, calls) }
      if !access.isReadOnly, let facts, facts.links > 1 {
        try requireOneName(path, facts, calls)
      }
    } catch {
      throw error.failure
    }
    if isEmpty { throw .notFound(.store(name)) }
    return path
  }

  /// What is known of a regular file; nil where there is none.
  private static func regularFacts(
    of path: String, _ calls: any FileCalls
  ) throws(FileFault) -> FileFacts? {
    do throws(FileFault) {
      let facts = try calls.facts(of: path)
      if facts.kind == .regular { return facts }
      throw .notRegular(path, facts.kind)
    } catch {
      if error.isMissingFile { return nil }
      throw error
    }
  }

  /// SQLite names its journals after the database: two names of one file would have two journals,
  /// and lose changes.
  private static func requireOneName(
    _ path: String, _ facts: FileFacts, _ calls: any FileCalls
  ) throws(FileFault) {
    // A database that was being made when the program ended may have its first name still.
    PartialFile.removeLeftovers(of: path, namesOf: facts, calls)
    if let now = try regularFacts(of: path, calls), now.links > 1 {
      throw FileFault(
        "open", path, code: 0,
        reason: "it has another name (a hard link), and SQLite would lose changes; remove that "
          + "name, or copy the file")
    }
  }

  /// Connects to a database that is there.
  static func connect(
    _ path: String, _ access: StoreAccess, _ calls: any FileCalls
  ) throws(SQLiteFault) -> SQLiteConnection {
    if access.isReadOnly { return try connectForReading(path, calls) }
    let connection = try SQLiteConnection(path, flags: SQLITE_OPEN_READWRITE)
    try SQLiteMigrations.requireStore(on: connection)
    _ = try SQLiteMigrations.version(on: connection)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
    try SQLiteMigrations.run(on: connection)
    return connection
  }

  /// Connects to a database that is there, to read it. WAL writes beside the file even then, where
  /// that is allowed. Where it is not, and no change waits beside the file, the file alone is read.
  private static func connectForReading(
    _ path: String, _ calls: any FileCalls
  ) throws(SQLiteFault) -> SQLiteConnection {
    do throws(SQLiteFault) {
      let connection = try SQLiteConnection(path, flags: SQLITE_OPEN_READWRITE)
      if !connection.isReadOnly {
        try require(connection)
        return connection
      }
    } catch {
      if !error.isOfPermissions { throw error }
    }
    let hasChanges = ((try? calls.facts(of: path + "-wal"))?.size ?? 0) > 0
    do throws(SQLiteFault) {
      let connection = try SQLiteConnection(
        path, flags: SQLITE_OPEN_READONLY, isImmutable: !hasChanges)
      try require(connection)
      return connection
    } catch {
      guard hasChanges, error.isOfPermissions else { throw error }
      throw SQLiteFault(
        code: error.code,
        message: "its last changes are in \(path)-wal, and can't be read in a folder that can't be "
          + "written; copy both files to another folder")
    }
  }

  private static func require(_ connection: SQLiteConnection) throws(SQLiteFault) {
    try SQLiteMigrations.requireStore(on: connection)
    if try SQLiteMigrations.version(on: connection) < SQLiteMigrations.steps.count {
      throw SQLiteFault(
        code: SQLITE_MISMATCH,
        message: "it has tables of an earlier version; any change to it updates them")
    }
    try connection.execute("PRAGMA query_only = ON")
  }

  /// Makes a database under its name in one step. When it throws, there is none.
  static func create(
    _ name: String, with contents: StoreContents, _ calls: any FileCalls
  ) throws(StoreFailure) {
    let isEmpty = (try? calls.facts(of: name)).map { $0.kind == .regular && $0.size == 0 } ?? false
    if !isEmpty { try JournalKeeper.requireAbsent(name, calls) }
    // SQLite has locks of its own. This one keeps others from taking away what is being made.
    let lock = try FileLock(name, name: name, calls)
    defer { lock.remove() }
    let partial: PartialFile
    do throws(FileFault) {
      if isEmpty { try calls.remove(name) }
      partial = try PartialFile(for: name, calls)
    } catch {
      throw error.failure
    }
    do throws(StoreFailure) {
      try fill(partial.path, with: contents, name)
      do throws(FileFault) { try partial.sync() } catch { throw error.failure }
      try partial.publish()
      partial.close()
    } catch {
      partial.discard()
      for neighbour in StoreKind.companions { try? calls.remove(partial.path + neighbour) }
      throw error
    }
  }

  /// Makes the tables in an empty file, and writes what they hold from the start.
  private static func fill(
    _ path: String, with contents: StoreContents, _ name: String
  ) throws(StoreFailure) {
    do throws(SQLiteFault) {
      let connection = try SQLiteConnection(path, flags: SQLITE_OPEN_READWRITE)
      try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
      try SQLiteMigrations.run(on: connection)
      var change = StoreChange(lastSequence: contents.lastSequence)
      change.head = contents.head
      change.groups = contents.groups
      try connection.transaction { () throws(SQLiteFault) in
        try write(change, to: connection)
      }
      // Everything has to be in the file itself, which alone gets the name.
      if try connection.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0 {
        throw SQLiteFault(code: SQLITE_BUSY, message: "its changes can't be written to the file")
      }
    } catch {
      // Nothing of it is kept, whatever failed.
      throw SQLiteFault(code: error.code, message: error.message).failure(name)
    }
  }
}
#endif
