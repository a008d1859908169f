/// The faults of REST as those of servers (Specs/supabase.md has the table).
enum RestFault {
  /// The fault of an answer that is no success.
  static func fault(of answer: HTTPResponse) -> ServerFault {
    let status = answer.status
    let node = try? JSONNode.parse(answer.body)
    guard let node, let code = node["code"]?.string, isCode(code) else {
      // The code is empty if the connection to the database ended during COMMIT.
      if node?["code"]?.string == "" {
        return ServerFault(
          code: "", message: "the server lost its connection to the database", status: status,
          isLost: true)
      }
      return ServerFault(
        code: "", message: words(for: status), status: status, isLost: isUncertain(status))
    }
    // The messages of PostgREST and of the database repeat no header.
    let message = node["message"]?.string ?? words(for: status)
    var fault = ServerFault(
      code: code, message: line(message), hint: line(node["hint"]?.string ?? ""),
      details: Array((node["details"]?.string ?? "").utf8), status: status)
    // PostgREST lost its connection to the database in the middle of the transaction.
    fault.isLost = code.hasPrefix("08") || code.hasPrefix("57P") || code == "PGRST001"
    return fault
  }

  /// The fault of a request without an answer.
  static func fault(of fault: HTTPFault) -> ServerFault {
    switch fault {
    case .noConnection(let reason), .untrusted(let reason):
      ServerFault(code: "08001", message: reason)
    case .noAnswer(let reason): ServerFault(code: "", message: reason, isLost: true)
    case .tooLong: ServerFault(code: "54000", message: fault.description)
    case .cancelled: .cancelled
    }
  }

  /// The fault of a session that cannot be used.
  static func fault(of fault: AccountFault) -> ServerFault {
    switch fault {
    case .signedOut(let reason), .refused(let reason):
      ServerFault(code: "PT401", message: "\(reason); sign in ('folio login')")
    case .unavailable(let reason): ServerFault(code: "58000", message: reason)
    case .unreachable(let cause):
      ServerFault(code: "08001", message: "the session cannot be renewed: \(cause)")
    case .keeping(let failure): ServerFault(code: "58030", message: failure.problem)
    case .cancelled: .cancelled
    }
  }

  /// Whether a gateway may have passed the request on before it gave this answer.
  private static func isUncertain(_ status: Int) -> Bool {
    status == 408 || status >= 500
  }

  private static func isCode(_ text: String) -> Bool {
    text.utf8.count == 5 && text != "00000" || text.hasPrefix("PGRST")
  }

  private static func line(_ text: String) -> String { String(text.prefix { $0 != "\n" }) }

  private static func words(for status: Int) -> String {
    switch status {
    case 300..<400: "the server refers to another address (status \(status))"
    case 401, 403: "the server refuses the key of the project or the session (status \(status))"
    case 404: "the server has no REST interface at this address"
    case 413: "the change is too large for the server"
    case 429: "the server asks to wait"
    default: "the server has a fault (status \(status))"
    }
  }
}
