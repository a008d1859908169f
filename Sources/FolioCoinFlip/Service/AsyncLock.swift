/// A lock for methods of an actor that must not interleave at suspension points. Callers acquire it
/// in order of arrival. It must be used from a single actor.
final class AsyncLock {
  private var isLocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits until the lock is free, and takes it.
  func lock(isolation: isolated any Actor) async {
    if !isLocked {
      isLocked = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Passes the lock to the caller that has waited longest, or releases it.
  func unlock() {
    if waiting.isEmpty { isLocked = false } else { waiting.removeFirst().resume() }
  }
}
