import Folio

/// A file that is being written. It takes its name only when all of it is there.
struct OutputFile {
  /// Whether it is a terminal.
  var isTerminal = false
  /// Writes the next bytes.
  var write: (borrowing [UInt8]) throws(SinkFailure) -> Void
  /// Ends it, and gives it its name.
  var keep: () throws -> Void
  /// Ends it, and leaves what was there before.
  var drop: () -> Void
}

extension OutputFile {
  /// Opens a target for writing. A file is written beside what is there and replaces it only when
  /// all is written, so that a failure leaves the old file as it was. A device, a pipe and what is
  /// open already are written to. `check` is asked once more before anything is replaced.
  init(
    _ target: OutputTarget, path: String, check: @escaping () throws -> Void
  ) throws(SinkFailure) {
    switch target {
    case .open(let descriptor): self.init(Channel(descriptor), end: {})
    case .entry(let folder, let name):
      let entry = folder.facts(of: name, followingLinks: false)
      // A link is replaced, and what it leads to stays as it is.
      let isLink = entry?.kind == S_IFLNK
      let facts = isLink ? folder.facts(of: name, followingLinks: true) : entry
      switch facts?.kind {
      case S_IFDIR: throw SinkFailure(reason: OutputTarget.isFolder(path))
      case S_IFREG, nil:
        let file = try PartialFile(in: folder, like: facts, keepsOwner: !isLink, path: path)
        self.init(file, as: name, check: check)
      default:
        if isLink {
          throw SinkFailure(reason: "\(path): it is a link to a device or a pipe; name that itself")
        }
        try self.init(writingTo: name, in: folder, path)
      }
    }
  }

  private init(_ channel: Channel, end: @escaping () throws(SinkFailure) -> Void) {
    self.init(
      isTerminal: channel.isTerminal,
      write: { bytes throws(SinkFailure) in try channel.write(bytes) },
      keep: {
        try end()
      },
      drop: { try? end() })
  }

  /// A device or a pipe.
  private init(
    writingTo name: String, in folder: OpenFolder, _ path: String
  ) throws(SinkFailure) {
    let descriptor = folder.openForWriting(name)
    guard descriptor >= 0 else { throw SinkFailure.system(path) }
    var facts = stat()
    // Somebody may have put a file in its place.
    guard unsafe fstat(descriptor, &facts) == 0, facts.kind != S_IFREG else {
      close(descriptor)
      throw SinkFailure(reason: "\(path): it has just become another file; try again")
    }
    self.init(
      Channel(descriptor),
      end: { () throws(SinkFailure) in
        if close(descriptor) != 0 { throw SinkFailure.system(path) }
      })
  }

  /// A file that takes its name at the end.
  private init(
    _ file: PartialFile, as name: String, check: @escaping () throws -> Void
  ) {
    self.init(
      write: { bytes throws(SinkFailure) in try file.channel.write(bytes) },
      keep: {
        do {
          try check()
        } catch {
          file.remove()
          throw error
        }
        try file.rename(to: name)
      },
      drop: file.remove)
  }
}
