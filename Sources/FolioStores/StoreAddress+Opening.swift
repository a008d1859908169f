import FolioNumbers

extension StoreAddress {
  /// Opens the store at this address.
  /// - Throws: what opening a store of this kind throws.
  package func book(_ access: StoreAccess) throws(StoreFailure) -> sending StoreBook {
    StoreBook(try kind.open(path, access, StoreContents()), name: text)
  }

  /// Makes a store that holds a document, in one step: if this throws, there is none, and it can be
  /// tried again.
  /// - Throws: `invalid` if the document does not check, else as `book`.
  package func create(
    with document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) -> sending StoreBook {
    let contents = try StoreBook.contents(of: document, at: time)
    return StoreBook(try kind.open(path, .creating, contents), name: text)
  }

  /// Opens the store at this address for writing, and makes it if there is none.
  /// - Throws: as `book`.
  public func store() throws(StoreFailure) -> RecordStore {
    try StoreAccess.writingOrCreating { access throws(StoreFailure) in
      RecordStore(try book(access))
    }
  }
}
