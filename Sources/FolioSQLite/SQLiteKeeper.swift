#if canImport(SQLite3) || SQLite
import FolioModel
import FolioNumbers
import FolioStores

#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// Keeps rows in a database of SQLite (Specs/stores.md): a row a group, with the row of the
/// document as text, so that no amount is ever a binary number.
///
/// The database is in WAL mode and synced with every change. Several programs may have it open; a
/// change that was made from what another has changed since is refused as a conflict.
package final class SQLiteKeeper: RecordKeeper {
  /// What people call it.
  private let name: String
  /// Where it lies, links followed.
  private let path: String
  private let calls: any FileCalls
  private let access: StoreAccess
  /// Nil only after a database was made and could not be opened yet.
  private var opened: SQLiteConnection?
  /// What a database was made with, for the first look at it.
  private var made: StoreContents?
  private var kept: StoreContents?
  /// What `PRAGMA data_version` said when `kept` was read: another connection's change makes it
  /// another.
  private var version = 0
  /// Why nothing more can be written until the database is opened anew.
  private var breakdown: StoreFailure?

  /// Opens a database, and brings its tables up to date.
  /// - Parameter initial: what a database that is made holds from the start.
  /// - Throws: `notFound`, `conflict` where one is to be made and is there, `unavailable`,
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
      made = initial
      // It is there: that it can't be opened now does not undo that.
      opened = try? Self.connect(path, access, calls)
      return
    }
    path = try Self.find(name, access, calls)
    do throws(SQLiteFault) {
      opened = try Self.connect(path, access, calls)
    } catch {
      throw error.failure(name)
    }
  }

  private func connection() throws(SQLiteFault) -> SQLiteConnection {
    if let opened { return opened }
    let connection = try Self.connect(path, access, calls)
    opened = connection
    return connection
  }

  /// What is kept now, read again only where another connection has changed something.
  package func contents() throws(StoreFailure) -> StoreContents {
    if let made {
      self.made = nil
      return made
    }
    let connection: SQLiteConnection
    do throws(SQLiteFault) {
      connection = try self.connection()
      let now = try connection.number("PRAGMA data_version")
      if let kept, now == version { return kept }
      version = now
      kept = nil
    } catch {
      throw error.failure(name)
    }
    let contents = try SQLiteReading(connection, name: name).contents(access)
    kept = contents
    return contents
  }

  /// Keeps a change in one transaction.
  package func commit(
    _ change: StoreChange, after before: StoreContents
  ) throws(StoreFailure) {
    if let breakdown { throw breakdown }
    made = nil
    var isOutdated = false
    do throws(SQLiteFault) {
      let connection = try connection()
      try connection.transaction { () throws(SQLiteFault) in
        let last = try connection.number("SELECT last_sequence FROM counter")
        isOutdated = last != before.lastSequence
        if !isOutdated { try Self.write(change, to: connection) }
      }
    } catch {
      kept = nil
      var fault = error
      if fault.hasUnknownOutcome, takeBack() { fault.isOfCommit = false }
      if fault.hasUnknownOutcome {
        breakdown = .unavailable(
          "\(name) was left in an unknown state by a failed write; open it anew")
      }
      throw fault.failure(name)
    }
    if isOutdated {
      kept = nil
      throw .conflict(.storeChanged)
    }
    kept?.apply(change)
  }

  /// Takes what may have been written of a change out of the journal of the database: after a power
  /// cut SQLite would find it there.
  /// - Returns: whether it is gone.
  private func takeBack() -> Bool {
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

  /// Writes a change within a transaction.
  static func write(
    _ change: StoreChange, to connection: SQLiteConnection
  ) throws(SQLiteFault) {
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
#endif
