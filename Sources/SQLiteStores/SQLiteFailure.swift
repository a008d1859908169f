#if SQLite
import CSQLite
import Stores

/// A call of SQLite that failed.
struct SQLiteFault: Error {
  /// The result code of the call.
  var code: Int32
  /// What SQLite says of it.
  var message: String

  /// What it means to the caller of a store.
  func failure(_ path: String) -> StoreFailure {
    let words = "\(path): \(message)"
    switch code & 0xFF {
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      return .corrupt(
        StoreDamage(
          name: path, places: [.init(offset: 0, line: 1, reason: message)], readableGroups: 0))
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: return .unauthorized(words)
    default: return .unavailable(words)
    }
  }
}
#endif
