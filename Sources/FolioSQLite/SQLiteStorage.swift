#if canImport(SQLite3) || SQLite

/// Storage in an SQLite database (Specs/stores.md). Each group is one row of a table, with the row
/// of the document as text, so that no amount is ever a binary floating-point number.
///
/// The database is in WAL mode and synced on every change. Several programs can have it open. A
/// change based on outdated contents is rejected as a conflict.
package final class SQLiteStorage: RecordStorage {
  /// The name for messages.
  let name: String
  /// The path with links resolved.
  private let path: String
  private let calls: any FileCalls
  let access: StoreAccess
  /// The connection; nil only if a new database could not be opened yet.
  private var opened: SQLiteConnection?
  /// The initial contents of a new database, until they are first read.
  private var created: StoreContents?
  private var cached: StoreContents?
  /// The numbers of groups that were read one after the other since `outline`.
  var outlined: StoreCounts?
  /// The value of `PRAGMA data_version` when `cached` was read. A change by another connection
  /// changes it.
  private var version = 0
  /// The reason why no change can be written until the database is reopened; nil if there is none.
  private var breakdown: StoreFailure?

  /// Opens a database and migrates its tables to the current version.
  /// - Parameter initial: the initial contents of a new database.
  /// - Throws: `notFound`; `conflict` if a new database already exists; `inUse`, `unavailable`,
  ///   `unauthorized`, `corrupt`, `unsupported`.
  package init(
    _ name: String, _ access: StoreAccess,
    holding initial: StoreContents = StoreContents(), calls: any FileCalls = SystemFiles()
  ) throws(StoreFailure) {
    self.name = name
    self.access = access
    self.calls = calls
    if access == .creating {
      path = name
      try Self.create(path, with: initial, calls)
      created = initial
      // The database has been created, even if it cannot be opened at the moment.
      opened = try? Self.connect(path, access, calls)
      return
    }
    path = try Self.find(name, access, calls)
    do throws(SQLiteFault) {
      opened = try Self.connect(path, access, calls)
    } catch {
      if JournalStorage.isJournal(path, calls) {
        throw .unsupported(
          "\(name): this is a journal, not an SQLite database; its address is file:\(name)")
      }
      throw error.failure(name)
    }
  }

  /// Several programs can have a database open, and each call looks for their changes.
  package var canChangeElsewhere: Bool { true }

  func connection() throws(SQLiteFault) -> SQLiteConnection {
    if let opened { return opened }
    let connection = try Self.connect(path, access, calls)
    opened = connection
    return connection
  }

  /// The current contents. They are read again only if another connection has changed the database.
  package func contents() throws(StoreFailure) -> StoreContents {
    if let created = asCreated() {
      cached = created
      return created
    }
    let connection: SQLiteConnection
    do throws(SQLiteFault) {
      connection = try self.connection()
      let now = try connection.number("PRAGMA data_version")
      if let cached, now == version { return cached }
      version = now
      cached = nil
    } catch {
      throw error.failure(name)
    }
    let contents = try SQLiteReading(connection, name: name).contents(access)
    cached = contents
    return contents
  }

  /// What was created, while the database cannot be opened, or is still as it was then.
  private func asCreated() -> StoreContents? {
    guard let created else { return nil }
    guard let connection = try? connection(),
      let now = try? connection.number("PRAGMA data_version"),
      let last = try? connection.number("SELECT last_sequence FROM counter")
    else { return created }
    self.created = nil
    version = now
    return last == created.lastSequence ? created : nil
  }

  /// Whether only what was created is known, since the database cannot be opened at the moment.
  func knowsOnlyCreated() -> Bool {
    _ = asCreated()
    return created != nil
  }

  /// Stores a change in one transaction.
  package func commit(
    _ change: StoreChange, expecting sequence: Int
  ) throws(StoreFailure) {
    if let breakdown { throw breakdown }
    created = nil
    var isOutdated = false
    do throws(SQLiteFault) {
      let connection = try connection()
      try connection.transaction { () throws(SQLiteFault) in
        try connection.requireSchema()
        let last = try connection.number("SELECT last_sequence FROM counter")
        isOutdated = last != sequence
        if !isOutdated { try Self.write(change, to: connection) }
      }
    } catch {
      cached = nil
      var fault = error
      if fault.hasUnknownOutcome, undoWrite() { fault.isCommitFailure = false }
      if fault.hasUnknownOutcome {
        breakdown = .unavailable(
          "\(name) was left in an unknown state by a failed write; open it again")
      }
      throw fault.failure(name)
    }
    if isOutdated {
      cached = nil
      throw .conflict(.storeChanged)
    }
    cached?.apply(change)
  }

  /// Removes a failed change from the WAL. Otherwise SQLite could recover it after a power failure.
  /// - Returns: whether the change was removed.
  private func undoWrite() -> Bool {
    guard (try? opened?.number("PRAGMA wal_checkpoint(TRUNCATE)")) == 0,
      let file = try? calls.open("\(path)-wal", .writing)
    else { return false }
    defer { calls.close(file) }
    do {
      try calls.sync(file)
      return true
    } catch {
      return false
    }
  }

  /// Writes a change. Must be called in a transaction.
  static func write(
    _ change: StoreChange, to connection: SQLiteConnection
  ) throws(SQLiteFault) {
    let indexes = SQLiteIndexes(connection)
    if change.clears { try indexes.clear() }
    if let head = change.head {
      try connection.statement(
        "INSERT OR REPLACE INTO head (id, row, updated_at, sequence, crc32) VALUES (1, ?, ?, ?, ?)"
      ).run([
        .text(head.row), .words(head.updatedAt), .integer(head.sequence),
        .integer(
          SQLiteChecksums.crc32(
            row: head.row, updatedAt: Array(head.updatedAt.description.utf8), deletedAt: nil,
            sequence: head.sequence)),
      ])
    }
    try indexes.write(change.groups)
    try connection.statement("UPDATE counter SET last_sequence = ?")
      .run([.integer(change.lastSequence)])
  }
}
#endif
