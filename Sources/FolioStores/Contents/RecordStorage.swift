/// The storage behind a store: memory, a journal or a database. Changes are validated before they
/// reach it.
package protocol RecordKeeper {
  /// Reads the current contents.
  mutating func contents() throws(StoreFailure) -> StoreContents

  /// Stores a change atomically: either all of it, or nothing if this throws.
  /// - Parameters:
  ///   - change: the new rows.
  ///   - before: the contents that the change is based on.
  /// - Throws: `conflict` if the store has changed since `before`.
  mutating func commit(
    _ change: StoreChange, after before: StoreContents
  ) throws(StoreFailure)
}

/// Storage in memory, for previews and tests.
package struct MemoryKeeper: RecordKeeper {
  private var kept: StoreContents

  /// Creates storage with initial contents, by default none.
  package init(holding contents: StoreContents = StoreContents()) { kept = contents }

  /// Returns the current contents.
  package mutating func contents() throws(StoreFailure) -> StoreContents { kept }

  /// Stores a change.
  package mutating func commit(
    _ change: StoreChange, after before: StoreContents
  ) throws(StoreFailure) {
    kept.apply(change)
  }
}
