/// The system calls that stores use. Tests substitute implementations that fail.
///
/// The calls behave like those of the system: a read or a write may be partial or interrupted
/// (EINTR). Callers handle both.
package protocol FileCalls: Sendable {
  /// Whether other threads may read ahead. The order of simulated calls matters.
  var areIndependent: Bool { get }
  /// Finds the file that a path leads to, through any links.
  func target(of path: String) throws(FileFault) -> PathTarget
  /// The attributes of the file with this name. Does not follow a link.
  func info(of path: String) throws(FileFault) -> FileInfo
  /// The attributes of an open file.
  func info(of file: Int32) throws(FileFault) -> FileInfo
  /// The names of all entries of a folder, in no particular order.
  func names(in folder: String) throws(FileFault) -> [String]
  /// A random text for the name of a temporary file.
  func token() -> String
  /// Opens a regular file and returns its descriptor. Rejects any other kind of file without
  /// blocking.
  func open(_ path: String, _ mode: FileMode) throws(FileFault) -> Int32
  /// Closes a file and releases its lock.
  func close(_ file: Int32)
  /// Takes an exclusive lock without waiting; returns false if it is already locked.
  func lock(_ file: Int32) throws(FileFault) -> Bool
  /// Releases the lock of a file that stays open.
  func unlock(_ file: Int32)
  /// Sets the owner, group and permissions of a file to those of another, as far as permitted. The
  /// file never has more permissions than the other.
  func protect(_ file: Int32, like other: FileInfo) throws(FileFault)
  /// Reads up to `count` bytes at an offset. The result is empty only at the end of the file.
  func read(_ file: Int32, at offset: Int, count: Int) throws(FileFault) -> [UInt8]
  /// Writes bytes at an offset, possibly only some of them.
  /// - Returns: the number of bytes written.
  func write(_ file: Int32, at offset: Int, _ bytes: ArraySlice<UInt8>) throws(FileFault) -> Int
  /// Truncates a file.
  func truncate(_ file: Int32, to length: Int) throws(FileFault)
  /// Returns once all written data is on the disk.
  func sync(_ file: Int32) throws(FileFault)
  /// Returns once the directory entries of a folder are on the disk.
  func syncFolder(_ path: String) throws(FileFault)
  /// Renames a file and replaces any file with the new name.
  func rename(_ path: String, to newPath: String) throws(FileFault)
  /// Creates a hard link. Fails if the new name exists.
  func link(_ path: String, to newPath: String) throws(FileFault)
  /// Removes a name.
  func remove(_ path: String) throws(FileFault)
}

/// The mode for opening a file. No mode follows links.
package enum FileMode: Sendable, Hashable {
  /// Reading. The file must exist.
  case reading
  /// Reading and writing. The file must exist.
  case writing
  /// Writing. The file must not exist.
  case creating
  /// Locking only. The file is created if necessary and never written.
  case locking
}

/// The file that a path leads to, through any links.
package enum PathTarget: Sendable, Hashable {
  /// An existing file, by a path that is not itself a link.
  case present(String)
  /// Nothing exists at the path.
  case absent
  /// The path is a link whose target does not exist.
  case danglingLink
}

/// The attributes of a file.
package struct FileInfo: Sendable, Hashable {
  /// The type of a file.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A regular file.
    case regular = "a file"
    /// A folder.
    case folder = "a folder"
    /// A symbolic link.
    case link = "a link"
    /// A named pipe.
    case pipe = "a named pipe"
    /// A device such as a terminal, a disk or `/dev/zero`.
    case device = "a device"
    /// A socket.
    case socket = "a socket"
  }

  /// The type of the file.
  package var kind: Kind
  /// The device that contains the file.
  package var device: UInt64
  /// The inode number on that device.
  package var inode: UInt64
  /// The number of hard links.
  package var links: Int
  /// The size in bytes.
  package var size: Int
  /// The user id of the owner.
  package var owner: UInt32 = 0
  /// The group id.
  package var group: UInt32 = 0
  /// The permissions: the lower nine bits of the mode.
  package var permissions: UInt16 = 0o600

  /// Whether both are the same file, even under different names.
  package func isSameFile(as other: FileInfo) -> Bool {
    device == other.device && inode == other.inode
  }
}

extension FileCalls {
  /// Those of the system are.
  package var areIndependent: Bool { true }
}

/// The failure of a system call.
package struct FileFault: Error, Sendable, Hashable {
  /// The name of the call for messages, such as `write`.
  package var call: String
  /// The path of the file.
  package var path: String
  /// The value of `errno`.
  package var code: Int32
  /// A property of the file that makes the call impossible, so that retrying does not help; nil for
  /// other failures.
  package var reason: String?

  /// Creates a failure of a call.
  package init(_ call: String, _ path: String, code: Int32, reason: String? = nil) {
    self.call = call
    self.path = path
    self.code = code
    self.reason = reason
  }
}
