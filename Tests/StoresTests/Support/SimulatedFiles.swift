import Stores

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
  /// The bytes of a file as programs see them, and as the disk has them.
  final class Inode {
    var bytes: [UInt8] = []
    var durable: [UInt8] = []

    init(_ bytes: [UInt8] = []) {
      self.bytes = bytes
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
  private var durableNames: [String: Inode] = [:]
  private var files: [Int32: Inode] = [:]
  private var locked: [Int32: Inode] = [:]
  private var nextNumber: Int32 = 3

  /// Asked before each call that can fail; a number of the system's errors fails it.
  var refusal: (_ call: String) -> Int32? = { _ in nil }
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

  private func begin(_ call: String, _ path: String = "") throws(FileFault) {
    counts[call, default: 0] += 1
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

  func open(_ path: String, _ mode: FileMode) throws(FileFault) -> Int32 {
    try begin("open", path)
    let found: Inode
    switch mode {
    case .reading, .writing: found = try inode(path, "open")
    case .locking, .creating:
      found = names[path] ?? Inode()
      if mode == .creating { found.bytes = [] }
      names[path] = found
    }
    nextNumber += 1
    files[nextNumber] = found
    happened()
    return nextNumber
  }

  func close(_ file: Int32) {
    files[file] = nil
    locked[file] = nil
  }

  func lock(_ file: Int32) throws(FileFault) -> Bool {
    try begin("lock")
    let inode = try inode(file, "lock")
    if locked.values.contains(where: { $0 === inode }) { return false }
    locked[file] = inode
    return true
  }

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
    if watch == nil {
      inode.bytes.replaceSubrange(offset..<inode.bytes.count, with: bytes.prefix(count))
      return count
    }
    for byte in bytes.prefix(count) {
      inode.bytes.append(byte)
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
    if names[newPath] != nil { throw FileFault("link", newPath, code: EEXIST) }
    names[newPath] = try inode(path, "link")
    happened()
  }

  func remove(_ path: String) throws(FileFault) {
    try begin("remove", path)
    _ = try inode(path, "remove")
    names[path] = nil
    happened()
  }
}

/// What is left of a disk after the program or the machine has died.
enum Death: CaseIterable {
  /// The program is killed: everything that was written is there.
  case program
  /// The power is cut, and only what was synced is there.
  case power
  /// The power is cut, and half of what was not synced is there.
  case powerHalfway
  /// The power is cut; files have the length that they were to have, and zeros for bytes.
  case powerWithZeros
  /// The power is cut; the first half of what was not synced is zeros and the rest is there.
  case powerOutOfOrder

  func remains(of moment: SimulatedFiles.Moment) -> [String: [UInt8]] {
    switch self {
    case .program: return moment.seen.mapValues { $0.bytes }
    case .power: return moment.durable.mapValues { $0.durable }
    case .powerHalfway:
      return moment.durable.mapValues { file in
        let rest = file.bytes.dropFirst(file.durable.count)
        return file.durable + rest.prefix(rest.count / 2)
      }
    case .powerWithZeros:
      return moment.seen.mapValues { file in
        file.durable + file.bytes.dropFirst(file.durable.count).map { _ in 0 }
      }
    case .powerOutOfOrder:
      return moment.seen.mapValues { file in
        let rest = Array(file.bytes.dropFirst(file.durable.count))
        return file.durable + rest.prefix(rest.count / 2).map { _ in 0 }
          + rest.dropFirst(rest.count / 2)
      }
    }
  }
}
