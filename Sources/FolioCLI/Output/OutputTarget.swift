/// The destination of an output, before anything is written.
enum OutputTarget {
  /// A file that is already open: standard output, or a descriptor such as `/dev/fd/3`.
  case open(Int32)
  /// A name in a folder. The file may not exist yet.
  case entry(OpenFolder, name: String)

  /// Resolves a path. `/dev/stdout` and `/dev/fd/3` are files that are already open.
  init(_ path: String) throws(SinkFailure) {
    let name = path.lastPathComponent
    let folder = try OpenFolder(path.parentFolder)
    if let number = Self.descriptor(name, in: folder) {
      // Descriptors that the program opened itself are not valid outputs. They close on exec, so
      // this flag identifies them.
      guard fcntl(number, F_GETFD) == 0 else {
        throw SinkFailure(reason: "\(path): the program was started without this descriptor")
      }
      self = .open(number)
    } else if ["", ".", ".."].contains(name) {
      throw SinkFailure(reason: Self.isFolder(path))
    } else {
      self = .entry(folder, name: name)
    }
  }

  /// The location of the output; nil for a device, which stores nothing.
  var place: FileLocation? {
    switch self {
    case .open(let descriptor):
      var facts = stat()
      guard unsafe fstat(descriptor, &facts) == 0, facts.kind == S_IFREG else { return nil }
      return FileLocation(file: FileIdentity(facts))
    case .entry(let folder, let name):
      let facts = folder.facts(of: name, followingLinks: true)
      // A pipe that is both input and output would feed itself.
      let isKept = facts.map { $0.kind == S_IFREG || $0.kind == S_IFIFO } ?? true
      guard isKept else { return nil }
      return FileLocation(
        file: facts.map { FileIdentity($0) }, folder: folder.identity, name: name)
    }
  }

  static func isFolder(_ path: String) -> String { "\(path): it is a folder; name a file in it" }

  /// The number of a descriptor by its name in `/dev` or `/dev/fd`; nil for other names.
  private static func descriptor(_ name: String, in folder: OpenFolder) -> Int32? {
    if folder.identity == FileIdentity(path: "/dev") {
      return ["stdin": 0, "stdout": 1, "stderr": 2][name]
    }
    guard folder.identity == FileIdentity(path: "/dev/fd") else { return nil }
    return Int32(name).flatMap { "\($0)" == name ? $0 : nil }
  }
}

extension stat {
  /// The file type: `S_IFREG`, `S_IFDIR` and so on.
  var kind: mode_t { st_mode & S_IFMT }
}
