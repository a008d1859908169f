#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The files of the machine.
package struct SystemFiles: FileCalls {
  /// The files of the machine.
  package init() {}

  /// Opens a regular file and gives its number.
  package func open(_ path: String, _ mode: FileMode) throws(FileFault) -> Int32 {
    // To open a device may do something, and a pipe may wait: what it is comes first.
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
    // Holdings are private: nobody but the owner reads them.
    let file = systemOpen(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else {
      if errno == ELOOP { throw .notRegular(path, .link) }
      throw FileFault("open", path, code: errno)
    }
    // It may have become something else since.
    let kind = try facts(of: file).kind
    if kind == .regular { return file }
    close(file)
    throw .notRegular(path, kind)
  }

  /// Closes a file; its lock goes with it.
  package func close(_ file: Int32) { _ = systemClose(file) }

  /// Locks a file for this opener alone, without waiting.
  package func lock(_ file: Int32) throws(FileFault) -> Bool {
    if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    throw FileFault("lock", "the lock", code: errno)
  }

  /// Gives a file the owner, the group and the permissions of another, as far as that is allowed.
  package func protect(_ file: Int32, like other: FileFacts) throws(FileFault) {
    var permissions = mode_t(other.permissions)
    if fchown(file, other.owner, other.group) != 0, fchown(file, .max, other.group) != 0 {
      // Another group must not get what this one had.
      permissions &= ~0o070
    }
    guard fchmod(file, permissions) == 0 else { throw FileFault("protect", "", code: errno) }
  }

  /// Up to `count` bytes from an offset.
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

  /// Writes bytes at an offset, as many as go at once.
  package func write(
    _ file: Int32, at offset: Int, _ bytes: ArraySlice<UInt8>
  ) throws(FileFault) -> Int {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe pwrite(file, buffer.baseAddress, buffer.count, off_t(offset))
    }
    guard count >= 0 else { throw FileFault("write", "the journal", code: errno) }
    return count
  }

  /// Cuts a file off.
  package func truncate(_ file: Int32, to length: Int) throws(FileFault) {
    guard ftruncate(file, off_t(length)) == 0 else {
      throw FileFault("cut", "the journal", code: errno)
    }
  }

  /// Returns when what was written is on the disk.
  package func sync(_ file: Int32) throws(FileFault) {
    #if canImport(Darwin)
    // There fsync leaves the bytes in the drive's own memory.
    if fcntl(file, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(file) == 0 else { throw FileFault("sync", "the journal", code: errno) }
  }

  /// Returns when the names of a folder are on the disk.
  package func syncFolder(_ path: String) throws(FileFault) {
    let folder = systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
    guard folder >= 0 else { throw FileFault("open", path, code: errno) }
    defer { _ = systemClose(folder) }
    guard fsync(folder) == 0 else { throw FileFault("sync", path, code: errno) }
  }

  /// Gives a file another name.
  package func rename(_ path: String, to newPath: String) throws(FileFault) {
    guard systemRename(path, newPath) == 0 else { throw FileFault("rename", path, code: errno) }
  }

  /// Gives a file a second name.
  package func link(_ path: String, to newPath: String) throws(FileFault) {
    guard systemLink(path, newPath) == 0 else { throw FileFault("link", newPath, code: errno) }
  }

  /// Takes a name away.
  package func remove(_ path: String) throws(FileFault) {
    guard unsafe unlink(path) == 0 else { throw FileFault("remove", path, code: errno) }
  }
}

// The methods above have the names of the system's functions.
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
