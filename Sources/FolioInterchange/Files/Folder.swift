import FolioSystem

/// A folder of ledgers.
public enum Folder {
  /// Whether a file in a folder is a ledger: its name ends in `.json` or `.ndjson`, and does not
  /// begin with a dot.
  public static func isLedger(_ name: String) -> Bool {
    (name.hasSuffix(".json") || name.hasSuffix(".ndjson")) && !name.hasPrefix(".")
  }

  /// The paths of the ledgers in a folder, in order of the bytes of their names, without those in
  /// its subfolders.
  /// - Returns: nil if the path is not a folder. A name that is not UTF-8 is escaped (`\xff`), so
  ///   opening it fails.
  public static func ledgers(in path: String) throws(SourceFailure) -> [String]? {
    guard let entries = try entries(in: path) else { return nil }
    let start = path.hasSuffix("/") ? path : path + "/"
    return entries.filter { isLedger($0) }.map { start + $0 }
  }

  /// The names in a folder, in order of their bytes. Those of subfolders end with a slash.
  /// - Returns: nil if the path is not a folder. A name that is not UTF-8 is escaped (`\xff`), so
  ///   opening it fails.
  package static func entries(in path: String) throws(SourceFailure) -> [String]? {
    guard let stream = unsafe opendir(path) else {
      // The path may be a file, whose faults are found when it is read.
      if errno == ENOTDIR { return nil }
      throw SourceFailure(name: path, reason: FileSource.reason(errno))
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
        unsafe Array(buffer.prefix { $0 != 0 })
      }
      if bytes == [0x2E] || bytes == [0x2E, 0x2E] { continue }
      let name = String(validating: bytes, as: UTF8.self) ?? bytes.shown
      names.append(unsafe isFolder(bytes, in: dirfd(stream)) ? name + "/" : name)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func isFolder(_ name: [UInt8], in folder: Int32) -> Bool {
    var facts = stat()
    let path = name.map { CChar(bitPattern: $0) } + [0]
    return unsafe fstatat(folder, path, &facts, 0) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}
