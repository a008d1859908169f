/// Chooses the store of an app from its configuration. It does not open a store.
public struct BackendDetector: Sendable {
  /// The configured addresses.
  public var configuration: BackendConfiguration
  /// The default store of the app, used if no store is configured. `nil` if the app has no default.
  public var defaultStore: StoreAddress?
  /// The kinds of stores that the app can open.
  public var kinds: [StoreKind]

  /// Creates a detector.
  public init(
    _ configuration: BackendConfiguration, defaultStore: StoreAddress? = nil,
    kinds: [StoreKind] = StoreKind.builtIn
  ) {
    self.configuration = configuration
    self.defaultStore = defaultStore
    self.kinds = kinds
  }

  /// Returns the chosen stores.
  /// - Throws: `nothingConfigured`, `notAnAddress`, `sharedMemory`, `sameStore`; `notBuilt` for the
  ///   address of a server.
  public func choice() throws(BackendFault) -> BackendChoice {
    let store: BackendChoice.Place
    if let setting = configuration.store {
      store = try place(setting)
    } else if let defaultStore {
      store = .init(defaultStore, .appDefault)
    } else {
      throw .nothingConfigured
    }
    guard let remote = try remote() else { return BackendChoice(store: store) }
    if remote.address == store.address { throw .sameStore(store.address.shown) }
    return BackendChoice(store: store, remote: remote)
  }

  /// Returns the store that devices share, or `nil` if none is configured.
  /// - Throws: `notAnAddress`, `sharedMemory`; `notBuilt` for the address of a server.
  public func remote() throws(BackendFault) -> BackendChoice.Place? {
    guard let setting = configuration.remote else { return nil }
    let place = try place(setting)
    if place.address.kind == .memory { throw .sharedMemory(place.source) }
    return place
  }

  private func place(
    _ setting: BackendConfiguration.Setting
  ) throws(BackendFault) -> BackendChoice.Place {
    if let address = StoreAddress(setting.text, kinds: kinds) {
      return .init(address, setting.source)
    }
    if let server = ServerAddress(setting.text) { throw .notBuilt(server.shown, setting.source) }
    throw .notAnAddress(setting.text, setting.source)
  }
}

/// The chosen stores, and the sources of their addresses.
public struct BackendChoice: Sendable, Hashable {
  /// A store and the source of its address.
  public struct Place: Sendable, Hashable {
    /// The address of the store.
    public var address: StoreAddress
    /// The source of the address.
    public var source: BackendSource

    /// Creates a place.
    public init(_ address: StoreAddress, _ source: BackendSource) {
      self.address = address
      self.source = source
    }

    fileprivate var summary: String {
      let path = address.path.isEmpty ? "" : " \(address.kind.shown(address.path))"
      return "\(address.kind.name)\(path) (\(source))"
    }
  }

  /// The store of this device.
  public var store: Place
  /// The store that devices share, or `nil` if there is none.
  public var remote: Place?

  /// Creates a choice.
  public init(store: Place, remote: Place? = nil) {
    self.store = store
    self.remote = remote
  }

  /// The kind of the store of this device.
  public var mode: StoreKind { store.address.kind }

  /// The line that an app prints when it starts: `store: file ledger.folio (FOLIO_STORE)`.
  public var line: String {
    "store: \(store.summary)" + (remote.map { "; synced with \($0.summary)" } ?? "")
  }
}
