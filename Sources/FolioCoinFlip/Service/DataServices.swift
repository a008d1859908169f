extension CoinFlip {
  /// A service that keeps the rows in memory, and saves them in a store after every change if it
  /// has one. A change that cannot be saved is undone.
  public actor LocalDataService: DocumentBacked {
    /// The id of the signed-in user, or `nil` if all rows are visible.
    public let owner: String?
    private let store: (any ByteStore)?
    /// The rows, or `nil` before they are loaded from the store.
    private var document: Document?
    private let lock = AsyncLock()

    /// Creates a service without a store that starts with these rows.
    /// - Parameter owner: The id of the signed-in user, or `nil` to make all rows visible.
    public init(_ document: Document = Document(), owner: String? = nil) {
      self.document = document
      self.owner = owner
      store = nil
    }

    /// Creates a service with a store, which is first read on first use.
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
      if changed != document { try await store?.saveBytes(changed.json()) }
      document = changed
      return trade
    }

    private func loaded() async throws(DataFault) -> Document {
      if let document { return document }
      let loaded = try await store?.loaded { bytes throws(LedgerFaults) in
        try Source(reading: bytes, name: "store").document
      }
      document = loaded ?? Document()
      return loaded ?? Document()
    }
  }
}

extension CoinFlip.ByteStore {
  /// Saves bytes.
  func saveBytes(_ bytes: [UInt8]) async throws(CoinFlip.DataFault) {
    do { try await save(bytes) } catch { throw .unavailable("\(error)") }
  }

  /// Loads and parses the saved bytes. Returns `nil` if nothing was saved.
  func loaded<Value>(
    _ read: ([UInt8]) throws(LedgerFaults) -> Value
  ) async throws(CoinFlip.DataFault) -> Value? {
    let bytes: [UInt8]?
    do { bytes = try await load() } catch { throw .unavailable("\(error)") }
    do throws(LedgerFaults) {
      return try bytes.map(read)
    } catch {
      throw .corrupt(error.text())
    }
  }
}
