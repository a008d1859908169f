extension RecordStore {
  /// A store in a file: one journal, kept in order by the system's own calls (Specs/stores.md).
  /// - Throws: as `JournalKeeper.init`.
  public static func file(
    _ path: String, _ access: JournalKeeper.Access = .writing
  ) throws(StoreFailure) -> RecordStore {
    RecordStore(StoreBook(try JournalKeeper(path, access)))
  }
}
