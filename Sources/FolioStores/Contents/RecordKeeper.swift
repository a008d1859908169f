/// Where the rows of a store lie: memory, a journal, a database. What may be kept is decided
/// above it.
package protocol RecordKeeper {
  /// What is kept now.
  mutating func contents() throws(StoreFailure) -> StoreContents

  /// Keeps a change wholly, or throws and keeps nothing of it.
  /// - Parameters:
  ///   - change: what is new.
  ///   - before: what the change was made from.
  /// - Throws: `conflict` where something else is kept by now than `before`.
  mutating func commit(
    _ change: StoreChange, after before: StoreContents
  ) throws(StoreFailure)
}

/// Keeps rows in memory: for previews and tests.
package struct MemoryKeeper: RecordKeeper {
  private var kept: StoreContents

  /// A store in which nothing is kept, or what it is to begin with.
  package init(holding contents: StoreContents = StoreContents()) { kept = contents }

  /// What is kept now.
  package mutating func contents() throws(StoreFailure) -> StoreContents { kept }

  /// Keeps a change.
  package mutating func commit(
    _ change: StoreChange, after before: StoreContents
  ) throws(StoreFailure) {
    kept.apply(change)
  }
}
