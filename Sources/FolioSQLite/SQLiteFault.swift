#if canImport(SQLite3) || SQLite

#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// A value for a parameter of a statement.
enum SQLiteValue {
  case null
  case integer(Int)
  case text([UInt8])
  case blob([UInt8])

  static func words(_ value: some CustomStringConvertible) -> SQLiteValue {
    .text(Array(value.description.utf8))
  }

  static func words(orNull value: (some CustomStringConvertible)?) -> SQLiteValue {
    value.map { .words($0) } ?? .null
  }
}

/// The failure of an SQLite call.
struct SQLiteFault: Error {
  /// The extended result code of the call.
  var code: Int32
  /// The message from SQLite.
  var message: String
  /// Whether the system did not permit to open or to read the file.
  var isDenied = false
  /// Whether the mode of the file, or of its folder, does not permit it.
  var isUnreadable = false
  /// Whether the commit of a transaction failed.
  var isCommitFailure = false

  /// The primary result code, without the extension.
  var primaryCode: Int32 { code & 0xFF }

  /// Whether the change may or may not be stored.
  var hasUnknownOutcome: Bool { isCommitFailure && primaryCode == SQLITE_IOERR }

  /// The database is not a store.
  static func notAStore(_ message: String) -> SQLiteFault {
    SQLiteFault(code: SQLITE_NOTADB, message: message)
  }

  /// This version of Folio cannot use the tables of the database.
  static func versionMismatch(_ message: String) -> SQLiteFault {
    SQLiteFault(code: SQLITE_MISMATCH, message: message)
  }

  /// The database has other tables, indexes, views or triggers than Folio creates.
  static func foreignSchema(_ message: String) -> SQLiteFault {
    SQLiteFault(code: SQLITE_SCHEMA, message: message)
  }

  /// Another connection prevents a write.
  static func busy(_ message: String) -> SQLiteFault {
    SQLiteFault(code: SQLITE_BUSY, message: message)
  }

  /// Whether a file cannot be opened or written: no permission, or a full disk. In WAL mode even
  /// reading a store may write.
  var isWriteFailure: Bool {
    [SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_IOERR, SQLITE_FULL].contains(primaryCode)
  }

  /// The corresponding failure of a store.
  func failure(_ path: String) -> StoreFailure {
    failure(path, isProtectedWhileLocked: StoreFailure.hasDataProtection)
  }

  func failure(_ path: String, isProtectedWhileLocked isProtected: Bool) -> StoreFailure {
    let words = "\(path): \(message)"
    switch primaryCode {
    case _ where hasUnknownOutcome: return .unknownOutcome(words)
    case _ where isProtected && (isDenied || primaryCode == SQLITE_AUTH): return .locked(path)
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR:
      return .corrupt(
        StoreDamage(
          name: path, places: [.init(offset: 0, line: 1, reason: message)], readableGroups: 0))
    case SQLITE_MISMATCH: return .unsupported(words)
    case SQLITE_SCHEMA: return .conflict(.foreignSchema(words))
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: return .unauthorized(words)
    case _ where isUnreadable: return .unauthorized(words)
    case SQLITE_BUSY, SQLITE_LOCKED: return .inUse("\(words): another program has it open")
    default: return .unavailable(words)
    }
  }
}

extension SQLiteFault {
  /// The failure of the last call of a connection.
  @unsafe init(_ code: Int32, of handle: OpaquePointer) {
    self.init(code: code, message: unsafe String(cString: sqlite3_errmsg(handle)))
    let hasSystemError = [SQLITE_CANTOPEN, SQLITE_IOERR].contains(primaryCode)
    let systemError = unsafe hasSystemError ? sqlite3_system_errno(handle) : 0
    (isDenied, isUnreadable) = (systemError == .notPermitted, systemError == .noAccess)
  }
}
#endif
