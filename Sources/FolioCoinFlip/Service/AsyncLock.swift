/// A lock for the methods of an actor that must not interleave while they await. Waiting callers
/// enter in order. It belongs to that actor.
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

  /// Hands the lock to the caller that has waited longest, or frees it.
  func unlock() {
    if waiting.isEmpty { isLocked = false } else { waiting.removeFirst().resume() }
  }
}
