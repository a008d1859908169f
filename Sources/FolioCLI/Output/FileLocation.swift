/// The location of a file: its identity, and its folder and name. Links can make two paths lead to
/// one file, and `.` and `..` make two paths lead to one name.
struct FileLocation {
  /// The existing file, after following links; nil if there is none.
  var file: FileIdentity?
  /// The folder; nil if it does not exist or if the file is already open.
  var folder: FileIdentity?
  /// The name in the folder.
  var name = ""
}

extension FileLocation {
  /// Resolves a path.
  init(_ path: String) {
    self.init(
      file: FileIdentity(path: path), folder: FileIdentity(path: path.parentFolder),
      name: path.lastPathComponent)
  }

  /// Whether two locations are the same file or the same name. For a file that does not exist yet,
  /// case is ignored, since the file system may be case-insensitive.
  func isSame(as other: FileLocation) -> Bool {
    if let file, file == other.file { return true }
    guard let folder, folder == other.folder else { return false }
    if name == other.name { return true }
    return (file == nil || other.file == nil) && name.lowercased() == other.name.lowercased()
  }

  /// Whether the location is, or would become, one of the files of a store.
  func isOf(_ store: StoreAddress) -> Bool {
    if let file, store.files.contains(where: { FileIdentity(path: $0) == file }) { return true }
    guard let folder else { return false }
    return store.paths.contains { path in
      let place = FileLocation(path)
      return store.owns(name, beside: place.name) && place.folder == folder
    }
  }
}
