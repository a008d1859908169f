import Folio

/// The stores that the environment names, looked at only where a command line names none.
struct ConfiguredStores {
  /// What is configured.
  var configuration: () throws(BackendFault) -> BackendConfiguration = { .init() }

  /// The store; nil where none is configured.
  func store() throws(UsageError) -> BackendChoice.Place? {
    try place { detector throws(BackendFault) in
      if detector.configuration.store == nil { return nil }
      // A remote store that is wrong stops nothing that does not ask for it.
      var local = detector
      local.configuration.remote = nil
      return try local.choice().store
    }
  }

  /// The store to sync with; nil where none is configured.
  func remote() throws(UsageError) -> BackendChoice.Place? {
    try place { detector throws(BackendFault) in try detector.remote() }
  }

  private func place(
    _ find: (BackendDetector) throws(BackendFault) -> BackendChoice.Place?
  ) throws(UsageError) -> BackendChoice.Place? {
    do {
      return try find(BackendDetector(try configuration(), kinds: StoreKind.ofCommand))
    } catch {
      throw .store(.backend(error))
    }
  }
}
