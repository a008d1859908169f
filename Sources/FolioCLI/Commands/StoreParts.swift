import Folio
import Synchronization

/// The parts of the document of a store, in their order. Some are read ahead on another thread, if
/// one is free: to read and verify a part takes about as long as to book it.
final class StoreParts: Sendable {
  private struct Queue {
    var parts: [[UInt8]] = []
    /// Whether a task fills it.
    var isFilled = false
  }

  private let document: StoreDocument
  private let queue = Mutex(Queue())
  /// The number of the next part to be read. It is locked while that is read.
  private let unread = Mutex(0)

  /// The largest number of parts that wait.
  private static let capacity = 4

  init(of document: StoreDocument) { self.document = document }

  /// The next part; empty after the last one.
  func next() throws(StoreFailure) -> [UInt8] {
    let part = if let part = takeRead() { part } else { try read() }
    startFilling()
    return part
  }

  private func takeRead() -> [UInt8]? {
    queue.withLock { $0.parts.isEmpty ? nil : $0.parts.removeFirst() }
  }

  private func read() throws(StoreFailure) -> [UInt8] {
    try unread.withLock { unread throws(StoreFailure) in
      // The other task may have read it while this one waited.
      if let part = takeRead() { return part }
      let part = try document.part(unread)
      unread += 1
      return part
    }
  }

  private func startFilling() {
    let isDue = queue.withLock { queue in
      if queue.isFilled { return false }
      queue.isFilled = true
      return true
    }
    if isDue { Task.detached { self.fill() } }
  }

  /// Reads parts until enough of them wait.
  private func fill() {
    while readAhead() {}
    queue.withLock { $0.isFilled = false }
  }

  private func readAhead() -> Bool {
    unread.withLock { unread in
      guard queue.withLock({ $0.parts.count < Self.capacity }),
        // The reader finds the same failure, and the same end, itself.
        let part = try? document.part(unread), !part.isEmpty
      else { return false }
      unread += 1
      queue.withLock { $0.parts.append(part) }
      return true
    }
  }
}
