#if SQLite
import CSQLite
import ExactNumbers
import LedgerModel
import Stores

/// Keeps rows in a database of SQLite (Specs/stores.md): a row a group, with the row of the
/// document as text, so that no amount is ever a binary number.
///
/// The database is in WAL mode and synced with every change. Several programs may have it open; a
/// change that was made from what another has changed since is refused as a conflict.
public final class SQLiteKeeper: RecordKeeper {
  private let path: String
  private let connection: SQLiteConnection
  private var kept: StoreContents?
  /// What `PRAGMA data_version` said when `kept` was read: another connection's change makes it
  /// another.
  private var version = 0

  /// Opens a database, and brings its tables up to date.
  /// - Throws: `notFound`, `conflict` where one is to be made and is there, `unavailable`,
  ///   `unauthorized`, `corrupt`.
  public init(
    _ path: String, _ access: JournalKeeper.Access
  ) throws(StoreFailure) {
    self.path = path
    try Self.prepare(path, access)
    do throws(SQLiteFault) {
      // WAL needs to write beside the file even to read it; only statements are refused then.
      connection = try SQLiteConnection(path, flags: SQLITE_OPEN_READWRITE)
      if access != .creating { try SQLiteMigrations.requireStore(on: connection) }
      try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
      try SQLiteMigrations.run(on: connection)
      if access.isReadOnly { try connection.execute("PRAGMA query_only = ON") }
    } catch {
      throw error.failure(path)
    }
  }

  /// Looks whether the file is there as it should be, and makes an empty one where a store is to be
  /// made. What a full disk left empty may be made again.
  private static func prepare(
    _ path: String, _ access: JournalKeeper.Access
  ) throws(StoreFailure) {
    let files = SystemFiles()
    if try isEmpty(path, files) == false {
      if access == .creating { throw .conflict(.storeExists(path)) }
      return
    }
    if access != .creating { throw .notFound(.store(path)) }
    do throws(FileFault) {
      // Like this, and not by SQLite, only the owner can read it.
      files.close(try files.open(path, .locking))
    } catch {
      throw error.isMissingFile ? .noFolder(of: path) : error.failure
    }
  }

  /// Whether a file has no bytes; nil where there is no file.
  private static func isEmpty(
    _ path: String, _ files: SystemFiles
  ) throws(StoreFailure) -> Bool? {
    do throws(FileFault) {
      let file = try files.open(path, .reading)
      defer { files.close(file) }
      return try files.read(file, at: 0, count: 1).isEmpty
    } catch {
      if error.isMissingFile { return nil }
      throw FileFault(error.call, path, code: error.code).failure
    }
  }

  /// What is kept now, read again only where another connection has changed something.
  public func contents() throws(StoreFailure) -> StoreContents {
    do throws(SQLiteFault) {
      let now = try connection.number("PRAGMA data_version")
      if let kept, now == version { return kept }
      version = now
    } catch {
      throw error.failure(path)
    }
    let contents = try read()
    kept = contents
    return contents
  }

  private func read() throws(StoreFailure) -> StoreContents {
    var head: StoredHead?
    var rows: [StoredRow] = []
    var last = 0
    do throws(SQLiteFault) {
      // One transaction, so that head and groups are of one moment.
      try connection.execute("BEGIN")
      defer { try? connection.execute("COMMIT") }
      last = try connection.number("SELECT last_sequence FROM counter")
      head = try readHead()
      rows = try readGroups()
    } catch {
      throw error.failure(path)
    }
    do throws(LedgerFaults) {
      return try StoreContents(head: head, rows: rows, lastSequence: last)
    } catch {
      let reason = error.diagnostics.first?.message ?? "its rows are no ledger"
      throw .corrupt(
        StoreDamage(
          name: path, places: [.init(offset: 0, line: 1, reason: reason)], readableGroups: 0))
    }
  }

  private func readHead() throws(SQLiteFault) -> StoredHead? {
    let statement = try connection.statement("SELECT row, updated_at, sequence FROM head")
    defer { statement.reset() }
    guard try statement.step(), let text = statement.text(0) else { return nil }
    return StoredHead(
      row: text, updatedAt: try time(statement, 1) ?? Timestamp(secondsSince1970: 0),
      sequence: statement.integer(2))
  }

  private func readGroups() throws(SQLiteFault) -> [StoredRow] {
    let statement = try connection.statement(
      "SELECT row, updated_at, deleted_at, sequence FROM groups ORDER BY place")
    defer { statement.reset() }
    var rows: [StoredRow] = []
    while try statement.step() {
      rows.append(
        StoredRow(
          text: statement.text(0) ?? [],
          updatedAt: try time(statement, 1) ?? Timestamp(secondsSince1970: 0),
          deletedAt: try time(statement, 2), sequence: statement.integer(3)))
    }
    return rows
  }

  private func time(
    _ statement: SQLiteStatement, _ column: Int32
  ) throws(SQLiteFault) -> Timestamp? {
    guard let bytes = statement.text(column) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      return try Timestamp(text)
    } catch {
      throw SQLiteFault(code: SQLITE_CORRUPT, message: "'\(text)' is no time")
    }
  }

  /// Keeps a change in one transaction.
  public func commit(
    _ change: StoreChange, after before: StoreContents
  ) throws(StoreFailure) {
    var isOutdated = false
    do throws(SQLiteFault) {
      try connection.transaction { () throws(SQLiteFault) in
        let last = try connection.number("SELECT last_sequence FROM counter")
        isOutdated = last != before.lastSequence
        if !isOutdated { try write(change) }
      }
    } catch {
      kept = nil
      throw error.failure(path)
    }
    if isOutdated {
      kept = nil
      throw .conflict(.storeChanged)
    }
    kept?.apply(change)
  }

  private func write(_ change: StoreChange) throws(SQLiteFault) {
    if change.clears { try connection.execute("DELETE FROM groups; DELETE FROM head;") }
    if let head = change.head {
      try connection.statement(
        "INSERT OR REPLACE INTO head (id, row, updated_at, sequence) VALUES (1, ?, ?, ?)"
      ).run([.text(head.row), .words(head.updatedAt), .integer(head.sequence)])
    }
    let upsert = try connection.statement(
      """
      INSERT INTO groups (id, row, status, occurred_at, updated_at, deleted_at, sequence)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET row = excluded.row, status = excluded.status,
        occurred_at = excluded.occurred_at, updated_at = excluded.updated_at,
        deleted_at = excluded.deleted_at, sequence = excluded.sequence
      """)
    for group in change.groups {
      try upsert.run([
        .words(group.id), .text(group.row), .words(group.status.rawValue),
        .words(group.occurredAt), .words(group.updatedAt), .words(orNull: group.deletedAt),
        .integer(group.sequence),
      ])
    }
    try connection.statement("UPDATE counter SET last_sequence = ?")
      .run([.integer(change.lastSequence)])
  }
}

extension RecordStore {
  /// A store in a database of SQLite.
  /// - Parameter access: how it is opened; nil opens it for writing, and makes it where there is
  ///   none.
  /// - Throws: as `SQLiteKeeper.init`.
  public static func sqlite(
    _ path: String, _ access: JournalKeeper.Access? = nil
  ) throws(StoreFailure) -> RecordStore {
    let keeper = try JournalKeeper.Access.open(access) { access throws(StoreFailure) in
      try SQLiteKeeper(path, access)
    }
    return RecordStore(StoreBook(keeper, name: path))
  }
}
#endif
