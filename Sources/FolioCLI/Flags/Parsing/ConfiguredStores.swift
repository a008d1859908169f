/// The stores that the environment names, read only if the command line names none.
struct ConfiguredStores {
  /// Reads the configuration.
  var configuration: () throws(BackendFault) -> BackendConfiguration = { .init() }

  /// The configured store; nil if there is none.
  func store() throws(UsageError) -> BackendChoice.Place? {
    try place { detector throws(BackendFault) in
      if detector.configuration.store == nil { return nil }
      // An invalid remote store must not stop commands that do not use it.
      var local = detector
      local.configuration.remote = nil
      return try local.choice().store
    }
  }

  /// The configured store to sync with; nil if there is none.
  func remote() throws(UsageError) -> BackendChoice.Place? {
    try place { detector throws(BackendFault) in try detector.remote() }
  }

  private func place(
    _ find: (BackendDetector) throws(BackendFault) -> BackendChoice.Place?
  ) throws(UsageError) -> BackendChoice.Place? {
    do {
      return try find(BackendDetector(try configuration(), kinds: StoreKind.supportedByCommand))
    } catch {
      throw UsageError(error)
    }
  }
}
