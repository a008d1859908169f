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
    if let kind = try? info(of: path).kind, kind != .regular, mode != .creating {
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
    let kind = try info(of: file).kind
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

  /// Releases the lock of a file that stays open.
  package func unlock(_ file: Int32) { _ = flock(file, LOCK_UN) }

  /// Sets the owner, group and permissions of a file to those of another, as far as permitted.
  package func protect(_ file: Int32, like other: FileInfo) throws(FileFault) {
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

// Names and attributes of files.
extension SystemFiles {
  /// Finds the file that a path leads to, through any links.
  package func target(of path: String) throws(FileFault) -> PathTarget {
    if path.utf8.contains(0) {
      throw FileFault("find", path, code: EINVAL, reason: "no file has a zero byte in its name")
    }
    do throws(FileFault) {
      if try info(of: path).kind != .link { return .present(path) }
    } catch {
      if error.isMissingFile { return .absent }
      throw error
    }
    guard let real = unsafe realpath(path, nil) else {
      if errno == ENOENT { return .danglingLink }
      throw FileFault("follow", path, code: errno)
    }
    defer { unsafe free(real) }
    return .present(unsafe String(cString: real))
  }

  /// The attributes of the file with this name. Does not follow a link.
  package func info(of path: String) throws(FileFault) -> FileInfo {
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else { throw FileFault("find", path, code: errno) }
    return FileInfo(found)
  }

  /// The attributes of an open file.
  package func info(of file: Int32) throws(FileFault) -> FileInfo {
    var found = stat()
    guard unsafe fstat(file, &found) == 0 else { throw FileFault("find", "", code: errno) }
    return FileInfo(found)
  }

  /// The names of all entries of a folder, in no particular order.
  package func names(in folder: String) throws(FileFault) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      throw FileFault("list", folder, code: errno)
    }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
        unsafe String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names
  }

  /// Sixteen random hexadecimal digits.
  package func token() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension FileInfo {
  init(_ found: stat) {
    let kind: Kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
    self.init(
      kind: kind, device: UInt64(truncatingIfNeeded: found.st_dev),
      inode: UInt64(truncatingIfNeeded: found.st_ino),
      links: Int(truncatingIfNeeded: found.st_nlink), size: Int(found.st_size),
      owner: found.st_uid, group: found.st_gid,
      permissions: UInt16(truncatingIfNeeded: found.st_mode & 0o777))
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
