/// Lets the callers of an actor in one after the other, also where one of them waits for something
/// else meanwhile. It belongs to that actor.
final class Turns {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits until nobody else has the turn, and takes it.
  func take(isolation: isolated any Actor) async {
    if !isTaken {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Gives the turn to whoever has waited longest.
  func pass() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
