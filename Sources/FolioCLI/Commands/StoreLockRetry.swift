import Folio

/// Waits for a store that another program has open: two commands at once are done one after the
/// other.
struct StoreLockRetry {
  /// How often an opening is tried in all.
  var attempts = 40
  /// Waits between two attempts.
  var pause: () -> Void = { usleep(50_000) }

  /// Opens a journal for writing, and tries again while another program has it open. A disk that
  /// failed is not tried again: a second sync may succeed although the data of the first is lost.
  /// Reading needs no lock, a new store has none, and SQLite waits by itself.
  func open<Kept>(
    _ address: StoreAddress, _ access: StoreAccess,
    _ body: (StoreAddress, StoreAccess) throws(StoreFailure) -> sending Kept
  ) throws(StoreFailure) -> sending Kept {
    if access == .writing, address.kind == .file {
      for _ in 1..<max(1, attempts) {
        do throws(StoreFailure) {
          return try body(address, access)
        } catch .inUse {
          pause()
        }
      }
    }
    return try body(address, access)
  }

  /// Makes a change again that was worked out from what another program has changed since.
  func change<Answer>(
    _ body: () throws(StoreFailure) -> Answer
  ) throws(StoreFailure) -> Answer {
    for _ in 1..<max(1, attempts) {
      do throws(StoreFailure) {
        return try body()
      } catch .conflict(.storeChanged) {
        continue
      }
    }
    return try body()
  }
}
