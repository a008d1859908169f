#if Postgres
import FolioStores

/// An error of the server, or of the connection to it.
struct PostgresFault: Error {
  /// The SQLSTATE; empty if the server did not answer.
  var state: String
  /// The first line of the message.
  var message: String
  /// What to do; may be empty.
  var hint = ""
  /// Whether the connection ended, so the last transaction may or may not be committed.
  var isLost = false

  /// Whether the same call may succeed at once.
  var isRepeatable: Bool { state == "40001" || state == "40P01" }

  /// The failure of a store.
  /// - Parameter name: the address as it may be shown.
  func failure(_ name: String) -> StoreFailure {
    let words = hint.isEmpty ? "\(name): \(message)" : "\(name): \(message) (\(hint))"
    switch state {
    case "PT409": return .conflict(.storeChanged)
    case "PT422", "PT400": return .unsupported(words)
    case "PT401", "42501": return .unauthorized(words)
    case "42P01", "42883", "3F000":
      return .unsupported(
        "\(name): the database lacks tables or functions of Folio; "
          + "run Specs/schema/postgres.sql in it")
    case _ where state.hasPrefix("28"): return .unauthorized(words)
    case _ where state.isEmpty || state.hasPrefix("08") || isLost:
      return .unreachable(UnreachableServer(description: words))
    default: return .unavailable(words)
    }
  }
}

/// The reason why a server could not be reached.
struct UnreachableServer: Error, CustomStringConvertible {
  /// The server, without passwords, and what happened.
  let description: String
}
#endif
