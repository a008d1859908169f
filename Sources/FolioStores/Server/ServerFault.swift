/// What went wrong with a call: the answer of the server, or the connection to it.
package struct ServerFault: Error, Sendable {
  /// The SQLSTATE, or the code of PostgREST (`PGRST…`); empty if no function answered.
  package var code: String
  /// The first line of the message, without passwords, tokens and queries.
  package var message: String
  /// What to do; may be empty.
  package var hint: String
  /// The details as JSON; may be empty.
  package var details: [UInt8]
  /// The status of HTTP; nil for other transports, and without an answer.
  package var status: Int?
  /// Whether the answer was lost, so the call may or may not have been carried out.
  package var isLost: Bool
  /// Whether the task was cancelled. The call was not carried out.
  package private(set) var isCancelled = false
  /// The rows that cannot be read, if that is the fault.
  private(set) var damage: StoreDamage?

  /// Creates a fault.
  package init(
    code: String, message: String, hint: String = "", details: [UInt8] = [], status: Int? = nil,
    isLost: Bool = false
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.details = details
    self.status = status
    self.isLost = isLost
  }

  /// The task was cancelled, and the call was not carried out.
  package static var cancelled: ServerFault {
    var fault = ServerFault(code: "57014", message: "the task was cancelled")
    fault.isCancelled = true
    return fault
  }

  /// Rows of the server cannot be read, or contradict each other.
  static func damaged(_ damage: StoreDamage) -> ServerFault {
    var fault = ServerFault(code: "XX001", message: damage.description)
    fault.damage = damage
    return fault
  }

  /// The server answers with something that is no answer of Folio's functions.
  static let unexpected = ServerFault(
    code: "42883", message: "the server answers something else")

  /// Whether the call asked too much: the server gave up because it took too long, or the answer is
  /// too long. A smaller one may succeed.
  var isTooMuch: Bool { code == "57014" && !isCancelled || code == "54000" }

  /// The message of the first fault that the details list. A message with a code of Folio's
  /// functions is constant, because it becomes the status line of HTTP.
  private var firstFault: String? {
    guard case .array(let faults)? = (try? JSONNode.parse(details))?["faults"]?.content,
      case .string(let text)? = faults.first?["message"]?.content
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether the same call may succeed a moment later. Repeating a commit is safe, since it names
  /// the number on which it is based.
  ///
  /// A serialization failure or a deadlock; a server that starts, or has no connection left; a
  /// gateway that is too busy. The codes `PGRST000` to `PGRST003` are those of PostgREST's own
  /// connections.
  var isRepeatable: Bool {
    if isLost { return true }
    if ["40001", "40P01", "57P03", "53300"].contains(code) { return true }
    if code.hasPrefix("PGRST00") { return true }
    return code.isEmpty && [429, 502, 503, 504, 520].contains(status)
  }
}

// The failures of stores (Specs/stores.md has the table).
extension ServerFault {
  /// The failure of a store.
  /// - Parameter name: the address as it may be shown.
  package func failure(_ name: String) -> StoreFailure {
    if isCancelled { return .cancelled }
    if let damage { return .corrupt(damage) }
    let words = hint.isEmpty ? "\(name): \(message)" : "\(name): \(message) (\(hint))"
    if code.isEmpty, let status { return failure(ofStatus: status, words) }
    switch code {
    case "PT409": return .conflict(.storeChanged)
    // Folio has checked the rows by the same rules, so the server has others.
    case "PT422", "PT400": return .unsupported(firstFault.map { "\(words): \($0)" } ?? words)
    case _ where code.hasPrefix("22") || code.hasPrefix("23"): return .unsupported(words)
    case "XX001", "XX002":
      let place = StoreDamage.Place(offset: 0, line: 1, reason: message)
      return .corrupt(StoreDamage(name: name, places: [place], readableGroups: 0))
    case "PT401", "42501": return .unauthorized(words)
    // 42P01: no such table; 42883: no such function; 42703: no such column; 3F000: no such schema;
    // PGRST106: the schema is not exposed; PGRST202, PGRST205: PostgREST finds no function or
    // table.
    case "42P01", "42883", "42703", "3F000", "PGRST106", "PGRST202", "PGRST205":
      return .unsupported(
        "\(name): the database lacks tables or functions of Folio; "
          + "run Specs/schema/postgres.sql in it")
    // 28…: the login is refused; PGRST3…: the token is.
    case _ where code.hasPrefix("28") || code.hasPrefix("PGRST3"): return .unauthorized(words)
    case "57014": return .unavailable("\(name): the server took too long, and gave up")
    case _ where code.hasPrefix("PGRST00"): return .unavailable(words)
    // 08…: no connection; 57P…: the server ends or starts.
    case _ where code.isEmpty || code.hasPrefix("08") || code.hasPrefix("57P") || isLost:
      return .unreachable(UnreachableServer(description: words))
    default: return .unavailable(words)
    }
  }

  /// The failure of an answer that no function gave, but a gateway before it.
  private func failure(ofStatus status: Int, _ words: String) -> StoreFailure {
    switch status {
    case 401, 403: .unauthorized(words)
    case 404: .unsupported(words)
    default: .unavailable(words)
    }
  }
}

/// The reason why a server could not be reached.
struct UnreachableServer: Error, CustomStringConvertible {
  /// The server, without passwords, and what happened.
  let description: String
}
