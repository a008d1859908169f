extension StoreAddress {
  /// Opens the store at this address.
  /// - Parameter progress: receives the number of bytes that are read of a file.
  /// - Throws: the errors of opening a store of this kind.
  package func open(
    _ access: StoreAccess, _ progress: StoreKind.Progress? = nil
  ) throws(StoreFailure) -> sending StoreOperations {
    if access == .creating { try requireOwnNames() }
    return StoreOperations(
      try kind.open(path, access, StoreContents(), copy, progress), name: shown)
  }

  /// Opens the store for a reader that takes the document once. What is wrong with rows is found
  /// when they are read, or by `contents`.
  package func document() throws(StoreFailure) -> sending StoreOperations {
    guard let outlined = kind.outlined else { return try open(.reading) }
    return StoreOperations(try outlined(path), name: shown)
  }

  /// Creates a store with the contents of a document atomically. If this throws, no store exists,
  /// and the call can be repeated.
  ///
  /// A long ledger goes to a server in parts. If that is interrupted, the same call sends the rest.
  /// - Parameter progress: receives the number of groups that are sent to a server.
  /// - Throws: `invalid` if the document is invalid; otherwise the same errors as `book`.
  package func create(
    with document: StoreInput, at time: Timestamp, progress: WorkProgress.Receiver? = nil
  ) throws(StoreFailure) -> StoreOperations {
    try requireOwnNames()
    let contents = try StoreOperations.contents(of: document, at: time)
    var store = StoreOperations(try kind.open(path, .creating, contents, nil, nil), name: shown)
    store.report(to: progress)
    try store.storage.complete()
    return store
  }

  /// Opens the store at this address. For a server, this blocks the thread; `opened` does not.
  /// - Parameter access: the access mode; nil opens the store for writing and creates it if
  ///   necessary.
  /// - Throws: the errors of opening a store of this kind.
  public func store(_ access: StoreAccess? = nil) throws(StoreFailure) -> RecordStore {
    try store(access, nil)
  }

  func store(
    _ access: StoreAccess?, _ progress: StoreKind.Progress?
  ) throws(StoreFailure) -> RecordStore {
    do throws(StoreFailure) {
      return RecordStore(try open(access ?? .writing, progress), isShared: access == .sharing)
    } catch .notFound(.store) where access == nil {
      return RecordStore(try open(.creating))
    } catch .notFound(.store) where access == .sharing {
      do throws(StoreFailure) {
        _ = try open(.creating)
      } catch .conflict(.storeExists) {
        // Another program was faster.
      }
      return RecordStore(try open(.sharing, progress), isShared: true)
    }
  }

  /// Opens the store away from the actor of the caller, which may be that of the screen. A store in
  /// a server is opened on a thread of its own.
  ///
  /// A cancelled task stops reading and throws `cancelled`.
  /// - Parameters:
  ///   - access: the access mode; nil opens the store for writing and creates it if necessary.
  ///   - progress: receives the number of bytes that are read of a file.
  /// - Throws: the errors of opening a store of this kind.
  public func opened(
    _ access: StoreAccess? = nil, progress: (@Sendable (WorkProgress) -> Void)? = nil
  ) async throws(StoreFailure) -> RecordStore {
    if Task.isCancelled { throw .cancelled }
    if kind.waitsForServer { return try await StoreOpener().open(self, access, progress) }
    return try store(access, progress)
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
