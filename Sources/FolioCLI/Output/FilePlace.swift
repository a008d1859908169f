import Folio

/// Where a path leads: to a file, and to a name in a folder. Two paths can lead to one file by
/// links, and to one name by `.` and `..`.
struct FilePlace {
  /// The file that is there, through links; nil where there is none.
  var file: FileIdentity?
  /// The folder; nil for a file that is open already, and where there is none.
  var folder: FileIdentity?
  /// The name in the folder.
  var name = ""
}

extension FilePlace {
  /// Where a path leads.
  init(_ path: String) {
    let (parent, name) = Self.parts(of: path)
    self.init(file: FileIdentity(path: path), folder: FileIdentity(path: parent), name: name)
  }

  /// Whether two places are one file, or one name. Where there is no file yet, the file system may
  /// take capital letters for small ones.
  func isSame(as other: FilePlace) -> Bool {
    if let file, file == other.file { return true }
    guard let folder, folder == other.folder else { return false }
    if name == other.name { return true }
    return (file == nil || other.file == nil) && name.lowercased() == other.name.lowercased()
  }

  /// Whether it is one of a store's files, or would be.
  func isOf(_ store: StoreAddress) -> Bool {
    if let file, store.files.contains(where: { FileIdentity(path: $0) == file }) { return true }
    guard let folder else { return false }
    return store.paths.contains { path in
      let place = FilePlace(path)
      return store.owns(name, beside: place.name) && place.folder == folder
    }
  }

  /// The folder of a path, and the name in it.
  static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, String(path[path.utf8.index(after: slash)...]))
  }
}
