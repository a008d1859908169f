extension StoreAddress {
  /// Returns the store that a file belongs to. Either the file is the store itself, or its name
  /// marks it as the lock, an older version or another auxiliary file of a store in the same
  /// folder. Stores are recognized by their first bytes.
  /// - Returns: nil if the file belongs to no store of these kinds.
  package static func owner(of path: String, kinds: [StoreKind]) -> StoreAddress? {
    let start = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    for end in [path.endIndex] + path.indices[start...].filter({ ".-".contains(path[$0]) }) {
      let base = String(path[..<end])
      guard let bytes = firstBytes(of: base),
        let kind = kinds.first(where: { $0.recognizes(bytes) }),
        end == path.endIndex || belongs(String(path[end...]), kind)
      else { continue }
      return StoreAddress("\(kind.name):\(base)", kinds: kinds)
    }
    return nil
  }

  /// Checks that a new store gets no file of another one: neither is its name that of a file of
  /// another store, nor is one of its own files there and a store.
  /// - Throws: `conflict`.
  func requireOwnNames() throws(StoreFailure) {
    guard kind.hasFiles else { return }
    if let other = Self.owner(of: path, kinds: StoreKind.inFiles), other.path != path {
      throw .conflict(
        .nameOfStoreFile("'\(path)' is the name of a file of the store '\(other.path)'"))
    }
    // Names that are made by chance, such as that of an unfinished file, are never used again.
    for file in kind.suffixes.map({ path + $0 }) where file != path {
      if let other = Self.owner(of: file, kinds: StoreKind.inFiles), other.path == file {
        throw .conflict(
          .nameOfStoreFile("'\(path)' would write the file '\(file)', which is a store"))
      }
    }
  }

  private static func firstBytes(of path: String) -> [UInt8]? {
    let calls = SystemFiles()
    guard case .present(let real)? = try? calls.target(of: path),
      let file = try? calls.open(real, .reading)
    else { return nil }
    defer { calls.close(file) }
    return try? calls.read(file, at: 0, count: 100)
  }
}
