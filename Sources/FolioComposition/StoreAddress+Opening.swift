import FolioNumbers
import FolioStores

#if SQLite
import FolioSQLite
#endif

// The one place that knows which keeper of rows belongs to which address.
extension StoreAddress {
  /// Opens the store that lies here.
  /// - Throws: as the keepers do; `unavailable` for SQLite where Folio was built without it.
  public func book(
    _ access: JournalKeeper.Access
  ) throws(StoreFailure) -> sending StoreBook {
    try book(access, holding: StoreContents())
  }

  /// Makes a store here that holds a document, in one step: when this throws, there is none, and it
  /// can be tried again.
  /// - Throws: `invalid` where the document does not check, else as `book`.
  public func create(
    with document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) -> sending StoreBook {
    try book(.creating, holding: try StoreBook.contents(of: document, at: time))
  }

  private func book(
    _ access: JournalKeeper.Access, holding initial: StoreContents
  ) throws(StoreFailure) -> sending StoreBook {
    switch kind {
    case .file: return StoreBook(try JournalKeeper(path, access, holding: initial), name: text)
    case .memory: return StoreBook(MemoryKeeper(holding: initial), name: text)
    case .sqlite:
      #if SQLite
      return StoreBook(try SQLiteKeeper(path, access, holding: initial), name: text)
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
