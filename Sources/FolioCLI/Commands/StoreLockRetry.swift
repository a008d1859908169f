/// Waits for a store that another program has open, so that simultaneous commands run one after the
/// other.
struct StoreLockRetry {
  /// The number of attempts, including the first.
  var attempts = 40
  /// Pauses between two attempts.
  var pause: () -> Void = { usleep(50_000) }

  /// Opens a store, and retries if another program has the journal open for writing. It does not
  /// retry after a disk failure, because a second `fsync` may succeed although the data of the
  /// first is lost. Reading needs no lock, and SQLite waits on its own.
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

  /// Repeats a change if another program changed the store in the meantime.
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
