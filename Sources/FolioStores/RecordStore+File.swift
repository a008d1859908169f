extension RecordStore {
  /// A store in a file: one journal, kept in order by the system's own calls (Specs/stores.md).
  /// - Parameter access: how it is opened; nil opens it for writing, and makes it if there is none.
  /// - Throws: as `JournalKeeper.init`.
  public static func file(
    _ path: String, _ access: StoreAccess? = nil
  ) throws(StoreFailure) -> RecordStore {
    try open(.file, path, access)
  }

  /// Opens a store of any kind.
  package static func open(
    _ kind: StoreKind, _ path: String, _ access: StoreAccess?
  ) throws(StoreFailure) -> RecordStore {
    let open = { (access: StoreAccess) throws(StoreFailure) in
      RecordStore(StoreBook(try kind.open(path, access, StoreContents()), name: path))
    }
    if let access { return try open(access) }
    return try StoreAccess.writingOrCreating(open)
  }
}
