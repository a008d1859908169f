/// Parts of a document on their way from one task to the next: no more than one waits, so that
/// memory does not grow when a task is slower than the one before.
actor PartQueue {
  private static let limit = 1
  private var waiting: [CheckedParts.Part] = []
  private var isClosed = false
  /// Who waits for a part, or for room; never both.
  private var sleeper: CheckedContinuation<Void, Never>?

  /// The next part; nil when there will be none.
  func next() async -> CheckedParts.Part? {
    while waiting.isEmpty, !isClosed { await sleep() }
    if waiting.isEmpty { return nil }
    defer { wake() }
    return waiting.removeFirst()
  }

  /// Ends the giving and the taking; what waits can still be taken.
  func close() {
    isClosed = true
    wake()
  }

  /// - Returns: false where nobody wants it.
  func put(_ part: CheckedParts.Part) async -> Bool {
    while waiting.count == Self.limit, !isClosed { await sleep() }
    if isClosed { return false }
    waiting.append(part)
    wake()
    return true
  }

  /// Waits for the other side to do something.
  private func sleep() async { await withCheckedContinuation { sleeper = $0 } }

  private func wake() {
    sleeper?.resume()
    sleeper = nil
  }
}
