import Synchronization

/// Lets another thread, or the task of a call, end a call that waits for a server.
package final class HTTPCancellation: Sendable {
  private let flag = Atomic(false)
  private let followsTask: Bool

  /// Creates one that ends nothing yet.
  /// - Parameter followsTask: whether a cancelled task ends the call, too. A commit goes on,
  ///   because nobody could tell afterwards whether the server made it.
  package init(withTask followsTask: Bool = true) { self.followsTask = followsTask }

  /// Ends the call.
  package func cancel() { flag.store(true, ordering: .relaxed) }

  /// Whether the call is to end. The thread of the call asks.
  package var isCancelled: Bool {
    flag.load(ordering: .relaxed) || followsTask && Task.isCancelled
  }
}
