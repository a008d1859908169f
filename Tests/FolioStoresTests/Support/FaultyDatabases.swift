#if canImport(SQLite3) || SQLite
import Foundation
import Synchronization

#if canImport(SQLite3)
import SQLite3
#else
import FolioCSQLite
#endif

/// SQLite's own way to files, with calls that fail as they are told in one folder.
///
/// It takes SQLite's usual file system, lets it open files, and puts its own functions in the place
/// of those that write, sync and cut. Only one folder at a time is watched.
final class FaultyDatabases: Sendable {
  static let shared = FaultyDatabases()

  /// What is known of the calls in the folder that is watched.
  struct Watch {
    var folder = ""
    /// How many calls there were.
    var calls = 0
    /// The numbers of the calls that fail, from 1.
    var failing: Set<Int> = []
    /// From this call on nothing gets to the disk: the program was killed.
    var killedAt = Int.max
    /// Whether the call at which the program is killed does half of its work.
    var doesHalf = false
    /// By path: what the disk has of a file for certain.
    var durable: [String: Data] = [:]
    /// The paths of open files by where SQLite keeps them.
    var paths: [UInt: String] = [:]
    /// The names of the calls.
    var names: [String] = []
  }

  enum Verdict { case work, fail, half }

  /// What SQLite adds to its code of failed calls.
  private enum Call: Int32 { case write = 3, fsync = 4, truncate = 6, delete = 10 }

  private static func ioError(_ call: Call) -> Int32 { SQLITE_IOERR | call.rawValue << 8 }

  private let watch = Mutex(Watch())
  private let original: OpaqueTables

  private struct OpaqueTables: @unchecked Sendable {
    let system: UnsafeMutablePointer<sqlite3_vfs>
    let own: UnsafeMutablePointer<sqlite3_vfs>
  }

  private init() {
    guard let system = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has no files") }
    let own = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    own.initialize(to: system.pointee)
    own.pointee.zName = UnsafePointer(strdup("folio-faulty"))
    own.pointee.xOpen = { vfs, path, file, flags, out in
      FaultyDatabases.shared.open(path, file, flags, out)
    }
    own.pointee.xDelete = { _, path, sync in FaultyDatabases.shared.delete(path, sync) }
    original = OpaqueTables(system: system, own: own)
    sqlite3_vfs_register(own, 1)
  }

  /// Watches a folder while a body runs.
  func watching<Result>(
    _ folder: String, failing: Set<Int> = [], killedAt: Int = .max, doesHalf: Bool = false,
    _ body: () throws -> Result
  ) rethrows -> (result: Result, watch: Watch) {
    watch.withLock {
      $0 = Watch(folder: folder, failing: failing, killedAt: killedAt, doesHalf: doesHalf)
    }
    defer { watch.withLock { $0 = Watch() } }
    let result = try body()
    return (result, watch.withLock { $0 })
  }

  /// Counts a call on a path, and says what becomes of it.
  func judge(_ path: String?, _ name: String) -> Verdict {
    watch.withLock { watch in
      guard let path, !watch.folder.isEmpty, path.hasPrefix(watch.folder) else { return .work }
      watch.calls += 1
      watch.names.append(name)
      if watch.calls == watch.killedAt, watch.doesHalf { return .half }
      if watch.calls >= watch.killedAt || watch.failing.contains(watch.calls) { return .fail }
      return .work
    }
  }

  /// Notes what the disk has of a file: what it holds now, or what it has of another name.
  func noteDurable(_ path: String, from other: String? = nil) {
    let bytes = FileManager.default.contents(atPath: path)
    watch.withLock { watch in
      if let other {
        watch.durable[path] = watch.durable[other]
      } else {
        watch.durable[path] = bytes
      }
    }
  }

  private typealias Methods = UnsafePointer<sqlite3_io_methods>
  private static let tables = Mutex<[UInt: UInt]>([:])

  /// The functions of a file that SQLite opened, with ours among them.
  private func patched(_ methods: Methods) -> Methods {
    Self.tables.withLock { tables in
      let key = UInt(bitPattern: methods)
      if let known = tables[key], let found = Methods(bitPattern: known) { return found }
      let own = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
      own.initialize(to: methods.pointee)
      own.pointee.xWrite = { file, bytes, count, offset in
        FaultyDatabases.shared.write(file, bytes, count, offset)
      }
      own.pointee.xTruncate = { file, size in FaultyDatabases.shared.truncate(file, size) }
      own.pointee.xSync = { file, flags in FaultyDatabases.shared.sync(file, flags) }
      own.pointee.xClose = { file in FaultyDatabases.shared.close(file) }
      tables[key] = UInt(bitPattern: own)
      tables[UInt(bitPattern: own)] = key
      return Methods(own)
    }
  }

  private func real(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods? {
    guard let file, let methods = file.pointee.pMethods else { return nil }
    return Self.tables.withLock { tables in
      tables[UInt(bitPattern: methods)].flatMap { Methods(bitPattern: $0)?.pointee }
    }
  }

  private func open(
    _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ out: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    let name = path.map { String(cString: $0) }
    if judge(name, "open") != .work { return SQLITE_CANTOPEN }
    let code =
      original.system.pointee.xOpen?(original.system, path, file, flags, out) ?? SQLITE_ERROR
    guard code == SQLITE_OK, let file, let name, let methods = file.pointee.pMethods else {
      return code
    }
    let isWatched = watch.withLock { watch in
      guard !watch.folder.isEmpty, name.hasPrefix(watch.folder) else { return false }
      watch.paths[UInt(bitPattern: file)] = name
      // What was there before is on the disk; what is new is not.
      if watch.durable[name] == nil {
        watch.durable[name] = FileManager.default.contents(atPath: name)
      }
      return true
    }
    // The functions of a shared memory need the file as it is; only the tables are swapped.
    if isWatched { file.pointee.pMethods = patched(methods) }
    return code
  }

  private func path(_ file: UnsafeMutablePointer<sqlite3_file>?) -> String? {
    watch.withLock { $0.paths[UInt(bitPattern: file)] }
  }

  private func write(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: Int32,
    _ offset: Int64
  ) -> Int32 {
    let write = real(file)?.xWrite
    switch judge(path(file), "write") {
    case .work: return write?(file, bytes, count, offset) ?? Self.ioError(.write)
    case .half:
      _ = write?(file, bytes, count / 2, offset)
      return Self.ioError(.write)
    case .fail: return Self.ioError(.write)
    }
  }

  private func truncate(_ file: UnsafeMutablePointer<sqlite3_file>?, _ size: Int64) -> Int32 {
    guard judge(path(file), "truncate") == .work else { return Self.ioError(.truncate) }
    return real(file)?.xTruncate?(file, size) ?? Self.ioError(.truncate)
  }

  private func sync(_ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32) -> Int32 {
    let path = path(file)
    guard judge(path, "sync") == .work else { return Self.ioError(.fsync) }
    let code = real(file)?.xSync?(file, flags) ?? Self.ioError(.fsync)
    if code == SQLITE_OK, let path {
      let bytes = FileManager.default.contents(atPath: path)
      watch.withLock { $0.durable[path] = bytes }
    }
    return code
  }

  private func close(_ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    let code = real(file)?.xClose?(file) ?? SQLITE_OK
    watch.withLock { $0.paths[UInt(bitPattern: file)] = nil }
    return code
  }

  private func delete(_ path: UnsafePointer<CChar>?, _ sync: Int32) -> Int32 {
    let name = path.map { String(cString: $0) }
    guard judge(name, "delete") == .work else { return Self.ioError(.delete) }
    let code =
      original.system.pointee.xDelete?(original.system, path, sync) ?? Self.ioError(.delete)
    if let name { watch.withLock { $0.durable[name] = nil } }
    return code
  }
}
#endif
