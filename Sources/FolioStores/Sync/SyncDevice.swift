/// A device that takes part in a sync.
public struct SyncDevice: Sendable, Hashable {
  /// The id, constant for the lifetime of the local store.
  public var id: String
  /// The platform, such as `ios 18.2` or `linux`.
  public var platform: String
  /// The version of the app.
  public var appVersion: String
  /// The version of Folio in the app.
  public var folioVersion: String
  /// The start of the last round that reached the register; nil before the first.
  public var lastSeen: Timestamp?

  /// Creates a device that has not synced yet.
  public init(id: String, platform: String, appVersion: String, folioVersion: String) {
    self.id = id
    self.platform = platform
    self.appVersion = appVersion
    self.folioVersion = folioVersion
  }
}

/// A register of the devices that share a store. It is kept next to the remote store.
public protocol DeviceRegister: Sendable {
  /// Adds a device or updates the one with the same id.
  func register(_ device: SyncDevice) async throws(StoreFailure)
  /// All devices, sorted by id.
  func devices() async throws(StoreFailure) -> [SyncDevice]
}

/// A register in an NDJSON file (Specs/sync.md) or in memory.
public actor DeviceList: DeviceRegister {
  private let file: AtomicFile?
  private var kept: [SyncDevice] = []

  /// Creates a register in memory.
  public init() { file = nil }

  /// Creates a register in a file, which may not exist yet.
  public init(_ path: String) { file = AtomicFile(path) }

  /// Adds or updates a device.
  /// - Throws: `corrupt` if the file is not a list of devices; `inUse` if another program is
  ///   changing it; other errors of reading and writing files.
  public func register(_ device: SyncDevice) async throws(StoreFailure) {
    let lock = try file?.lock()
    defer { withExtendedLifetime(lock) {} }
    var list = try read()
    list.removeAll { $0.id == device.id }
    list.append(device)
    list.sort { $0.id < $1.id }
    if let file { try file.replace(with: list.flatMap(Self.line)) } else { kept = list }
  }

  /// All devices, sorted by id.
  public func devices() async throws(StoreFailure) -> [SyncDevice] { try read() }

  private func read() throws(StoreFailure) -> [SyncDevice] {
    guard let file else { return kept }
    var list: [SyncDevice] = []
    var offset = 0
    for line in (try file.read() ?? []).split(separator: UInt8(ascii: "\n")) {
      guard let device = Self.device(JSONMembers(line)) else {
        let place = StoreDamage.Place(
          offset: offset, line: list.count + 1, reason: "this is not a line of a device list")
        throw .corrupt(StoreDamage(name: file.path, places: [place], readableGroups: 0))
      }
      list.append(device)
      offset += line.count + 1
    }
    return list
  }

  private static func line(_ device: SyncDevice) -> [UInt8] {
    let texts = [
      ("id", device.id), ("platform", device.platform), ("app_version", device.appVersion),
      ("folio_version", device.folioVersion), ("last_seen", device.lastSeen?.description ?? ""),
    ]
    let members = texts.map { Array("\"\($0.0)\": ".utf8) + JSONSlices.quoted($0.1) }
    return Array("{".utf8) + members.joined(separator: Array(", ".utf8)) + Array("}\n".utf8)
  }

  private static func device(_ members: JSONMembers) -> SyncDevice? {
    guard let seen = members.text("last_seen"), seen.isEmpty || members.time("last_seen") != nil,
      let id = members.text("id"), let platform = members.text("platform"),
      let app = members.text("app_version"), let folio = members.text("folio_version")
    else { return nil }
    var device = SyncDevice(id: id, platform: platform, appVersion: app, folioVersion: folio)
    device.lastSeen = members.time("last_seen")
    return device
  }
}
