import FolioNumbers

extension StoreAddress {
  /// Opens the store at this address.
  /// - Throws: the errors of opening a store of this kind.
  package func open(_ access: StoreAccess) throws(StoreFailure) -> sending StoreOperations {
    StoreOperations(try kind.open(path, access, StoreContents()), name: text)
  }

  /// Creates a store with the contents of a document atomically. If this throws, no store exists,
  /// and the call can be repeated.
  /// - Throws: `invalid` if the document is invalid; otherwise the same errors as `book`.
  package func create(
    with document: StoreInput, at time: Timestamp
  ) throws(StoreFailure) -> sending StoreOperations {
    let contents = try StoreOperations.contents(of: document, at: time)
    return StoreOperations(try kind.open(path, .creating, contents), name: text)
  }

  /// Opens the store at this address.
  /// - Parameter access: the access mode; nil opens the store for writing and creates it if
  ///   necessary.
  /// - Throws: the errors of opening a store of this kind.
  public func store(_ access: StoreAccess? = nil) throws(StoreFailure) -> RecordStore {
    do throws(StoreFailure) {
      return RecordStore(try open(access ?? .writing))
    } catch .notFound(.store) where access == nil {
      return RecordStore(try open(.creating))
    }
  }
}

extension RecordStore {
  /// Opens a store in a file: a journal (Specs/stores.md).
  /// - Parameter access: the access mode; nil opens the store for writing and creates it if
  ///   necessary.
  /// - Throws: the errors of opening a journal.
  public static func file(
    _ path: String, _ access: StoreAccess? = nil
  ) throws(StoreFailure) -> RecordStore {
    try StoreAddress(.file, path: path).store(access)
  }
}
