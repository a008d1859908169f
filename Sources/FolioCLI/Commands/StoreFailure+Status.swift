extension StoreFailure {
  /// The exit status: 1 for invalid data, 2 for an unknown name or a conflict, 3 for a store that
  /// cannot be read or written.
  var status: Int32 {
    switch self {
    case .invalid, .conflict(.isDeleted): ExitStatus.faults
    case .notFound(.store), .conflict(.storeChanged), .conflict(.foreignSchema), .corrupt,
      .unauthorized, .unavailable, .inUse, .unsupported, .unknownOutcome, .unreachable, .locked,
      .closed, .cancelled:
      ExitStatus.file
    case .notFound(.group), .notFound(.account), .notFound(.instrument), .conflict: ExitStatus.usage
    }
  }

  /// The problem, and the remedy as a command where there is one.
  var message: TerminalText {
    let remedy =
      switch self {
      case .notFound(.group): "'folio log --deleted' lists the ids."
      case .notFound(.store): "Check the address; 'folio init' creates a store."
      case .corrupt(let damage) where damage.readableGroups == 0:
        "Restore it from a copy, such as an older version (PATH.1)."
      case .corrupt: "'folio export folio-ndjson --salvage STORE' writes what can be read."
      case .unknownOutcome: "Check with 'folio log' before you try again."
      case .notFound, .conflict, .unauthorized, .unavailable, .unreachable, .locked, .closed,
        .cancelled, .inUse, .invalid, .unsupported:
        advice
      }
    return "\(problem). \(remedy)"
  }

  /// The faults that stop a change of a ledger; nil for failures of another kind.
  var faults: LedgerFaults? {
    switch self {
    case .invalid(let faults): return faults
    case .conflict(.isDeleted(let id)):
      let fault = Diagnostic(
        .groupIsDeleted, problem, help: "Undelete it first: folio undelete STORE \(id)",
        at: .none)
      return LedgerFaults([fault], sources: [])
    case .notFound, .conflict, .corrupt, .unauthorized, .unavailable, .unreachable, .locked,
      .closed, .cancelled, .inUse, .unsupported, .unknownOutcome:
      return nil
    }
  }
}
