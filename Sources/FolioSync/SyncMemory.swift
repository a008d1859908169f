import FolioNumbers
import FolioStores

/// What is remembered between two runs of a sync: how far each store was read, and what lost.
public struct SyncMemory: Sendable, Hashable {
  /// The point of the local store up to which the remote one has everything.
  public var local: Int
  /// The point of the remote store up to which the local one has everything.
  public var remote: Int
  /// The head that both stores had at these points; nil where nobody knows.
  public var head: [UInt8]?
  /// The versions that lost, in the order in which they were found. They stay until somebody who
  /// has looked at them takes them out.
  public var losers: [SyncLoser]

  /// Nothing was synced yet.
  public init(
    local: Int = 0, remote: Int = 0, head: [UInt8]? = nil, losers: [SyncLoser] = []
  ) {
    self.local = local
    self.remote = remote
    self.head = head
    self.losers = losers
  }
}

/// A version that somebody made and that another one replaced without having seen it.
public struct SyncLoser: Sendable, Hashable {
  /// The group; nil for the head (accounts, instruments, settings, prices, rates).
  public var id: String?
  /// The row of the document, JSON on one line.
  public var row: [UInt8]
  /// When this version was made.
  public var updatedAt: Timestamp
  /// When it was deleted; nil where it was not.
  public var deletedAt: Timestamp?

  init(_ group: StoredGroup) {
    id = group.id
    row = group.row
    updatedAt = group.updatedAt
    deletedAt = group.deletedAt
  }

  init(_ head: StoredHead) {
    row = head.row
    updatedAt = head.updatedAt
  }
}

/// Where a `SyncMemory` lies between two runs.
public protocol SyncMemoryKeeper: Sendable {
  /// Keeps other programs from syncing with this memory while a sync holds what it returns; nil
  /// where no other program has it.
  /// - Throws: `unavailable` where one is syncing.
  func lock() async throws(StoreFailure) -> FileLock?
  /// What was kept last; nothing synced where nothing was kept.
  func load() async throws(StoreFailure) -> SyncMemory
  /// Keeps it: when this returns it is there to stay.
  func keep(_ memory: SyncMemory) async throws(StoreFailure)
}

extension SyncMemoryKeeper {
  /// No other program has it.
  public func lock() async throws(StoreFailure) -> FileLock? { nil }
}

/// Keeps a memory for as long as the program runs: the next run compares everything once.
public actor SyncMemoryInMemory: SyncMemoryKeeper {
  private var memory = SyncMemory()

  /// Nothing synced yet.
  public init() {}

  /// What was kept last.
  public func load() async throws(StoreFailure) -> SyncMemory { memory }

  /// Keeps it.
  public func keep(_ memory: SyncMemory) async throws(StoreFailure) { self.memory = memory }
}

/// Keeps a memory in a file beside the local store, NDJSON (Specs/sync.md).
public struct SyncMemoryFile: SyncMemoryKeeper {
  private let file: WholeFile

  /// Where it lies.
  public var path: String { file.path }

  /// A file, there or not.
  public init(_ path: String) { self.init(path, SystemFiles()) }

  package init(_ path: String, _ calls: any FileCalls) { file = WholeFile(path, calls) }

  /// The file for a store and another one, beside the first; nil where that lies nowhere.
  public init?(of store: StoreAddress, with other: StoreAddress) {
    if !store.kind.hasFiles { return nil }
    self.init("\(store.path).sync-\(other.tag)")
  }

  /// Locks it against other programs.
  public func lock() async throws(StoreFailure) -> FileLock? { try locked() }

  /// Locks it against other programs, without waiting.
  public func locked() throws(StoreFailure) -> FileLock { try file.lock() }

  /// What the file says.
  /// - Throws: `corrupt` where it is no such file.
  public func load() async throws(StoreFailure) -> SyncMemory { try read() }

  /// Replaces the file.
  public func keep(_ memory: SyncMemory) async throws(StoreFailure) { try write(memory) }

  /// What the file says, without waiting.
  public func read() throws(StoreFailure) -> SyncMemory {
    guard let bytes = try file.read() else { return SyncMemory() }
    return try SyncMemory(bytes, name: file.path)
  }

  /// Replaces the file, without waiting.
  public func write(_ memory: SyncMemory) throws(StoreFailure) {
    try file.replace(with: memory.text)
  }
}

extension SyncMemory {
  private static let format = "folio-sync/1"

  /// The file: the points on the first line, then a loser a line.
  var text: [UInt8] {
    var bytes = Array(
      "{\"format\": \"\(Self.format)\", \"local\": \(local), \"remote\": \(remote)".utf8)
    if let head { bytes += Array(", \"head\": ".utf8) + head }
    bytes += "}\n".utf8
    for loser in losers {
      bytes += "{\"id\": ".utf8
      bytes += loser.id.map(JSONSlices.quoted) ?? Array("null".utf8)
      bytes += ", \"updated_at\": \"\(loser.updatedAt)\"".utf8
      if let deletedAt = loser.deletedAt { bytes += ", \"deleted_at\": \"\(deletedAt)\"".utf8 }
      bytes += ", \"row\": ".utf8
      bytes += loser.row
      bytes += "}\n".utf8
    }
    return bytes
  }

  /// Reads a file. It is replaced as a whole, so that a line that is not complete is damage.
  init(_ bytes: [UInt8], name: String) throws(StoreFailure) {
    self.init()
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let rest = lines.popLast() ?? []
    for (number, line) in lines.enumerated() {
      if number == 0, let format = TextMembers(line).text("format"), format != Self.format,
        format.hasPrefix("folio-sync/")
      {
        throw .laterVersion(name, format)
      }
      guard number == 0 ? readPoints(line) : readLoser(line) else {
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
      "this is no line of the memory of a sync; without the file, the next sync compares everything"
    let place = StoreDamage.Place(offset: line.startIndex, line: number, reason: reason)
    return .corrupt(StoreDamage(name: name, places: [place], readableGroups: readable))
  }

  private mutating func readPoints(_ line: ArraySlice<UInt8>) -> Bool {
    guard let members = TextMembers(line, keys: ["format", "local", "remote", "head"]),
      members.text("format") == Self.format, let local = members.number("local"),
      let remote = members.number("remote"), members["head"].map(JSONSlices.isObject) ?? true
    else { return false }
    (self.local, self.remote) = (local, remote)
    head = members["head"].map { Array($0) }
    return true
  }

  private mutating func readLoser(_ line: ArraySlice<UInt8>) -> Bool {
    guard let members = TextMembers(line, keys: ["id", "updated_at", "deleted_at", "row"]),
      let id = members["id"], members.text("id") != nil || id.elementsEqual("null".utf8),
      let updatedAt = members.time("updated_at"),
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

extension SyncLoser {
  fileprivate init(id: String?, row: [UInt8], updatedAt: Timestamp, deletedAt: Timestamp?) {
    self.id = id
    self.row = row
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}

/// The members of an object in a small file.
struct TextMembers {
  private let members: [(key: JSONSlices.Bytes, value: JSONSlices.Bytes)]

  init(_ line: JSONSlices.Bytes) { members = JSONSlices.members(line) ?? [] }

  /// The members of an object; nil where it is none, or has other keys than these, or one twice.
  init?(_ line: JSONSlices.Bytes, keys: [String]) {
    guard let members = JSONSlices.members(line) else { return nil }
    let names = members.map { String(decoding: $0.key, as: UTF8.self) }
    guard Set(names).count == names.count, names.allSatisfy(keys.contains) else { return nil }
    self.members = members
  }

  subscript(key: String) -> JSONSlices.Bytes? {
    members.first { $0.key.elementsEqual(key.utf8) }?.value
  }

  func text(_ key: String) -> String? { self[key].flatMap(JSONSlices.text) }

  /// The number of a change: digits alone.
  func number(_ key: String) -> Int? {
    guard let digits = self[key], digits.count <= 16,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return StoreContents.sequences.contains(number) ? number : nil
  }

  func time(_ key: String) -> Timestamp? { text(key).flatMap { try? Timestamp($0) } }
}
