import FolioNumbers

extension RecordStore {
  /// A store in a file: one journal, kept in order by the system's own calls (Specs/stores.md).
  /// - Parameter access: how it is opened; nil opens it for writing, and makes it where there is
  ///   none.
  /// - Throws: as `JournalKeeper.init`.
  public static func file(
    _ path: String, _ access: JournalKeeper.Access? = nil
  ) throws(StoreFailure) -> RecordStore {
    let keeper = try JournalKeeper.Access.open(access) { access throws(StoreFailure) in
      try JournalKeeper(path, access)
    }
    return RecordStore(StoreBook(keeper, name: path))
  }

  /// Makes a store in a file that holds a document, in one step: when this throws, there is none,
  /// and it can be tried again.
  /// - Throws: `invalid` where the document does not check, else as `JournalKeeper.init`.
  public static func createFile(
    _ path: String, with document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) -> RecordStore {
    let contents = try StoreBook.contents(of: document, at: time)
    return RecordStore(
      StoreBook(try JournalKeeper(path, .creating, holding: contents), name: path))
  }
}

extension JournalKeeper.Access {
  /// Opens something that is kept. Without an access it is opened for writing, and made where there
  /// is none.
  public static func open<Kept>(
    _ access: Self?, _ body: (Self) throws(StoreFailure) -> Kept
  ) throws(StoreFailure) -> Kept {
    if let access { return try body(access) }
    do throws(StoreFailure) {
      return try body(.writing)
    } catch .notFound(.store) {
      return try body(.creating)
    }
  }
}
