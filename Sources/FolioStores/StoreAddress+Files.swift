extension StoreAddress {
  /// All files that belong to the store: the file itself, its lock, older versions, temporary
  /// files, the auxiliary files of SQLite, and the sync states with their locks. Only the store
  /// may write them. Some of them may not exist.
  ///
  /// The result is empty for a store in memory.
  public var files: [String] {
    var seen: Set<String> = []
    return paths.flatMap { Self.files(of: $0, kind) }.filter { seen.insert($0).inserted }
  }

  /// The path as written, and the path with links resolved.
  package var paths: [String] {
    guard kind.hasFiles else { return [] }
    switch try? SystemFiles().target(of: path) {
    case .present(let real): return [path, real]
    case .absent, .danglingLink, nil: return [path]
    }
  }

  /// Whether a name in the folder of the store is a name of one of its files, even if the file does
  /// not exist. Ignores case, since some file systems do.
  package func owns(_ other: String, beside name: String) -> Bool {
    guard kind.hasFiles, let suffix = Self.suffix(of: other.lowercased(), after: name.lowercased())
    else { return false }
    return suffix.isEmpty || Self.belongs(suffix, kind)
  }

  /// The rest of a file name after the name of a store; nil if it begins differently.
  private static func suffix(of other: String, after name: String) -> String? {
    guard other.utf8.starts(with: name.utf8) else { return nil }
    return String(decoding: other.utf8.dropFirst(name.utf8.count), as: UTF8.self)
  }

  /// The files that a store always has, and all other existing ones.
  private static func files(of path: String, _ kind: StoreKind) -> [String] {
    let name = path.lastPathComponent
    let names = (try? SystemFiles().names(in: path.parentFolder)) ?? []
    let found = names.compactMap { suffix(of: $0, after: name) }.filter { belongs($0, kind) }
    return (kind.suffixes + found).map { path + $0 }
  }

  /// Whether a file next to the store belongs to it, by the suffix after the name of the store.
  static func belongs(_ suffix: String, _ kind: StoreKind) -> Bool {
    if suffix.hasSuffix(".lock") || suffix.hasSuffix(".partial") { return true }
    if suffix.hasPrefix(".sync-") || suffix == ".device" || suffix == ".devices" { return true }
    return kind.suffixes.contains(suffix) && !suffix.isEmpty || kind.ownsSuffix(suffix)
  }
}
