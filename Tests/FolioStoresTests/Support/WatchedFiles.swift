#if canImport(SQLite3) || SQLite
import FolioStores
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The machine's files, with calls that are counted and fail as those of SQLite do.
final class WatchedFiles: FileCalls, @unchecked Sendable {
  let areIndependent = false
  private let files = SystemFiles()
  private let databases = FaultyDatabases.shared
  private var paths: [Int32: String] = [:]

  private func begin(_ call: String, _ path: String?) throws(FileFault) {
    if databases.judge(path, call) != .work { throw FileFault(call, path ?? "", code: EIO) }
  }

  func target(of path: String) throws(FileFault) -> PathTarget { try files.target(of: path) }
  func info(of path: String) throws(FileFault) -> FileInfo { try files.info(of: path) }
  func info(of file: Int32) throws(FileFault) -> FileInfo { try files.info(of: file) }
  func names(in folder: String) throws(FileFault) -> [String] { try files.names(in: folder) }
  func token() -> String { files.token() }
  func close(_ file: Int32) { files.close(file) }
  func unlock(_ file: Int32) { files.unlock(file) }
  func lock(_ file: Int32) throws(FileFault) -> Bool { try files.lock(file) }

  func open(_ path: String, _ mode: FileMode) throws(FileFault) -> Int32 {
    try begin("open", path)
    let file = try files.open(path, mode)
    paths[file] = path
    return file
  }

  func protect(_ file: Int32, like other: FileInfo) throws(FileFault) {
    try files.protect(file, like: other)
  }

  func read(_ file: Int32, at offset: Int, count: Int) throws(FileFault) -> [UInt8] {
    try files.read(file, at: offset, count: count)
  }

  func write(
    _ file: Int32, at offset: Int, _ bytes: ArraySlice<UInt8>
  ) throws(FileFault) -> Int {
    try begin("write", paths[file])
    return try files.write(file, at: offset, bytes)
  }

  func truncate(_ file: Int32, to length: Int) throws(FileFault) {
    try begin("truncate", paths[file])
    try files.truncate(file, to: length)
  }

  func sync(_ file: Int32) throws(FileFault) {
    try begin("sync", paths[file])
    try files.sync(file)
    if let path = paths[file] { databases.noteDurable(path) }
  }

  func syncFolder(_ path: String) throws(FileFault) {
    try begin("syncFolder", path + "/")
    try files.syncFolder(path)
  }

  func rename(_ path: String, to newPath: String) throws(FileFault) {
    try begin("rename", path)
    try files.rename(path, to: newPath)
    databases.noteDurable(newPath, from: path)
  }

  func link(_ path: String, to newPath: String) throws(FileFault) {
    try begin("link", path)
    try files.link(path, to: newPath)
    databases.noteDurable(newPath, from: path)
  }

  func remove(_ path: String) throws(FileFault) {
    try begin("remove", path)
    try files.remove(path)
  }
}
#endif
