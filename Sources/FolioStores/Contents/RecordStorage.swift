/// The storage behind a store: memory, a journal or a database. Changes are validated before they
/// reach it.
package protocol RecordStorage {
  /// Whether opening found a last change that was not completely written, and ignored it.
  var foundIncompleteChange: Bool { get }

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

extension RecordStorage {
  /// Only a journal can hold a part of a change.
  package var foundIncompleteChange: Bool { false }
}

/// Storage in memory, for previews and tests.
package struct MemoryStorage: RecordStorage {
  private var stored: StoreContents

  /// Creates storage with initial contents, by default none.
  package init(holding contents: StoreContents = StoreContents()) { stored = contents }

  /// Returns the current contents.
  package mutating func contents() throws(StoreFailure) -> StoreContents { stored }

  /// Stores a change.
  package mutating func commit(
    _ change: StoreChange, after before: StoreContents
  ) throws(StoreFailure) {
    stored.apply(change)
  }
}
