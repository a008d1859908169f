import Folio

extension StoreFailure {
  /// The exit status: 1 for what does not check, 2 for a word that names nothing, 3 for a store
  /// that can't be read or written.
  var status: Int32 {
    switch self {
    case .invalid: ExitStatus.faults
    case .notFound(.store), .conflict(.storeChanged), .corrupt, .unauthorized, .unavailable,
      .inUse, .unsupported, .unknownOutcome:
      ExitStatus.file
    case .notFound(.group), .conflict: ExitStatus.usage
    }
  }
}
