/// Creates the parts of an app and connects them.
///
/// This is the only place that does so. It also supplies the time and random ids. Code that uses
/// the parts works the same for every `BackendChoice`.
public struct CompositionRoot: Sendable {
  /// The platform the app runs on: `ios 18.2`, `linux`.
  public var platform: String
  /// The version of the app.
  public var appVersion: String
  /// Returns the current time.
  public var now: @Sendable () -> Timestamp
  /// The clock that times the pauses between two syncs.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Returns a unique id, used for a device without an id.
  public var newID: @Sendable () -> String
  /// The service that signs users in.
  public var auth: any AuthService = LocalAuthService()

  /// Creates a root.
  public init(
    platform: String, appVersion: String, now: @escaping @Sendable () -> Timestamp,
    newID: @escaping @Sendable () -> String
  ) {
    self.platform = platform
    self.appVersion = appVersion
    self.now = now
    self.newID = newID
  }

  /// Creates the parts.
  ///
  /// The device's store is opened, and created if it does not exist. The shared store is open only
  /// while a sync runs.
  ///
  /// If the shared store is on a server with users, the device's store belongs to the user who is
  /// signed in. Another user gets a store beside it, and so does nobody. Create the parts again
  /// when the user changes.
  /// - Parameters:
  ///   - choice: The stores.
  ///   - access: How to open the device's store. An app that may be suspended, or that has a
  ///     widget, uses `.sharing`: it holds the lock of the file only while it changes it.
  /// - Throws: The error of opening the device's store. No store is left open then.
  public func parts(
    for choice: BackendChoice, _ access: StoreAccess? = nil
  ) throws(StoreFailure) -> AppParts {
    let placed = try Placed(choice)
    return try parts(for: placed, with: try placed.store.store(access))
  }

  /// Creates the parts away from the actor of the caller, which may be that of the screen.
  ///
  /// A cancelled task stops reading and throws `cancelled`.
  /// - Parameters:
  ///   - choice: The stores.
  ///   - access: How to open the device's store, as in `parts(for:_:)`.
  ///   - progress: Receives the number of bytes that are read of a file.
  /// - Throws: The error of opening the device's store. No store is left open then.
  public func opened(
    for choice: BackendChoice, _ access: StoreAccess? = nil,
    progress: (@Sendable (WorkProgress) -> Void)? = nil
  ) async throws(StoreFailure) -> AppParts {
    let placed = try Placed(choice)
    let store = try await placed.store.opened(access, progress: progress)
    return try parts(for: placed, with: store)
  }

  private func parts(
    for placed: Placed, with store: RecordStore
  ) throws(StoreFailure) -> AppParts {
    let device = device(try deviceID(placed.store))
    var shared: AppParts.Shared?
    switch placed.remote {
    case .success(let remote)?: shared = self.shared(remote, with: placed.store, store, device)
    case .failure(let failure)?: shared = unshared(failure, store, device)
    case nil: break
    }
    return AppParts(choice: placed.choice, store: store, auth: auth, device: device, shared: shared)
  }

  /// Connects stores of any kind that the app opened itself, such as a client of its own server.
  /// - Parameters:
  ///   - store: The store of this device.
  ///   - shared: The store that devices share, or `nil` if the ledger is not shared.
  ///   - deviceID: The id of this device. It has to stay the same as long as the store exists.
  ///   - state: The progress of the sync. If it is in memory, each start compares both stores.
  ///   - devices: The register of the devices that sync.
  public func parts(
    for store: any LedgerStore, sharedWith shared: (any LedgerStore)? = nil, deviceID: String,
    state: any SyncStateStorage = InMemorySyncState(),
    devices: any DeviceRegister = DeviceList()
  ) -> AppParts {
    let device = device(deviceID)
    let opening = shared.map { shared -> StoreSync.Opening in { shared } }
    let part = opening.map { open in
      AppParts.Shared(
        open: open, sync: sync(store, open, state, device, devices), state: state, devices: devices)
    }
    return AppParts(choice: nil, store: store, auth: auth, device: device, shared: part)
  }

  private func device(_ id: String) -> SyncDevice {
    SyncDevice(
      id: id, platform: platform, appVersion: appVersion, folioVersion: FolioVersion.current)
  }

  private func sync(
    _ store: any LedgerStore, _ open: @escaping StoreSync.Opening, _ state: any SyncStateStorage,
    _ device: SyncDevice, _ devices: any DeviceRegister
  ) -> StoreSync {
    StoreSync(
      store, opening: open, state: state, registration: (device, devices), clock: clock, now: now)
  }

  /// A shared store that cannot be opened, because nobody is signed in.
  private func unshared(
    _ failure: StoreFailure, _ store: RecordStore, _ device: SyncDevice
  ) -> AppParts.Shared {
    let (state, devices) = (InMemorySyncState(), DeviceList())
    let open: StoreSync.Opening = { () async throws(StoreFailure) -> any LedgerStore in
      throw failure
    }
    return AppParts.Shared(
      open: open, sync: sync(store, open, state, device, devices), state: state, devices: devices)
  }

  private func shared(
    _ remote: StoreAddress, with address: StoreAddress, _ store: RecordStore, _ device: SyncDevice
  ) -> AppParts.Shared {
    let file = SyncStateFile(of: address, with: remote)
    let state: any SyncStateStorage = file ?? InMemorySyncState()
    let devices = remote.neighbour("devices").map { DeviceList($0) } ?? DeviceList()
    let open: StoreSync.Opening = { () async throws(StoreFailure) -> any LedgerStore in
      var remote = remote
      remote.copy = try file?.copyPath()
      // A known shared store that is now missing is unreachable, for example on a disconnected
      // disk. Creating a new store would silently replace it.
      if try await state.load().remote > 0 { return try remote.store(.writing) }
      return try remote.store()
    }
    return AppParts.Shared(
      open: open, sync: sync(store, open, state, device, devices), state: state, devices: devices)
  }

  /// The id of this device. It is stored next to the store and lives as long as the store.
  private func deviceID(_ store: StoreAddress) throws(StoreFailure) -> String {
    guard let path = store.neighbour("device") else { return newID() }
    let file = AtomicFile(path)
    let lock = try file.lock()
    defer { withExtendedLifetime(lock) {} }
    let line = try file.read()?.prefix { $0 != UInt8(ascii: "\n") } ?? []
    if !line.isEmpty, let id = String(validating: line, as: UTF8.self) { return id }
    let id = newID()
    try file.replace(with: Array("\(id)\n".utf8))
    return id
  }
}

/// The parts of an app, as created by `CompositionRoot`.
public struct AppParts: Sendable {
  /// The store that all devices of one owner share, and its sync.
  public struct Shared: Sendable {
    /// Opens the shared store. While it is open, no other device can sync with it.
    public let open: StoreSync.Opening
    /// Syncs the device's store with the shared store.
    public let sync: StoreSync
    /// The progress of the sync, and the changes that lost a conflict.
    public let state: any SyncStateStorage
    /// The register of the devices that sync.
    public let devices: any DeviceRegister
  }

  /// The chosen stores, and the sources of their addresses; `nil` if the app opened its stores
  /// itself.
  public let choice: BackendChoice?
  /// The store of this device.
  public let store: any LedgerStore
  /// The service that signs users in.
  public let auth: any AuthService
  /// This device.
  public let device: SyncDevice
  /// The shared store, or `nil` if the ledger is not shared.
  public let shared: Shared?
}

extension StoreAddress {
  /// The path of a small file next to the store, or `nil` if the store has no files.
  fileprivate func neighbour(_ name: String) -> String? {
    kind.hasFiles ? "\(path).\(name)" : nil
  }
}
