#if canImport(SQLite3) || SQLite

// Opening and creating databases.
extension SQLiteStorage {
  /// The path of an existing database, with links resolved. Throws if it or one of its auxiliary
  /// files is not a regular file.
  static func find(
    _ name: String, _ access: StoreAccess, _ calls: any FileCalls
  ) throws(StoreFailure) -> String {
    let path = try JournalStorage.find(name, calls)
    let isEmpty: Bool
    do throws(FileFault) {
      let info = try calls.regularInfo(of: path)
      isEmpty = (info?.size ?? 0) == 0
      for neighbour in StoreKind.databaseCompanions {
        _ = try calls.regularInfo(of: path + neighbour)
      }
      if !access.isReadOnly, let info, info.links > 1 {
        try requireOneName(path, info, calls)
      }
    } catch {
      throw error.failure
    }
    if isEmpty { throw .notFound(.store(name)) }
    return path
  }

  /// Throws if a database has several hard links. SQLite names its journals after the database, so
  /// the same file under two names would have two journals and lose changes.
  private static func requireOneName(
    _ path: String, _ info: FileInfo, _ calls: any FileCalls
  ) throws(FileFault) {
    // If creating the database was interrupted, the temporary name may still exist.
    PartialFile.removeLeftovers(of: path, namesOf: info, calls)
    if let now = try calls.regularInfo(of: path), now.links > 1 {
      throw FileFault(
        "open", path, code: 0,
        reason: "it has another name (a hard link), and SQLite would lose changes; remove that "
          + "name, or copy the file")
    }
  }

  /// Connects to an existing database.
  static func connect(
    _ path: String, _ access: StoreAccess, _ calls: any FileCalls
  ) throws(SQLiteFault) -> SQLiteConnection {
    if access.isReadOnly { return try connectForReading(path, calls) }
    let connection = try SQLiteConnection(path)
    try SQLiteMigrations.run(on: connection)
    return connection
  }

  /// Connects to an existing database for reading. In WAL mode this writes auxiliary files.
  /// Where that is not possible, the database is read without them.
  private static func connectForReading(
    _ path: String, _ calls: any FileCalls
  ) throws(SQLiteFault) -> SQLiteConnection {
    do throws(SQLiteFault) {
      let connection = try SQLiteConnection(path)
      if !connection.isReadOnly {
        try require(connection)
        return connection
      }
    } catch {
      if !error.isWriteFailure { throw error }
    }
    let unfinished = StoreKind.unfinishedSuffixes.first {
      ((try? calls.info(of: path + $0))?.size ?? 0) > 0
    }
    guard let unfinished else {
      let connection = try SQLiteConnection(path, isReadOnly: true, parameters: "immutable=1")
      try require(connection)
      return connection
    }
    do throws(SQLiteFault) {
      // With an exclusive lock, the index of the WAL is in memory. A read-only file has no locks.
      let connection = try SQLiteConnection(path, isReadOnly: true, parameters: "vfs=unix-none")
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
      try require(connection)
      return connection
    } catch {
      guard error.isWriteFailure else { throw error }
      var fault = error
      fault.message =
        "its last changes are in \(path)\(unfinished) and cannot be read in a read-only folder; "
        + "copy both files to another folder"
      throw fault
    }
  }

  private static func require(_ connection: SQLiteConnection) throws(SQLiteFault) {
    // Tables of an earlier version have no indexes, but can be read as a whole.
    if try SQLiteMigrations.version(on: connection) == 0 {
      throw .versionMismatch("its tables have an earlier version; any change updates them")
    }
    try connection.execute("PRAGMA query_only = ON")
  }

  /// Creates a database atomically. If this throws, no database exists.
  static func create(
    _ name: String, with contents: StoreContents, _ calls: any FileCalls
  ) throws(StoreFailure) {
    let isEmpty = (try? calls.info(of: name)).map { $0.kind == .regular && $0.size == 0 } ?? false
    if !isEmpty { try JournalStorage.requireAbsent(name, calls) }
    // SQLite has locks of its own. This lock prevents other programs from removing the temporary
    // file.
    let lock = try FileLock(name, name: name, calls)
    defer { lock.remove() }
    if isEmpty { try asStoreFailure(calls.remove(name)) }
    let partial = try asStoreFailure(PartialFile(for: name, calls))
    do throws(StoreFailure) {
      try fill(partial.path, with: contents, name)
      try asStoreFailure(partial.sync())
      try partial.publish()
      partial.close()
    } catch {
      partial.discard()
      for neighbour in StoreKind.databaseCompanions { try? calls.remove(partial.path + neighbour) }
      throw error
    }
  }

  /// Creates the tables in an empty file and writes the initial contents.
  private static func fill(
    _ path: String, with contents: StoreContents, _ name: String
  ) throws(StoreFailure) {
    do throws(SQLiteFault) {
      let connection = try SQLiteConnection(path)
      try SQLiteMigrations.run(on: connection, isNew: true)
      var change = StoreChange(lastSequence: contents.lastSequence)
      change.head = contents.head
      change.groups = contents.groups
      try connection.transaction { () throws(SQLiteFault) in
        try write(change, to: connection)
      }
      // Only the database file gets the final name, so it must contain all changes.
      if try connection.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0 {
        throw .busy("its changes cannot be written to the file")
      }
    } catch {
      // The outcome is known: after any failure, nothing is stored.
      var fault = error
      fault.isCommitFailure = false
      throw fault.failure(name)
    }
  }
}
#endif
