import Folio

extension CoinFlip {
  /// The data in memory: for previews, for tests, and for playing without a store.
  public actor LocalDataService: DocumentBacked {
    /// The user who is signed in; nil where all rows are to be had.
    public let owner: String?
    private var document: Document

    /// A service that begins with these rows.
    /// - Parameter owner: the user whose rows alone are seen and changed; nil for all.
    public init(_ document: Document = Document(), owner: String? = nil) {
      self.document = document
      self.owner = owner
    }

    /// Makes a change; where it throws, or can't be kept, nothing has changed.
    public func perform<Answer: Sendable>(
      _ change: @Sendable (inout Document) throws(DataFault) -> Answer
    ) async throws(DataFault) -> Answer {
      var changed = document
      let answer = try change(&changed)
      document = changed
      return answer
    }
  }

  /// The data in a store, written after every change. A change that the store refuses is undone.
  public actor StoredDataService: DocumentBacked {
    /// The user who is signed in; nil where all rows are to be had.
    public let owner: String?
    private let store: any ByteStore
    /// What is stored; nil until it was loaded.
    private var document: Document?
    private let lock = AsyncLock()

    /// A service over a store; it is read at the first operation.
    /// - Parameter owner: the user whose rows alone are seen and changed; nil for all.
    public init(_ store: any ByteStore, owner: String? = nil) {
      self.store = store
      self.owner = owner
    }

    /// Makes a change; where it throws, or can't be kept, nothing has changed.
    public func perform<Answer: Sendable>(
      _ change: @Sendable (inout Document) throws(DataFault) -> Answer
    ) async throws(DataFault) -> Answer {
      // One change at a time: another that began while the store writes would not see it.
      await lock.lock(isolation: self)
      defer { lock.unlock() }
      let before = try await loaded()
      var changed = before
      let answer = try change(&changed)
      if changed != before {
        do {
          try await store.save(changed.json())
        } catch {
          throw .unavailable("\(error)")
        }
      }
      document = changed
      return answer
    }

    private func loaded() async throws(DataFault) -> Document {
      if let document { return document }
      let bytes: [UInt8]?
      do {
        bytes = try await store.load()
      } catch {
        throw .unavailable("\(error)")
      }
      guard let bytes else { return Document() }
      do throws(LedgerFaults) {
        return try Source(reading: bytes, name: "store").document
      } catch {
        throw .corrupt(error.text())
      }
    }
  }
}
