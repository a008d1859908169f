/// The ids of the groups of a store, read when they are needed.
package final class StoreIDs: SortedIDs {
  private var storage: any RecordStorage

  /// The ids of a store.
  package init(_ store: StoreOperations) { storage = store.storage }

  /// Returns no ids if the store cannot be read. The command then fails when it reads the store,
  /// and reports the reason.
  package func ids(from text: String, limit: Int) -> [String] {
    (try? storage.ids(from: text, limit: limit)) ?? []
  }
}
