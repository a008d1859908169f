import FolioModel

/// The ids of the groups of a store, read when they are needed.
package final class StoreIDs: SortedIDs {
  private var storage: any RecordStorage

  /// The ids of a store.
  package init(_ store: StoreOperations) { storage = store.storage }

  /// No ids if the store cannot be read. The command that uses an id reports the reason.
  package func ids(from text: String, limit: Int) -> [String] {
    (try? storage.ids(from: text, limit: limit)) ?? []
  }
}
