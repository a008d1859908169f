/// Storage in memory, for previews and tests.
package struct MemoryStorage: RecordStorage {
  private var stored: StoreContents

  /// Creates storage with initial contents, by default none.
  package init(holding contents: StoreContents = StoreContents()) { stored = contents }

  /// Returns the current contents.
  package mutating func contents() throws(StoreFailure) -> StoreContents { stored }

  /// Stores a change.
  package mutating func commit(
    _ change: StoreChange, expecting last: Int
  ) throws(StoreFailure) {
    guard last == stored.lastSequence else { throw .conflict(.storeChanged) }
    stored.apply(change)
  }
}
