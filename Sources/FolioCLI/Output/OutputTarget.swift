import Folio

/// Where an output goes, before anything is written to it.
enum OutputTarget {
  /// A file that is open already: standard output, or what `/dev/fd/3` names.
  case open(Int32)
  /// A name in a folder, there or not.
  case entry(OpenFolder, name: String)

  /// Finds out what a path is: `/dev/stdout` and `/dev/fd/3` are files that are open already.
  init(_ path: String) throws(SinkFailure) {
    let (parent, name) = FilePlace.parts(of: path)
    let folder = try OpenFolder(parent)
    if let number = Self.descriptor(name, in: folder) {
      // What the program itself has open is closed on exec, and nobody means that.
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

  /// Where the output will be found; nil for a device, which keeps nothing.
  var place: FilePlace? {
    switch self {
    case .open(let descriptor):
      var facts = stat()
      guard unsafe fstat(descriptor, &facts) == 0, facts.kind == S_IFREG else { return nil }
      return FilePlace(file: FileIdentity(facts))
    case .entry(let folder, let name):
      let facts = folder.facts(of: name, followingLinks: true)
      // A pipe that is read and written would feed itself.
      let isKept = facts.map { $0.kind == S_IFREG || $0.kind == S_IFIFO } ?? true
      guard isKept else { return nil }
      return FilePlace(
        file: facts.map { FileIdentity($0) }, folder: folder.identity, name: name)
    }
  }

  static func isFolder(_ path: String) -> String { "\(path): it is a folder; name a file in it" }

  /// The number of a descriptor that has a name in the folders of the system for that.
  private static func descriptor(_ name: String, in folder: OpenFolder) -> Int32? {
    if folder.identity == FileIdentity(path: "/dev") {
      return ["stdin": 0, "stdout": 1, "stderr": 2][name]
    }
    guard folder.identity == FileIdentity(path: "/dev/fd") else { return nil }
    return Int32(name).flatMap { "\($0)" == name ? $0 : nil }
  }
}

extension stat {
  /// What kind of file it is: `S_IFREG`, `S_IFDIR`.
  var kind: mode_t { st_mode & S_IFMT }
}
