import Folio

/// A file that is being written under a temporary name, in the folder of the file that it replaces.
struct PartialFile {
  let channel: OutputDescriptor
  private let entry: PartialFiles.Entry
  private let path: String

  /// Creates the file.
  /// - Parameters:
  ///   - facts: the attributes of the file to replace, whose mode is copied; nil if there is none.
  ///   - keepsOwner: whether the owner is copied too.
  ///   - path: the path for error messages.
  init(
    in folder: OpenFolder, like facts: stat?, keepsOwner: Bool, path: String
  ) throws(SinkFailure) {
    self.path = path
    // Until the owner is set, other users must not read a file that replaces an existing one.
    let mode: mode_t = facts == nil ? 0o644 : 0o600
    guard let (entry, descriptor) = PartialFiles.make(in: folder, mode: mode) else {
      throw SinkFailure.system(path)
    }
    self.entry = entry
    channel = OutputDescriptor(descriptor)
    if let facts { setMode(like: facts, keepsOwner: keepsOwner) }
  }

  /// Closes the file and gives it its final name.
  func rename(to name: String) throws(SinkFailure) {
    if close(channel.descriptor) == 0, PartialFiles.keep(entry, as: name) { return }
    let failure = SinkFailure.system(path)
    PartialFiles.remove(entry)
    throw failure
  }

  /// Closes and removes the file.
  func remove() {
    close(channel.descriptor)
    PartialFiles.remove(entry)
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
