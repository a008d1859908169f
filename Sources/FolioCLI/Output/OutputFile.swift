/// An output file. It gets its final name only once it is complete.
struct OutputFile {
  var isTerminal = false
  /// Writes the next bytes.
  var write: (borrowing [UInt8]) throws(SinkFailure) -> Void
  /// Closes the file and gives it its final name.
  var commit: () throws -> Void = {}
  /// Closes the file and leaves any previous file unchanged.
  var discard: () -> Void = {}
}

extension OutputFile {
  /// Opens a target for writing. A regular file is written under a temporary name and replaces the
  /// old one only once it is complete, so a failure leaves the old file unchanged. Devices, pipes
  /// and open descriptors are written to directly. `check` runs again before a file is replaced.
  init(
    _ target: OutputTarget, path: String, check: @escaping () throws -> Void
  ) throws(SinkFailure) {
    switch target {
    case .open(let descriptor): self.init(OutputDescriptor(descriptor), end: {})
    case .entry(let folder, let name):
      let entry = folder.facts(of: name, followingLinks: false)
      // A link is replaced; its target stays unchanged.
      let isLink = entry?.kind == S_IFLNK
      let facts = isLink ? folder.facts(of: name, followingLinks: true) : entry
      switch facts?.kind {
      case S_IFDIR: throw SinkFailure(reason: OutputTarget.isFolder(path))
      case S_IFREG, nil:
        let file = try UnfinishedOutput(in: folder, like: facts, keepsOwner: !isLink, path: path)
        self.init(file, as: name, check: check)
      default:
        if isLink {
          throw SinkFailure(reason: "\(path): it is a link to a device or a pipe; name that itself")
        }
        try self.init(writingTo: name, in: folder, path)
      }
    }
  }

  private init(_ channel: OutputDescriptor, end: @escaping () throws(SinkFailure) -> Void) {
    self.init(
      isTerminal: channel.isTerminal,
      write: { bytes throws(SinkFailure) in try channel.write(bytes) },
      commit: { try end() }, discard: { try? end() })
  }

  /// Opens a device or a pipe.
  private init(
    writingTo name: String, in folder: OpenFolder, _ path: String
  ) throws(SinkFailure) {
    let descriptor = folder.openForWriting(name)
    guard descriptor >= 0 else { throw SinkFailure.system(path) }
    var facts = stat()
    // Another program may have replaced it with a file.
    guard unsafe fstat(descriptor, &facts) == 0, facts.kind != S_IFREG else {
      close(descriptor)
      throw SinkFailure(reason: "\(path): it has just become another file; try again")
    }
    self.init(
      OutputDescriptor(descriptor),
      end: { () throws(SinkFailure) in
        if close(descriptor) != 0 { throw SinkFailure.system(path) }
      })
  }

  /// Writes a file that gets its name at the end.
  private init(
    _ file: UnfinishedOutput, as name: String, check: @escaping () throws -> Void
  ) {
    self.init(
      write: { bytes throws(SinkFailure) in try file.channel.write(bytes) },
      commit: {
        do {
          try check()
        } catch {
          file.remove()
          throw error
        }
        try file.rename(to: name)
      },
      discard: file.remove)
  }
}
