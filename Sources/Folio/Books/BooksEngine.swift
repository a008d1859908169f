/// Keeps the books of a store up to date.
protocol BooksEngine: Sendable {
  /// The books.
  var state: BookState { get }

  /// Takes over what changed in the store since the last call.
  /// - Returns: nil if nothing did.
  mutating func update() async throws(StoreFailure) -> BookChange?

  /// The open lots of a symbol, or of all, by symbol.
  func lots(of symbol: String?) async throws(StoreFailure) -> [OpenLot]

  /// The realized gains, in order of booking.
  func gains() async throws(StoreFailure) -> [RealizedGain]

  /// Ends following the store.
  func end()
}
