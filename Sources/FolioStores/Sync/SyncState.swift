/// The state kept between two rounds: the sequence numbers up to which the stores are in sync, and
/// the replaced versions.
public struct SyncState: Sendable, Hashable {
  /// The sequence number of the local store up to which the remote store has all changes.
  public var local: Int
  /// The sequence number of the remote store up to which the local store has all changes.
  public var remote: Int
  /// The head of both stores after the last sync; nil if unknown.
  public var head: [UInt8]?
  /// The versions that lost a conflict, in the order of detection. They are kept until the caller
  /// removes them.
  public var losers: [SyncLoser]
  /// The newest versions of the local store up to `local`, in their order. Without any, the next
  /// sync compares everything.
  public var localMarks: [SyncMark]
  /// The newest versions of the remote store up to `remote`.
  public var remoteMarks: [SyncMark]

  /// Creates a state, by default of stores that were never synced.
  public init(
    local: Int = 0, remote: Int = 0, head: [UInt8]? = nil, losers: [SyncLoser] = [],
    localMarks: [SyncMark] = [], remoteMarks: [SyncMark] = []
  ) {
    self.local = local
    self.remote = remote
    self.head = head
    self.losers = losers
    self.localMarks = localMarks
    self.remoteMarks = remoteMarks
  }
}

/// A version that was replaced by another one whose author had not seen it.
public struct SyncLoser: Sendable, Hashable {
  /// The id of the group; nil for the head (accounts, instruments, settings, prices, rates).
  public var id: String?
  /// The row of the document: JSON on one line.
  public var row: [UInt8]
  /// The time at which the version was created.
  public var updatedAt: Timestamp
  /// The time at which the group was deleted; nil if it is not deleted.
  public var deletedAt: Timestamp?
}

extension SyncLoser {
  init(_ group: StoredGroup) {
    self.init(
      id: group.id, row: group.row, updatedAt: group.updatedAt, deletedAt: group.deletedAt)
  }

  init(_ head: StoredHead) { self.init(row: head.row, updatedAt: head.updatedAt) }
}

/// Storage for a `SyncState`.
public protocol SyncStateStorage: Sendable {
  /// Locks the state against other programs until the returned lock is released; nil if no other
  /// program can use the state.
  /// - Throws: `inUse` if another program holds the lock.
  func lock() async throws(StoreFailure) -> FileLock?
  /// The stored state; the initial one if none is stored.
  func load() async throws(StoreFailure) -> SyncState
  /// Stores a state durably.
  func save(_ state: SyncState) async throws(StoreFailure)
}

/// Keeps the state only while the program runs. The first sync of the next run compares all data.
public actor InMemorySyncState: SyncStateStorage {
  private var state = SyncState()

  /// Creates an empty state.
  public init() {}

  /// Returns nil: no other program can use this state.
  public func lock() -> FileLock? { nil }

  /// The stored state.
  public func load() -> SyncState { state }

  /// Stores a state.
  public func save(_ state: SyncState) { self.state = state }
}

/// Keeps the state in an NDJSON file next to the local store (Specs/sync.md).
public struct SyncStateFile: SyncStateStorage {
  private let file: AtomicFile

  /// The path of the file.
  public var path: String { file.path }

  /// Creates a reference to a file, which may not exist yet.
  public init(_ path: String) { self.init(path, SystemFiles()) }

  package init(_ path: String, _ calls: any FileCalls) { file = AtomicFile(path, calls) }

  /// The file for a pair of stores, next to the first one; nil if that store has no files.
  public init?(of store: StoreAddress, with other: StoreAddress) {
    if !store.kind.hasFiles { return nil }
    self.init("\(store.path).sync-\(other.tag)")
  }

  /// The path of the copy of a ledger in a server (Specs/decisions/sync.md). Without a state
  /// nothing is known of the server, so there is no copy either.
  package func copyPath() throws(StoreFailure) -> String {
    let copy = "\(path).copy"
    if try file.read() == nil { try? SystemFiles().remove(copy) }
    return copy
  }

  /// Locks the state against other programs without waiting.
  /// - Throws: `inUse` if another program holds the lock.
  public func lock() throws(StoreFailure) -> FileLock? { try file.lock() }

  /// Reads the state from the file.
  /// - Throws: `corrupt` if the file is not a sync state.
  public func load() throws(StoreFailure) -> SyncState {
    guard let bytes = try file.read() else { return SyncState() }
    return try SyncState(bytes, name: file.path)
  }

  /// Replaces the file.
  public func save(_ state: SyncState) throws(StoreFailure) {
    try file.replace(with: state.text)
  }
}

extension SyncState {
  private static let format = "folio-sync/2"
  /// The format without marks.
  private static let formatWithoutMarks = "folio-sync/1"

  /// The contents of the file: the sequence numbers on the first line, then one line for each mark
  /// and each loser.
  var text: [UInt8] {
    var bytes = Array(
      "{\"format\": \"\(Self.format)\", \"local\": \(local), \"remote\": \(remote)".utf8)
    if let head { bytes += Array(", \"head\": ".utf8) + head }
    bytes += "}\n".utf8
    for (side, mark) in localMarks.map({ (SyncSide.local, $0) })
      + remoteMarks.map({ (SyncSide.remote, $0) })
    {
      bytes += "{\"store\": \"\(side.rawValue)\", \"id\": ".utf8
      bytes += Self.id(mark.id) + Array(", \"sequence\": \(mark.sequence), \"crc32\": \"".utf8)
      bytes += Checksum.digits(mark.checksum) + Array("\"}\n".utf8)
    }
    for loser in losers {
      bytes += "{\"id\": ".utf8
      bytes += Self.id(loser.id)
      bytes += ", \"updated_at\": \"\(loser.updatedAt)\"".utf8
      if let deletedAt = loser.deletedAt { bytes += ", \"deleted_at\": \"\(deletedAt)\"".utf8 }
      bytes += ", \"row\": ".utf8
      bytes += loser.row
      bytes += "}\n".utf8
    }
    return bytes
  }

  private static func id(_ id: String?) -> [UInt8] {
    id.map(JSONSlices.quoted) ?? Array("null".utf8)
  }

  /// Parses a file. The file is always replaced as a whole, so an incomplete line is damage.
  init(_ bytes: [UInt8], name: String) throws(StoreFailure) {
    self.init()
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let rest = lines.popLast() ?? []
    for (number, line) in lines.enumerated() {
      if number == 0, let format = JSONMembers(line).text("format"),
        format.hasPrefix("folio-sync/"),
        ![Self.format, Self.formatWithoutMarks].contains(format)
      {
        throw .laterVersion(name, format)
      }
      guard number == 0 ? readPoints(line) : readMark(line) || readLoser(line) else {
        throw Self.damaged(name, line, number + 1, losers.count)
      }
    }
    if lines.isEmpty || !rest.isEmpty {
      throw Self.damaged(name, rest, lines.count + 1, losers.count)
    }
  }

  private static func damaged(
    _ name: String, _ line: ArraySlice<UInt8>, _ number: Int, _ readable: Int
  ) -> StoreFailure {
    let reason =
      "not a valid line of a sync state; without the file, the next sync compares everything"
    let place = StoreDamage.Place(offset: line.startIndex, line: number, reason: reason)
    return .corrupt(StoreDamage(name: name, places: [place], readableGroups: readable))
  }

  private mutating func readPoints(_ line: ArraySlice<UInt8>) -> Bool {
    guard let members = JSONMembers(line, keys: ["format", "local", "remote", "head"]),
      members.text("format").map([Self.format, Self.formatWithoutMarks].contains) == true,
      let local = members.number("local"),
      let remote = members.number("remote"), members["head"].map(JSONSlices.isObject) ?? true
    else { return false }
    (self.local, self.remote) = (local, remote)
    head = members["head"].map { Array($0) }
    return true
  }

  private mutating func readMark(_ line: ArraySlice<UInt8>) -> Bool {
    guard let members = JSONMembers(line, keys: ["store", "id", "sequence", "crc32"]),
      let side = members.text("store").flatMap({ SyncSide(rawValue: $0) }), members.hasID,
      let sequence = members.number("sequence"), let digits = members.text("crc32"),
      digits.utf8.count == 8, let checksum = UInt32(digits, radix: 16)
    else { return false }
    let mark = SyncMark(id: members.text("id"), sequence: sequence, checksum: checksum)
    switch side {
    case .local: localMarks.append(mark)
    case .remote: remoteMarks.append(mark)
    }
    return true
  }

  private mutating func readLoser(_ line: ArraySlice<UInt8>) -> Bool {
    guard let members = JSONMembers(line, keys: ["id", "updated_at", "deleted_at", "row"]),
      members.hasID, let updatedAt = members.time("updated_at"),
      members["deleted_at"] == nil || members.time("deleted_at") != nil,
      let row = members["row"], JSONSlices.isObject(row)
    else { return false }
    losers.append(
      SyncLoser(
        id: members.text("id"), row: Array(row), updatedAt: updatedAt,
        deletedAt: members.time("deleted_at")))
    return true
  }
}

/// The members of an object in a small file.
struct JSONMembers {
  private let members: [(key: String, value: JSONSlices.Bytes)]

  init(_ line: JSONSlices.Bytes) { members = JSONSlices.members(line) ?? [] }

  /// The members of an object; nil if it is not an object or has other keys.
  init?(_ line: JSONSlices.Bytes, keys: [String]) {
    guard let members = JSONSlices.members(line), members.allSatisfy({ keys.contains($0.key) })
    else { return nil }
    self.members = members
  }

  subscript(key: String) -> JSONSlices.Bytes? { members.first { $0.key == key }?.value }

  func text(_ key: String) -> String? { self[key].flatMap(JSONSlices.text) }

  /// Whether there is the id of a group, or null for the head.
  var hasID: Bool { text("id") != nil || self["id"]?.elementsEqual("null".utf8) == true }

  /// A sequence number, written as digits only.
  func number(_ key: String) -> Int? {
    guard let digits = self[key], digits.count <= 16,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return StoreContents.sequences.contains(number) ? number : nil
  }

  func time(_ key: String) -> Timestamp? { text(key).flatMap { try? Timestamp($0) } }
}
