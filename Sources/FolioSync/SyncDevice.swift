import FolioNumbers
import FolioStores

/// A device that syncs.
public struct SyncDevice: Sendable, Hashable {
  /// Its id, the same for as long as it has its local store.
  public var id: String
  /// What it runs on: `ios 18.2`, `linux`.
  public var platform: String
  /// The version of the app.
  public var appVersion: String
  /// The version of Folio in it.
  public var folioVersion: String
  /// When it began its last round that reached the register; nil before the first.
  public var lastSeen: Timestamp?

  /// A device that was not seen yet.
  public init(id: String, platform: String, appVersion: String, folioVersion: String) {
    self.id = id
    self.platform = platform
    self.appVersion = appVersion
    self.folioVersion = folioVersion
  }
}

/// Knows the devices that share a store. It lies where the remote store lies.
public protocol DeviceRegister: Sendable {
  /// Adds a device, or replaces what is known of the one with its id.
  func register(_ device: SyncDevice) async throws(StoreFailure)
  /// The devices by id.
  func devices() async throws(StoreFailure) -> [SyncDevice]
}

/// Devices in a file, NDJSON (Specs/sync.md), or in memory where there is none.
public actor DeviceList: DeviceRegister {
  private let file: WholeFile?
  private var kept: [SyncDevice] = []

  /// Devices in memory.
  public init() { file = nil }

  /// Devices in a file, there or not.
  public init(_ path: String) { file = WholeFile(path) }

  /// Adds a device, or replaces it.
  /// - Throws: `corrupt` where the file is no such list, `unavailable` where another program is
  ///   changing it, and as files do.
  public func register(_ device: SyncDevice) async throws(StoreFailure) {
    let lock = try file?.lock()
    defer { withExtendedLifetime(lock) {} }
    var list = try read()
    list.removeAll { $0.id == device.id }
    list.append(device)
    list.sort { $0.id < $1.id }
    if let file { try file.replace(with: list.flatMap(Self.line)) } else { kept = list }
  }

  /// The devices by id.
  public func devices() async throws(StoreFailure) -> [SyncDevice] { try read() }

  private func read() throws(StoreFailure) -> [SyncDevice] {
    guard let file else { return kept }
    var list: [SyncDevice] = []
    var offset = 0
    for line in (try file.read() ?? []).split(separator: UInt8(ascii: "\n")) {
      guard let device = Self.device(TextMembers(line)) else {
        let place = StoreDamage.Place(
          offset: offset, line: list.count + 1, reason: "this is no line of a list of devices")
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

  private static func device(_ members: TextMembers) -> SyncDevice? {
    guard let seen = members.text("last_seen"), seen.isEmpty || members.time("last_seen") != nil,
      let id = members.text("id"), let platform = members.text("platform"),
      let app = members.text("app_version"), let folio = members.text("folio_version")
    else { return nil }
    var device = SyncDevice(id: id, platform: platform, appVersion: app, folioVersion: folio)
    device.lastSeen = members.time("last_seen")
    return device
  }
}
