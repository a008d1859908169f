/// An open folder. Files are created and renamed in this same folder even if its path changes.
final class OpenFolder: Sendable {
  let identity: FileIdentity
  private let descriptor: Int32

  /// Opens a folder.
  init(_ path: String) throws(SinkFailure) {
    #if os(Linux)
    // O_PATH, which Swift does not import. It allows folders without read permission.
    let access: Int32 = 0o10_000_000
    #else
    let access = O_RDONLY
    #endif
    descriptor = unsafe open(path, access | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, let identity = FileIdentity(descriptor: descriptor) else {
      throw SinkFailure.system(path)
    }
    self.identity = identity
  }

  deinit { close(descriptor) }

  /// The attributes of a name, of a link itself or of its target; nil if it does not exist.
  func facts(of name: String, followingLinks: Bool) -> stat? {
    var facts = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    return unsafe fstatat(descriptor, name, &facts, flags) == 0 ? facts : nil
  }

  /// Opens a device or a pipe for writing without following links.
  func openForWriting(_ name: String) -> Int32 {
    unsafe openat(descriptor, name, O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC)
  }

  /// Creates a file. Fails if the name exists, even as a link.
  func openNew(_ name: String, _ mode: mode_t) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    return unsafe openat(descriptor, name, flags, mode)
  }

  /// Renames a file and replaces any file with the new name. A link is replaced itself, not its
  /// target.
  func rename(_ name: String, to newName: String) -> Bool {
    unsafe renameat(descriptor, name, descriptor, newName) == 0
  }

  func remove(_ name: String) { unsafe _ = unlinkat(descriptor, name, 0) }
}
