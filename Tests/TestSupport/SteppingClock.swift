import Synchronization

/// A clock that goes on by a second each time it is read.
final class SteppingClock: Sendable {
  private let readings = Atomic(0)

  /// The time after this reading.
  func read() -> Duration {
    .seconds(readings.add(1, ordering: .relaxed).newValue)
  }
}
