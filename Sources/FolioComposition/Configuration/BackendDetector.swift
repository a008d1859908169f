import FolioStores

/// Decides from a configuration what the books are kept in. It touches no store.
public struct BackendDetector: Sendable {
  /// What is configured.
  public var configuration: BackendConfiguration
  /// The app's own store, for where nothing is configured; nil where it has none.
  public var usual: StoreAddress?
  /// The kinds of stores that the app can open.
  public var kinds: [StoreKind]

  /// A detector.
  public init(
    _ configuration: BackendConfiguration, usual: StoreAddress? = nil,
    kinds: [StoreKind] = StoreKind.builtIn
  ) {
    self.configuration = configuration
    self.usual = usual
    self.kinds = kinds
  }

  /// What the books are kept in.
  /// - Throws: `nothingConfigured`, `notAnAddress`, `notBuilt` for a server, `sharedMemory`,
  ///   `sameStore`.
  public func choice() throws(BackendFault) -> BackendChoice {
    let store: BackendChoice.Place
    if let setting = configuration.store {
      store = try place(setting)
    } else if let usual {
      store = .init(usual, .usual)
    } else {
      throw .nothingConfigured
    }
    guard let remote = try remote() else { return BackendChoice(store: store) }
    if remote.address == store.address { throw .sameStore(store.address.text) }
    return BackendChoice(store: store, remote: remote)
  }

  /// The store that devices share; nil where none is configured.
  /// - Throws: `notAnAddress`, `notBuilt` for a server, `sharedMemory`.
  public func remote() throws(BackendFault) -> BackendChoice.Place? {
    guard let setting = configuration.remote else { return nil }
    let place = try place(setting)
    if !place.address.kind.hasFiles { throw .sharedMemory(place.source) }
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

/// What the books are kept in, and who said so.
public struct BackendChoice: Sendable, Hashable {
  /// A store, and who named it.
  public struct Place: Sendable, Hashable {
    /// Where it lies.
    public var address: StoreAddress
    /// Who said so.
    public var source: BackendSource

    /// A store, and who named it.
    public init(_ address: StoreAddress, _ source: BackendSource) {
      self.address = address
      self.source = source
    }

    fileprivate var words: String {
      let path = address.path.isEmpty ? "" : " \(address.path)"
      return "\(address.kind.name)\(path) (\(source))"
    }
  }

  /// The store of this device.
  public var store: Place
  /// The store that devices share; nil where there is none.
  public var remote: Place?

  /// A choice.
  public init(store: Place, remote: Place? = nil) {
    self.store = store
    self.remote = remote
  }

  /// The kind of the store of this device.
  public var mode: StoreKind { store.address.kind }

  /// The line that an app says at its start: `store: file ledger.folio (FOLIO_STORE)`.
  public var line: String {
    "store: \(store.words)" + (remote.map { "; synced with \($0.words)" } ?? "")
  }
}
