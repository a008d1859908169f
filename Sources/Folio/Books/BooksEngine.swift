import FolioBooking
import FolioStores

/// Keeps the books of a store up to date.
protocol BooksEngine: Sendable {
  /// The books.
  var state: BookState { get }

  /// Books the groups that changed in the store, and what the head says by now.
  /// - Parameter groups: the newest versions, in order of their change.
  mutating func book(_ groups: [StoredGroup]) async throws(StoreFailure) -> BookChange

  /// The open lots of a symbol, or of all, by symbol.
  func lots(of symbol: String?) async throws(StoreFailure) -> [OpenLot]

  /// The realized gains, in order of booking.
  func gains() async throws(StoreFailure) -> [RealizedGain]

  /// Ends following the store.
  func end()
}
