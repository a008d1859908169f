@testable import FolioStores

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A disk in memory that fails as it is told, and knows what of it would outlive a power cut.
///
/// One thread uses it at a time, as one thread uses a journal.
final class SimulatedFiles: FileCalls, @unchecked Sendable {
  let areIndependent = false
  /// The bytes of a file as programs see them, and as the disk has them.
  final class Inode {
    var bytes: [UInt8] = []
    var durable: [UInt8] = []
    /// What `protect` gave it.
    var permissions: UInt16

    init(_ bytes: [UInt8] = [], permissions: UInt16 = 0o600) {
      self.bytes = bytes
      self.permissions = permissions
      durable = bytes
    }
  }

  /// What a moment leaves behind.
  struct Moment {
    /// By name: what programs saw in the file, and what the disk had of it.
    var seen: [String: (bytes: [UInt8], durable: [UInt8])]
    /// The same by the names that the disk had.
    var durable: [String: (bytes: [UInt8], durable: [UInt8])]
  }

  private var names: [String: Inode] = [:]
  /// Links, by what they lead to, and what is no regular file.
  private var links: [String: String] = [:]
  private var oddities: [String: FileInfo.Kind] = [:]
  private var durableNames: [String: Inode] = [:]
  private var files: [Int32: Inode] = [:]
  private var locked: [Int32: Inode] = [:]
  private var nextNumber: Int32 = 3

  /// Asked before each call that can fail; a number of the system's errors fails it.
  var refusal: (_ call: String) -> Int32? = { _ in nil }
  /// The numbers of the calls that fail, from 1, whatever they are.
  var failing: Set<Int> = []

  /// Does something while no call fails.
  func withoutFailures<Result>(_ body: () throws -> Result) rethrows -> Result {
    let (saved, refused) = (failing, refusal)
    defer { (failing, refusal) = (saved, refused) }
    (failing, refusal) = ([], { _ in nil })
    return try body()
  }

  /// How many calls there were.
  private(set) var calls = 0
  private var tokens = 0
  /// Whether each token is the same.
  var repeatsToken = false
  /// The most bytes that one write takes, or one read gives.
  var mostAtOnce = Int.max
  /// How many bytes more fit on the disk.
  var room = Int.max
  /// Told each moment at which the program could be killed: after every byte and every call.
  var watch: ((Moment) -> Void)?
  /// How many calls of each kind there were.
  private(set) var counts: [String: Int] = [:]

  init(_ files: [String: [UInt8]] = [:]) {
    names = files.mapValues { Inode($0) }
    durableNames = names
  }

  var contents: [String: [UInt8]] { names.mapValues(\.bytes) }
  /// The names of everything that is a file, in order.
  var fileNames: [String] { names.keys.sorted() }

  /// Makes a link.
  func plant(link path: String, to target: String) { links[path] = target }

  /// Makes something that is no regular file.
  func plant(_ kind: FileInfo.Kind, at path: String) { oddities[path] = kind }

  /// Gives a file other permissions, as somebody may.
  func permit(_ permissions: UInt16, _ path: String) { names[path]?.permissions = permissions }

  private func begin(_ call: String, _ path: String = "") throws(FileFault) {
    counts[call, default: 0] += 1
    calls += 1
    if failing.contains(calls) { throw FileFault(call, path, code: EIO) }
    if let code = refusal(call) { throw FileFault(call, path, code: code) }
  }

  private func happened() {
    watch?(
      Moment(
        seen: names.mapValues { ($0.bytes, $0.durable) },
        durable: durableNames.mapValues { ($0.bytes, $0.durable) }))
  }

  private func inode(_ path: String, _ call: String) throws(FileFault) -> Inode {
    guard let inode = names[path] else { throw FileFault(call, path, code: ENOENT) }
    return inode
  }

  private func inode(_ file: Int32, _ call: String) throws(FileFault) -> Inode {
    guard let inode = files[file] else { throw FileFault(call, "", code: EBADF) }
    return inode
  }

  func target(of path: String) throws(FileFault) -> PathTarget {
    try begin("target", path)
    guard let link = links[path] else { return isThere(path) ? .present(path) : .absent }
    return isThere(link) ? .present(link) : .danglingLink
  }

  private func isThere(_ path: String) -> Bool { names[path] != nil || oddities[path] != nil }

  func info(of path: String) throws(FileFault) -> FileInfo {
    try begin("facts", path)
    if let kind = links[path] == nil ? oddities[path] : .link {
      return FileInfo(kind: kind, device: 1, inode: 0, links: 1, size: 0)
    }
    return info(of: try inode(path, "facts"))
  }

  func info(of file: Int32) throws(FileFault) -> FileInfo {
    try begin("facts")
    return info(of: try inode(file, "facts"))
  }

  private func info(of inode: Inode) -> FileInfo {
    let number = UInt64(UInt(bitPattern: ObjectIdentifier(inode)))
    let count = names.values.count { $0 === inode }
    return FileInfo(
      kind: .regular, device: 1, inode: number, links: count, size: inode.bytes.count,
      permissions: inode.permissions)
  }

  func names(in folder: String) throws(FileFault) -> [String] {
    try begin("names", folder)
    return names.keys.sorted() + links.keys.sorted() + oddities.keys.sorted()
  }

  func token() -> String {
    if tokens == 0 || !repeatsToken { tokens += 1 }
    let digits = String(tokens, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  func open(_ path: String, _ mode: FileMode) throws(FileFault) -> Int32 {
    try begin("open", path)
    if mode == .creating, links[path] != nil || isThere(path) {
      throw FileFault("open", path, code: EEXIST)
    }
    if let kind = links[path] == nil ? oddities[path] : .link { throw .notRegular(path, kind) }
    let found: Inode
    switch mode {
    case .reading, .writing: found = try inode(path, "open")
    case .locking, .creating:
      found = names[path] ?? Inode()
      names[path] = found
    }
    nextNumber += 1
    files[nextNumber] = found
    happened()
    return nextNumber
  }

  func protect(_ file: Int32, like other: FileInfo) throws(FileFault) {
    try begin("protect")
    try inode(file, "protect").permissions = other.permissions
  }

  func close(_ file: Int32) {
    files[file] = nil
    locked[file] = nil
  }

  /// Closes every file, as the end of a program does.
  func closeAll() {
    files = [:]
    locked = [:]
  }

  func lock(_ file: Int32) throws(FileFault) -> Bool {
    try begin("lock")
    let inode = try inode(file, "lock")
    if locked.contains(where: { $0.key != file && $0.value === inode }) { return false }
    locked[file] = inode
    return true
  }

  func unlock(_ file: Int32) { locked[file] = nil }

  func read(_ file: Int32, at offset: Int, count: Int) throws(FileFault) -> [UInt8] {
    try begin("read")
    return Array(try inode(file, "read").bytes.dropFirst(offset).prefix(min(count, mostAtOnce)))
  }

  func write(
    _ file: Int32, at offset: Int, _ bytes: ArraySlice<UInt8>
  ) throws(FileFault) -> Int {
    try begin("write")
    let inode = try inode(file, "write")
    let count = min(bytes.count, mostAtOnce, room)
    if count == 0 { throw FileFault("write", "", code: ENOSPC) }
    if room != .max { room -= count }
    if offset > inode.bytes.count {
      inode.bytes += [UInt8](repeating: 0, count: offset - inode.bytes.count)
    }
    let end = min(offset + count, inode.bytes.count)
    if watch == nil {
      inode.bytes.replaceSubrange(offset..<end, with: bytes.prefix(count))
      return count
    }
    for (number, byte) in bytes.prefix(count).enumerated() {
      if offset + number < end {
        inode.bytes[offset + number] = byte
      } else {
        inode.bytes.append(byte)
      }
      happened()
    }
    return count
  }

  func truncate(_ file: Int32, to length: Int) throws(FileFault) {
    try begin("truncate")
    let inode = try inode(file, "truncate")
    if room != .max { room += max(0, inode.bytes.count - length) }
    inode.bytes = Array(inode.bytes.prefix(length))
    happened()
  }

  func sync(_ file: Int32) throws(FileFault) {
    try begin("sync")
    let inode = try inode(file, "sync")
    inode.durable = inode.bytes
    happened()
  }

  func syncFolder(_ path: String) throws(FileFault) {
    try begin("syncFolder", path)
    durableNames = names
    happened()
  }

  func rename(_ path: String, to newPath: String) throws(FileFault) {
    try begin("rename", path)
    names[newPath] = try inode(path, "rename")
    names[path] = nil
    happened()
  }

  func link(_ path: String, to newPath: String) throws(FileFault) {
    try begin("link", path)
    if isThere(newPath) || links[newPath] != nil {
      throw FileFault("link", newPath, code: EEXIST)
    }
    names[newPath] = try inode(path, "link")
    happened()
  }

  func remove(_ path: String) throws(FileFault) {
    try begin("remove", path)
    if links.removeValue(forKey: path) != nil { return }
    let inode = try inode(path, "remove")
    names[path] = nil
    if room != .max, !names.values.contains(where: { $0 === inode }) { room += inode.bytes.count }
    happened()
  }
}
