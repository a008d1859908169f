extension StoreAddress {
  /// Every file that belongs to the store here: its own, its lock, older versions and files that
  /// are being written, what SQLite keeps beside a database, and the memories of syncs with their
  /// locks. None of them may be written by anything but the store. Some of them may not be there.
  ///
  /// Nothing belongs to a store in memory.
  public var files: [String] {
    var seen: Set<String> = []
    return paths.flatMap { Self.files(of: $0, kind) }.filter { seen.insert($0).inserted }
  }

  /// The path as it was written, and where it leads through links.
  package var paths: [String] {
    guard kind.hasFiles else { return [] }
    switch try? SystemFiles().target(of: path) {
    case .present(let real): return [path, real]
    case .absent, .danglingLink, nil: return [path]
    }
  }

  /// Whether a name in the folder of the store is one of its files', there or not. Capital letters
  /// count as small ones, since some file systems take them for the same.
  package func owns(_ other: String, beside name: String) -> Bool {
    let (other, name) = (other.lowercased(), name.lowercased())
    guard kind.hasFiles, other.utf8.starts(with: name.utf8) else { return false }
    let suffix = String(decoding: other.utf8.dropFirst(name.utf8.count), as: UTF8.self)
    return suffix.isEmpty || Self.belongs(suffix, kind)
  }

  /// What is always named like this, and whatever of the rest there is.
  private static func files(of path: String, _ kind: StoreKind) -> [String] {
    let name = lastName(of: path)
    let names = (try? SystemFiles().names(in: folder(of: path))) ?? []
    let found = names.compactMap { other -> String? in
      guard other.utf8.starts(with: name.utf8) else { return nil }
      let suffix = String(decoding: other.utf8.dropFirst(name.utf8.count), as: UTF8.self)
      return belongs(suffix, kind) ? suffix : nil
    }
    return (kind.suffixes + found).map { path + $0 }
  }

  /// Whether a file beside the store is the store's, by what its name has after that of the store.
  static func belongs(_ suffix: String, _ kind: StoreKind) -> Bool {
    if suffix.hasSuffix(".lock") || suffix.hasSuffix(".partial") { return true }
    if suffix.hasPrefix(".sync-") || suffix == ".device" || suffix == ".devices" { return true }
    return kind.ownsSuffix(suffix)
  }
}
