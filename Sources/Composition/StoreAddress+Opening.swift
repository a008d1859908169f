import Stores

#if SQLite
import SQLiteStores
#endif

// The one place that knows which keeper of rows belongs to which address.
extension StoreAddress {
  /// Opens the store that lies here.
  /// - Throws: as the keepers do; `unavailable` for SQLite where Folio was built without it.
  public func book(
    _ access: JournalKeeper.Access
  ) throws(StoreFailure) -> sending StoreBook {
    switch kind {
    case .file: return StoreBook(try JournalKeeper(path, access), name: text)
    case .memory: return StoreBook(MemoryKeeper(), name: text)
    case .sqlite:
      #if SQLite
      return StoreBook(try SQLiteKeeper(path, access), name: text)
      #else
      throw .unavailable(
        "\(text): this Folio was built without SQLite; build it with "
          + "'swift build --traits SQLite'")
      #endif
    }
  }

  /// Opens the store that lies here for writing, and makes it where there is none.
  /// - Throws: as `book`.
  public func store() throws(StoreFailure) -> RecordStore {
    try JournalKeeper.Access.open(nil) { access throws(StoreFailure) in
      RecordStore(try book(access))
    }
  }
}
