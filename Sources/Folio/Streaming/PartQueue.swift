import Interchange
import LedgerModel

/// Parts of a document on their way from the task that reads to the one that books: no more than a
/// few wait, so that memory does not grow when one of the two is slower.
actor PartQueue {
  private static let limit = 1
  private var waiting: [DocumentPart] = []
  private var isClosed = false
  /// Who waits for a part, or for room; never both.
  private var sleeper: CheckedContinuation<Void, Never>?

  /// Reads parts until there are none, or nobody wants them any more. The reading itself is done
  /// beside the queue, so that nobody who takes a part waits for the next.
  /// - Returns: the reader as it then is, or why it could not read.
  nonisolated func fill(
    from start: consuming LedgerParts
  ) async -> Result<LedgerParts, SourceFailure> {
    var parts = start
    do throws(SourceFailure) {
      while let part = try parts.next(), await put(part) {}
    } catch {
      await close()
      return .failure(error)
    }
    await close()
    return .success(parts)
  }

  /// The next part; nil when there will be none.
  func next() async -> DocumentPart? {
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
  private func put(_ part: DocumentPart) async -> Bool {
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
