import Synchronization

/// The time that a portfolio among many may take.
///
/// Booking asks every few groups whether it is over, and then stops with a fault (`F313`). Some
/// callers ignore the faults of a second pass over the same groups, so whoever sets the limit asks
/// once more when the report is made. The answer stays the same once the time is over: books that
/// stopped are never taken for whole ones.
package final class TimeLimit: Sendable {
  private let hasPassed: @Sendable () -> Bool
  private let wasOver = Atomic(false)

  /// - Parameter hasPassed: Returns whether the time has passed. Booking reads no clock itself.
  package init(_ hasPassed: @escaping @Sendable () -> Bool) {
    self.hasPassed = hasPassed
  }

  /// Whether the time is over.
  package var isOver: Bool {
    if wasOver.load(ordering: .relaxed) { return true }
    guard hasPassed() else { return false }
    wasOver.store(true, ordering: .relaxed)
    return true
  }
}

extension TimeLimit: Hashable {
  package static func == (left: TimeLimit, right: TimeLimit) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
