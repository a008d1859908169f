import FolioModel

/// The ids of the groups of a store, read when they are needed.
package final class StoreIDs: SortedIDs {
  private var storage: any RecordStorage

  /// The ids of a store.
  package init(_ store: StoreOperations) { storage = store.storage }

  /// Without ids if the store cannot be read: whoever uses an id of it is told why.
  package func ids(from text: String, limit: Int) -> [String] {
    (try? storage.ids(from: text, limit: limit)) ?? []
  }
}
