/// The calls of the system that a store makes, so that tests can let each of them fail.
///
/// They are the system's own, with its habits: a read or a write may do less than it was asked,
/// and may be interrupted (EINTR). Whoever calls them copes with that.
package protocol FileCalls: Sendable {
  /// Follows every link of a path.
  func target(of path: String) throws(FileFault) -> PathTarget
  /// What the system knows of what has this name. A link is not followed.
  func facts(of path: String) throws(FileFault) -> FileFacts
  /// What the system knows of an open file.
  func facts(of file: Int32) throws(FileFault) -> FileFacts
  /// The names of everything in a folder, in no particular order.
  func names(in folder: String) throws(FileFault) -> [String]
  /// A word that nobody can guess, for the name of a file that is being written.
  func token() -> String
  /// Opens a regular file and gives its number. Anything else is refused without waiting.
  func open(_ path: String, _ mode: FileMode) throws(FileFault) -> Int32
  /// Closes a file; its lock goes with it.
  func close(_ file: Int32)
  /// Locks a file for this opener alone, without waiting; false where another has it.
  func lock(_ file: Int32) throws(FileFault) -> Bool
  /// Gives a file the owner, the group and the permissions of another, as far as that is allowed,
  /// and at no moment more permissions than the other has.
  func protect(_ file: Int32, like other: FileFacts) throws(FileFault)
  /// Up to `count` bytes from an offset; none at the end only.
  func read(_ file: Int32, at offset: Int, count: Int) throws(FileFault) -> [UInt8]
  /// Writes bytes at an offset, as many as go at once.
  /// - Returns: how many went.
  func write(_ file: Int32, at offset: Int, _ bytes: ArraySlice<UInt8>) throws(FileFault) -> Int
  /// Cuts a file off.
  func truncate(_ file: Int32, to length: Int) throws(FileFault)
  /// Returns when what was written is on the disk.
  func sync(_ file: Int32) throws(FileFault)
  /// Returns when the names of a folder are on the disk.
  func syncFolder(_ path: String) throws(FileFault)
  /// Gives a file another name; what had that name before loses it.
  func rename(_ path: String, to newPath: String) throws(FileFault)
  /// Gives a file a second name, which nothing may have.
  func link(_ path: String, to newPath: String) throws(FileFault)
  /// Takes a name away.
  func remove(_ path: String) throws(FileFault)
}

/// What a file is opened for. No mode follows a link.
package enum FileMode: Sendable, Hashable {
  /// To be read; it has to be there.
  case reading
  /// To be read and written; it has to be there.
  case writing
  /// To be written; nothing may have its name.
  case creating
  /// To be locked; it is made where it is not there, and never written.
  case locking
}

/// Where a path leads once every link is followed.
package enum PathTarget: Sendable, Hashable {
  /// To what is there, by a path that is no link.
  case present(String)
  /// To nothing yet.
  case absent
  /// To a link whose target is not there.
  case danglingLink
}

/// What the system knows of a file.
package struct FileFacts: Sendable, Hashable {
  /// What a file can be.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A file with bytes.
    case regular = "a file"
    /// A folder.
    case folder = "a folder"
    /// A symbolic link.
    case link = "a link"
    /// A pipe with a name.
    case pipe = "a named pipe"
    /// A terminal, a disk, `/dev/zero`.
    case device = "a device"
    /// A socket.
    case socket = "a socket"
  }

  /// What it is.
  package var kind: Kind
  /// The disk that it is on.
  package var device: UInt64
  /// Its number on that disk.
  package var inode: UInt64
  /// How many names it has.
  package var links: Int
  /// How many bytes it has.
  package var size: Int
  /// Who owns it.
  package var owner: UInt32
  /// The group that owns it.
  package var group: UInt32
  /// Who may read and write it: the lower nine bits.
  package var permissions: UInt16

  /// What is known of a file.
  package init(
    kind: Kind, device: UInt64, inode: UInt64, links: Int, size: Int, owner: UInt32 = 0,
    group: UInt32 = 0, permissions: UInt16 = 0o600
  ) {
    self.kind = kind
    self.device = device
    self.inode = inode
    self.links = links
    self.size = size
    self.owner = owner
    self.group = group
    self.permissions = permissions
  }

  /// Whether both are the same file, by whatever names.
  package func isSameFile(as other: FileFacts) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// A call of the system that failed.
package struct FileFault: Error, Sendable, Hashable {
  /// The call, as people know it: `write`.
  package var call: String
  /// The file.
  package var path: String
  /// The system's number of the error.
  package var code: Int32
  /// What is wrong with the file itself, where that is why and trying again does not help.
  package var reason: String?

  /// A failure of a call.
  package init(_ call: String, _ path: String, code: Int32, reason: String? = nil) {
    self.call = call
    self.path = path
    self.code = code
    self.reason = reason
  }
}
