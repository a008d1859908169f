import Folio

/// A file that is being written under a temporary name in the folder of the one that it replaces.
struct PartialFile {
  let channel: Channel
  private let entry: PartialFiles.Entry
  private let path: String

  /// Makes a file.
  /// - Parameters:
  ///   - facts: the file that it will replace, whose mode it takes; nil where there is none.
  ///   - keepsOwner: whether it takes its owner, too.
  ///   - path: what failures call it.
  init(
    in folder: OpenFolder, like facts: stat?, keepsOwner: Bool, path: String
  ) throws(SinkFailure) {
    self.path = path
    // Until it has its owner, nobody else may read what replaces a file.
    let mode: mode_t = facts == nil ? 0o644 : 0o600
    let descriptor: Int32
    do throws(SinkFailure) {
      (entry, descriptor) = try PartialFiles.make(in: folder, mode: mode)
    } catch {
      throw SinkFailure(reason: "\(path): \(error.reason)")
    }
    channel = Channel(descriptor)
    if let facts { setMode(like: facts, keepsOwner: keepsOwner) }
  }

  /// Ends the file and gives it its name.
  func rename(to name: String) throws(SinkFailure) {
    do throws(SinkFailure) {
      if close(channel.descriptor) != 0 { throw SinkFailure.system() }
      try PartialFiles.keep(entry, as: name)
    } catch {
      PartialFiles.remove(entry)
      throw SinkFailure(reason: "\(path): \(error.reason)")
    }
  }

  /// Removes the file.
  func remove() {
    close(channel.descriptor)
    PartialFiles.remove(entry)
  }

  /// Takes the owner and the mode of an old file. What a group may do is taken over only together
  /// with the group.
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
