extension StoreAddress {
  /// The store that a file belongs to: the file itself is one, or its name makes it the lock, an
  /// older version or another companion of one beside it. Stores are recognized by their first
  /// bytes, whether or not anything else names them.
  /// - Returns: nil if the file belongs to no store.
  package static func owner(of path: String) -> StoreAddress? {
    let start = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    for end in [path.endIndex] + path.indices[start...].filter({ ".-".contains(path[$0]) }) {
      let base = String(path[..<end])
      guard let kind = kind(at: base), let store = StoreAddress("\(kind.rawValue):\(base)"),
        end == path.endIndex || belongs(String(path[end...]), kind)
      else { continue }
      return store
    }
    return nil
  }

  /// What kind of store a regular file is, by its first bytes.
  private static func kind(at path: String) -> Kind? {
    let calls = SystemFiles()
    guard case .present(let real)? = try? calls.target(of: path),
      let file = try? calls.open(real, .reading)
    else { return nil }
    defer { calls.close(file) }
    let bytes = (try? calls.read(file, at: 0, count: 64)) ?? []
    if bytes.starts(with: "SQLite format 3\0".utf8) { return .sqlite }
    // The first line of a journal is {"crc32":"9ae0daaf","record":{"after":"00000000",...
    let isJournal =
      bytes.starts(with: "{\"crc32\":\"".utf8)
      && bytes.dropFirst(18).starts(with: "\",\"record\":{\"after\":".utf8)
    return isJournal ? .file : nil
  }
}
