#if canImport(SQLite3) || SQLite
#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// A table of SQLite with one column of text: the measure of a durable change.
@safe final class PlainTable {
  private var database: OpaquePointer?
  private var statement: OpaquePointer?

  init(_ path: String) throws(BenchFault) {
    guard unsafe sqlite3_open(path, &database) == SQLITE_OK else { throw failure }
    let setup = """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE plain (id INTEGER PRIMARY KEY, row TEXT NOT NULL) STRICT;
      """
    guard unsafe sqlite3_exec(database, setup, nil, nil, nil) == SQLITE_OK,
      unsafe sqlite3_prepare_v2(
        database, "INSERT INTO plain (row) VALUES (?)", -1, &statement, nil) == SQLITE_OK
    else { throw failure }
  }

  deinit {
    unsafe sqlite3_finalize(statement)
    unsafe sqlite3_close_v2(database)
  }

  private var failure: BenchFault {
    .failed("SQLite: \(unsafe String(cString: sqlite3_errmsg(database)))")
  }

  /// Inserts a text in a transaction of its own, and returns once it is on the disk.
  func insert(_ text: [UInt8]) throws(BenchFault) {
    let code = unsafe text.withUnsafeBytes { buffer in
      unsafe sqlite3_bind_text64(
        statement, 1, buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
        UInt64(buffer.count), nil, UInt8(SQLITE_UTF8)) == SQLITE_OK
        ? unsafe sqlite3_step(statement) : SQLITE_ERROR
    }
    unsafe sqlite3_reset(statement)
    if code != SQLITE_DONE { throw failure }
  }
}
#endif
