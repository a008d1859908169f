/// A queue that passes parts of a document from one task to another. It holds at most one part, so
/// memory stays bounded if the consumer is slower than the producer.
actor PartQueue {
  private static let limit = 1
  private var waiting: [CheckedParts.Part] = []
  private var isClosed = false
  /// The task that waits for a part or for space. Never both: only one side can be blocked.
  private var sleeper: CheckedContinuation<Void, Never>?

  /// Returns the next part, or `nil` if the queue is closed and empty.
  func next() async -> CheckedParts.Part? {
    while waiting.isEmpty, !isClosed { await sleep() }
    if waiting.isEmpty { return nil }
    defer { wake() }
    return waiting.removeFirst()
  }

  /// Closes the queue. A part that is already in the queue can still be taken.
  func close() {
    isClosed = true
    wake()
  }

  /// Adds a part.
  /// - Returns: `false` if the queue is closed.
  func put(_ part: CheckedParts.Part) async -> Bool {
    while waiting.count == Self.limit, !isClosed { await sleep() }
    if isClosed { return false }
    waiting.append(part)
    wake()
    return true
  }

  /// Suspends until the other side adds or takes a part, or closes the queue.
  private func sleep() async { await withCheckedContinuation { sleeper = $0 } }

  private func wake() {
    sleeper?.resume()
    sleeper = nil
  }
}
