import FolioNumbers
import FolioStores
import FolioSync

/// The one place where the parts of an app are made and handed to each other.
///
/// What lies outside, the clock and chance, comes in here. Nothing that a caller sees of the parts
/// depends on what `BackendChoice` says.
public struct CompositionRoot: Sendable {
  /// What the app runs on: `ios 18.2`, `linux`.
  public var platform: String
  /// The version of the app.
  public var appVersion: String
  /// The time, for what is kept and shown.
  public var now: @Sendable () -> Timestamp
  /// What waits between two rounds of a sync.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// An id that nothing else has, for a device that has none yet.
  public var newID: @Sendable () -> String
  /// Who knows the users.
  public var auth: any AuthService = LocalAuthService()

  /// A root.
  public init(
    platform: String, appVersion: String, now: @escaping @Sendable () -> Timestamp,
    newID: @escaping @Sendable () -> String
  ) {
    self.platform = platform
    self.appVersion = appVersion
    self.now = now
    self.newID = newID
  }

  /// Makes the parts. The device's store is opened, and made where there is none; the one that
  /// devices share is opened by each sync, for as long as that takes.
  /// - Throws: as opening a store does; nothing stays open then.
  public func parts(for choice: BackendChoice) throws(StoreFailure) -> AppParts {
    let store = try choice.store.address.store()
    let device = try device(choice.store.address)
    var shared: AppParts.Shared?
    if let remote = choice.remote {
      shared = self.shared(remote.address, with: choice.store.address, store, device)
    }
    return AppParts(choice: choice, store: store, auth: auth, device: device, shared: shared)
  }

  private func shared(
    _ remote: StoreAddress, with address: StoreAddress, _ store: RecordStore, _ device: SyncDevice
  ) -> AppParts.Shared {
    let memory: any SyncMemoryKeeper =
      SyncMemoryFile(of: address, with: remote) ?? SyncMemoryInMemory()
    let devices = remote.neighbour("devices").map { DeviceList($0) } ?? DeviceList()
    let open: StoreSync.Opening = { () async throws(StoreFailure) -> any LedgerStore in
      // A store that was there and is not there any more is out of reach, such as on a disk that
      // is not connected. Another one in its place would be taken for it.
      if try await memory.load().remote > 0 { return RecordStore(try remote.book(.writing)) }
      return try remote.store()
    }
    let sync = StoreSync(
      store, opening: open, memory: memory, registration: (device, devices), clock: clock,
      now: now)
    return AppParts.Shared(open: open, sync: sync, memory: memory, devices: devices)
  }

  /// This device. Its id lies beside its store, so that it stays the same for as long as that.
  private func device(_ store: StoreAddress) throws(StoreFailure) -> SyncDevice {
    SyncDevice(
      id: try deviceID(store), platform: platform, appVersion: appVersion,
      folioVersion: FolioVersion.current)
  }

  private func deviceID(_ store: StoreAddress) throws(StoreFailure) -> String {
    guard let path = store.neighbour("device") else { return newID() }
    let file = WholeFile(path)
    let lock = try file.lock()
    defer { withExtendedLifetime(lock) {} }
    let line = try file.read()?.prefix { $0 != UInt8(ascii: "\n") } ?? []
    if !line.isEmpty, let id = String(validating: line, as: UTF8.self) { return id }
    let id = newID()
    try file.replace(with: Array("\(id)\n".utf8))
    return id
  }
}

/// The parts of an app, ready to be passed on.
public struct AppParts: Sendable {
  /// What the devices of one owner share.
  public struct Shared: Sendable {
    /// Opens the store that they share. While it is open nobody else syncs with it.
    public let open: StoreSync.Opening
    /// Keeps the device's store and that one alike.
    public let sync: StoreSync
    /// How far they are, and what lost.
    public let memory: any SyncMemoryKeeper
    /// The devices.
    public let devices: any DeviceRegister
  }

  /// What the books are kept in, and who said so.
  public let choice: BackendChoice
  /// The books of this device.
  public let store: any LedgerStore
  /// Who knows the users.
  public let auth: any AuthService
  /// This device.
  public let device: SyncDevice
  /// What is shared with other devices; nil where nothing is.
  public let shared: Shared?
}

extension StoreAddress {
  /// The path of a small file beside the store; nil where that lies nowhere.
  fileprivate func neighbour(_ name: String) -> String? {
    kind.hasFiles ? "\(path).\(name)" : nil
  }
}
