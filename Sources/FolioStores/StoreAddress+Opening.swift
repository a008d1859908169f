import FolioNumbers

extension StoreAddress {
  /// Opens the store at this address.
  /// - Throws: the errors of opening a store of this kind.
  package func book(_ access: StoreAccess) throws(StoreFailure) -> sending StoreBook {
    StoreBook(try kind.open(path, access, StoreContents()), name: text)
  }

  /// Creates a store with the contents of a document atomically. If this throws, no store exists,
  /// and the call can be repeated.
  /// - Throws: `invalid` if the document is invalid; otherwise the same errors as `book`.
  package func create(
    with document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) -> sending StoreBook {
    let contents = try StoreBook.contents(of: document, at: time)
    return StoreBook(try kind.open(path, .creating, contents), name: text)
  }

  /// Opens the store at this address for writing and creates it if necessary.
  /// - Throws: the same errors as `book`.
  public func store() throws(StoreFailure) -> RecordStore {
    try StoreAccess.writingOrCreating { access throws(StoreFailure) in
      RecordStore(try book(access))
    }
  }
}
