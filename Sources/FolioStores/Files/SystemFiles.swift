#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system calls of the operating system.
package struct SystemFiles: FileCalls {
  /// Creates a value.
  package init() {}

  /// Opens a regular file and returns its descriptor.
  package func open(_ path: String, _ mode: FileMode) throws(FileFault) -> Int32 {
    // Check the type first: opening a device may have side effects, and opening a pipe may block.
    if let kind = try? facts(of: path).kind, kind != .regular, mode != .creating {
      throw .notRegular(path, kind)
    }
    let flags =
      switch mode {
      case .reading: O_RDONLY
      case .writing: O_RDWR
      case .creating: O_RDWR | O_CREAT | O_EXCL
      case .locking: O_RDWR | O_CREAT
      }
    // Ledgers are private, so only the owner can read new files.
    let file = systemOpen(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else {
      if errno == ELOOP { throw .notRegular(path, .link) }
      throw FileFault("open", path, code: errno)
    }
    // The file may have been replaced since the check.
    let kind = try facts(of: file).kind
    if kind == .regular { return file }
    close(file)
    throw .notRegular(path, kind)
  }

  /// Closes a file and releases its lock.
  package func close(_ file: Int32) { _ = systemClose(file) }

  /// Takes an exclusive lock without waiting; returns false if it is already locked.
  package func lock(_ file: Int32) throws(FileFault) -> Bool {
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    throw FileFault("lock", "the lock", code: errno)
  }

  /// Sets the owner, group and permissions of a file to those of another, as far as permitted.
  package func protect(_ file: Int32, like other: FileFacts) throws(FileFault) {
    var permissions = mode_t(other.permissions)
    if fchown(file, other.owner, other.group) != 0, fchown(file, .max, other.group) != 0 {
      // Do not grant the permissions of the old group to a different group.
      permissions &= ~0o070
    }
    guard fchmod(file, permissions) == 0 else { throw FileFault("protect", "", code: errno) }
  }

  /// Reads up to `count` bytes at an offset.
  package func read(_ file: Int32, at offset: Int, count: Int) throws(FileFault) -> [UInt8] {
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let got = unsafe pread(file, buffer.baseAddress, buffer.count, off_t(offset))
      if got < 0 { code = errno }
      initialized = max(0, got)
    }
    if code != 0 { throw FileFault("read", "the journal", code: code) }
    return bytes
  }

  /// Writes bytes at an offset, possibly only some of them.
  package func write(
    _ file: Int32, at offset: Int, _ bytes: ArraySlice<UInt8>
  ) throws(FileFault) -> Int {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe pwrite(file, buffer.baseAddress, buffer.count, off_t(offset))
    }
    guard count >= 0 else { throw FileFault("write", "the journal", code: errno) }
    return count
  }

  /// Truncates a file.
  package func truncate(_ file: Int32, to length: Int) throws(FileFault) {
    guard ftruncate(file, off_t(length)) == 0 else {
      throw FileFault("cut", "the journal", code: errno)
    }
  }

  /// Returns once all written data is on the disk.
  package func sync(_ file: Int32) throws(FileFault) {
    #if canImport(Darwin)
    // On Darwin, fsync leaves the data in the cache of the drive.
    if fcntl(file, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(file) == 0 else { throw FileFault("sync", "the journal", code: errno) }
  }

  /// Returns once the directory entries of a folder are on the disk.
  package func syncFolder(_ path: String) throws(FileFault) {
    let folder = systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
    guard folder >= 0 else { throw FileFault("open", path, code: errno) }
    defer { _ = systemClose(folder) }
    guard fsync(folder) == 0 else { throw FileFault("sync", path, code: errno) }
  }

  /// Renames a file.
  package func rename(_ path: String, to newPath: String) throws(FileFault) {
    guard systemRename(path, newPath) == 0 else { throw FileFault("rename", path, code: errno) }
  }

  /// Creates a hard link.
  package func link(_ path: String, to newPath: String) throws(FileFault) {
    guard systemLink(path, newPath) == 0 else { throw FileFault("link", newPath, code: errno) }
  }

  /// Removes a name.
  package func remove(_ path: String) throws(FileFault) {
    guard unsafe unlink(path) == 0 else { throw FileFault("remove", path, code: errno) }
  }
}

// Wrappers for system functions that have the same names as the methods above.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}

private func systemClose(_ file: Int32) -> Int32 { close(file) }

private func systemRename(_ path: String, _ newPath: String) -> Int32 {
  unsafe rename(path, newPath)
}

private func systemLink(_ path: String, _ newPath: String) -> Int32 {
  unsafe link(path, newPath)
}
