import Folio

extension CoinFlip {
  /// A service that keeps the rows in memory, for previews, tests and play without a store.
  public actor LocalDataService: DocumentBacked {
    /// The id of the signed-in user, or `nil` if all rows are visible.
    public let owner: String?
    private var document: Document

    /// Creates a service that starts with these rows.
    /// - Parameter owner: The id of the signed-in user, or `nil` to make all rows visible.
    public init(_ document: Document = Document(), owner: String? = nil) {
      self.document = document
      self.owner = owner
    }

    /// Returns all rows.
    public func rows() -> Document { document }

    /// Applies a change, completely or not at all.
    @discardableResult
    public func apply(_ change: Change) async throws(DataFault) -> Trade? {
      try document.apply(change, by: owner)
    }
  }

  /// A service that saves the rows after every change. A change that cannot be saved is undone.
  public actor StoredDataService: DocumentBacked {
    /// The id of the signed-in user, or `nil` if all rows are visible.
    public let owner: String?
    private let store: any ByteStore
    /// The saved rows, or `nil` before they are loaded.
    private var document: Document?
    private let lock = AsyncLock()

    /// Creates a service. The store is first read on first use.
    /// - Parameter owner: The id of the signed-in user, or `nil` to make all rows visible.
    public init(_ store: any ByteStore, owner: String? = nil) {
      self.store = store
      self.owner = owner
    }

    /// Returns all rows.
    public func rows() async throws(DataFault) -> Document {
      await lock.lock(isolation: self)
      defer { lock.unlock() }
      return try await loaded()
    }

    /// Applies a change, completely or not at all.
    @discardableResult
    public func apply(_ change: Change) async throws(DataFault) -> Trade? {
      // Changes run one at a time. A change that started during a save would not see the saved one.
      await lock.lock(isolation: self)
      defer { lock.unlock() }
      var changed = try await loaded()
      let trade = try changed.apply(change, by: owner)
      if changed != document {
        do {
          try await store.save(changed.json())
        } catch {
          throw .unavailable("\(error)")
        }
        document = changed
      }
      return trade
    }

    private func loaded() async throws(DataFault) -> Document {
      if let document { return document }
      let loaded = try await store.loaded { bytes throws(LedgerFaults) in
        try Source(reading: bytes, name: "store").document
      }
      document = loaded ?? Document()
      return loaded ?? Document()
    }
  }
}

extension CoinFlip.ByteStore {
  /// Loads and parses the saved bytes. Returns `nil` if nothing was saved.
  func loaded<Value>(
    _ read: ([UInt8]) throws(LedgerFaults) -> Value
  ) async throws(CoinFlip.DataFault) -> Value? {
    let bytes: [UInt8]?
    do {
      bytes = try await load()
    } catch {
      throw .unavailable("\(error)")
    }
    do throws(LedgerFaults) {
      return try bytes.map(read)
    } catch {
      throw .corrupt(error.text())
    }
  }
}
