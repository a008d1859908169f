#if canImport(SQLite3) || SQLite
import FolioStores

#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// The failure of an SQLite call.
struct SQLiteFault: Error {
  /// The extended result code of the call.
  var code: Int32
  /// The message from SQLite.
  var message: String
  /// Whether the commit of a transaction failed.
  var isOfCommit = false

  /// The primary result code, without the extension.
  var primaryCode: Int32 { code & 0xFF }

  /// Whether the change may or may not be stored.
  var hasUnknownOutcome: Bool { isOfCommit && primaryCode == SQLITE_IOERR }

  /// Whether the folder or the file cannot be opened or written. In WAL mode even reading a store
  /// may require this.
  var isOfPermissions: Bool {
    [SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM].contains(primaryCode)
  }

  /// The corresponding failure of a store.
  func failure(_ path: String) -> StoreFailure {
    let words = "\(path): \(message)"
    switch primaryCode {
    case _ where hasUnknownOutcome: return .unknownOutcome(words)
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR:
      return .corrupt(
        StoreDamage(
          name: path, places: [.init(offset: 0, line: 1, reason: message)], readableGroups: 0))
    case SQLITE_MISMATCH: return .unsupported(words)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: return .unauthorized(words)
    default: return .unavailable(words)
    }
  }
}
#endif
