import Foundation

/// A clock that stands still until a test moves it.
final class SteppedClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let now = Instant(offset: .zero)
  let minimumResolution = Duration.zero
  private let sleeps = AsyncStream.makeStream(of: Duration.self)
  private let wakes = AsyncStream.makeStream(of: Void.self)

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    sleeps.continuation.yield(deadline.offset)
    for await _ in wakes.stream { break }
    try Task.checkCancellation()
  }

  /// Waits until somebody sleeps, and says how long that is to be.
  func slept() async -> Duration? {
    for await duration in sleeps.stream { return duration }
    return nil
  }

  func wake() { wakes.continuation.yield() }
}
