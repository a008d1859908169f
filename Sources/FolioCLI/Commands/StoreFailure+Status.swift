import Folio

extension StoreFailure {
  /// The exit status: 1 for invalid data, 2 for an unknown name or a conflict, 3 for a store that
  /// cannot be read or written.
  var status: Int32 {
    switch self {
    case .invalid: ExitStatus.faults
    case .notFound(.store), .conflict(.storeChanged), .corrupt, .unauthorized, .unavailable,
      .inUse, .unsupported, .unknownOutcome, .unreachable, .locked, .closed, .cancelled:
      ExitStatus.file
    case .notFound(.group), .notFound(.account), .notFound(.instrument), .conflict: ExitStatus.usage
    }
  }
}
