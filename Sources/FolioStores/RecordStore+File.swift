extension RecordStore {
  /// Opens a store in a file: a journal (Specs/stores.md).
  /// - Parameter access: the access mode; nil opens the store for writing and creates it if
  ///   necessary.
  /// - Throws: the errors of `JournalKeeper.init`.
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
