import Synchronization

/// An output file that is being written under a temporary name, in the folder of its final name. If
/// a signal ends the program, the main thread removes all such files first.
struct UnfinishedOutput: Sendable {
  /// The folders of all such files by temporary name.
  private static let folders = Mutex<[String: OpenFolder]>([:])

  let channel: OutputDescriptor
  private let folder: OpenFolder
  private let name: String
  private let path: String

  /// Creates the file.
  /// - Parameters:
  ///   - facts: the attributes of the file to replace, whose mode is copied; nil if there is none.
  ///   - keepsOwner: whether the owner is copied too.
  ///   - path: the path for error messages.
  init(
    in folder: OpenFolder, like facts: stat?, keepsOwner: Bool, path: String
  ) throws(SinkFailure) {
    (self.folder, self.path) = (folder, path)
    // Until the owner is set, other users must not read a file that replaces an existing one.
    let mode: mode_t = facts == nil ? 0o644 : 0o600
    (name, channel) = try Self.folders.withLock { folders throws(SinkFailure) in
      while true {
        // The name is random, and opening fails if a file or a link with that name exists.
        let name = ".folio-\(String(UInt64.random(in: .min ... .max), radix: 36)).partial"
        let descriptor = folder.openNew(name, mode)
        if descriptor < 0 && errno == EEXIST { continue }
        if descriptor < 0 { throw SinkFailure.system(path) }
        folders[name] = folder
        return (name, OutputDescriptor(descriptor))
      }
    }
    if let facts { setMode(like: facts, keepsOwner: keepsOwner) }
  }

  /// Closes the file and gives it its final name.
  func rename(to newName: String) throws(SinkFailure) {
    let isClosed = close(channel.descriptor) == 0
    try Self.folders.withLock { folders throws(SinkFailure) in
      folders[name] = nil
      if isClosed, folder.rename(name, to: newName) { return }
      let failure = SinkFailure.system(path)
      folder.remove(name)
      throw failure
    }
  }

  /// Closes and removes the file.
  func remove() {
    close(channel.descriptor)
    Self.folders.withLock { folders in
      folder.remove(name)
      folders[name] = nil
    }
  }

  /// Removes all files and ends the program. No file can be created in between.
  static func removeAll(andThen end: () -> Never) -> Never {
    folders.withLock { folders in
      for (name, folder) in folders { folder.remove(name) }
      end()
    }
  }

  /// Copies the owner and the mode of an old file. Group permissions are copied only if the group
  /// is.
  private func setMode(like facts: stat, keepsOwner: Bool) {
    let descriptor = channel.descriptor
    var own = stat()
    var mode = facts.st_mode & 0o777
    unsafe _ = fstat(descriptor, &own)
    if keepsOwner, own.st_uid != facts.st_uid {
      _ = fchown(descriptor, facts.st_uid, gid_t.max)
    }
    let hasGroup =
      own.st_gid == facts.st_gid || keepsOwner && fchown(descriptor, uid_t.max, facts.st_gid) == 0
    if !hasGroup { mode &= ~0o070 }
    _ = fchmod(descriptor, mode)
  }
}
