import Interchange
import LedgerModel
import Synchronization

/// Parts of a document on their way from the task that reads to the one that books: no more than a
/// few wait, so that memory does not grow when one of the two is slower.
final class PartQueue: Sendable {
  private struct State {
    var waiting: [DocumentPart] = []
    var isClosed = false
    /// Who waits for a part, or for room; never both.
    var sleeper: CheckedContinuation<Void, Never>?
  }

  private static let limit = 1
  private let state = Mutex(State())

  /// Reads parts until there are none, or nobody wants them any more.
  /// - Returns: the reader as it then is, or why it could not read.
  func fill(from start: consuming LedgerParts) async -> Result<LedgerParts, SourceFailure> {
    var parts = start
    do throws(SourceFailure) {
      while let part = try parts.next(), await put(part) {}
    } catch {
      close()
      return .failure(error)
    }
    close()
    return .success(parts)
  }

  /// The next part; nil when there will be none.
  func next() async -> DocumentPart? {
    while true {
      let (part, isClosed) = state.withLock { state in
        let part = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        if part != nil { Self.wake(&state) }
        return (part, state.isClosed)
      }
      if part != nil || isClosed { return part }
      await sleep { $0.waiting.isEmpty && !$0.isClosed }
    }
  }

  /// Ends the giving and the taking; what waits can still be taken.
  func close() {
    state.withLock { state in
      state.isClosed = true
      Self.wake(&state)
    }
  }

  /// - Returns: false where nobody wants it.
  private func put(_ part: DocumentPart) async -> Bool {
    while true {
      let isTaken: Bool? = state.withLock { state in
        if state.isClosed { return false }
        if state.waiting.count == Self.limit { return nil }
        state.waiting.append(part)
        Self.wake(&state)
        return true
      }
      if let isTaken { return isTaken }
      await sleep { $0.waiting.count == Self.limit && !$0.isClosed }
    }
  }

  /// Waits for the other side, unless it was there meanwhile.
  private func sleep(while condition: @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        if !condition(state) { return true }
        state.sleeper = continuation
        return false
      }
      if goesOn { continuation.resume() }
    }
  }

  private static func wake(_ state: inout State) {
    state.sleeper?.resume()
    state.sleeper = nil
  }
}
