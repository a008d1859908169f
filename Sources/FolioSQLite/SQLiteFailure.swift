#if canImport(SQLite3) || SQLite
import FolioStores

#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// A call of SQLite that failed.
struct SQLiteFault: Error {
  /// The extended result code of the call.
  var code: Int32
  /// What SQLite says of it.
  var message: String
  /// Whether it was the end of a transaction that failed.
  var isOfCommit = false

  /// The result code without what is added to it.
  var primaryCode: Int32 { code & 0xFF }

  /// Whether nobody knows if the change is kept.
  var hasUnknownOutcome: Bool { isOfCommit && primaryCode == SQLITE_IOERR }

  /// Whether the folder or the file can't be written, which reading a store needs in some cases.
  var isOfPermissions: Bool {
    [SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM].contains(primaryCode)
  }

  /// What it means to the caller of a store.
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
