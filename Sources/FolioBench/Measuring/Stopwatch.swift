import FolioSystem

/// Which time counts.
enum ClockKind: String, Sendable, CaseIterable {
  /// The time that the process has had on a processor, in its own code and in the system's. Every
  /// stage is one thread that never waits, so on an idle machine this is the elapsed time, and on a
  /// busy machine the time that would have elapsed.
  case processor
  /// The time that passes.
  case wall
}

/// Takes the time between one lap and the next.
struct Stopwatch {
  private let kind: ClockKind
  private var start: Int

  init(_ kind: ClockKind) {
    self.kind = kind
    start = Self.now(kind)
  }

  /// Nanoseconds since the start or the last lap.
  mutating func lap() -> Int {
    let now = Self.now(kind)
    let time = now - start
    start = now
    return time
  }

  private static func now(_ kind: ClockKind) -> Int {
    var time = timespec()
    let clock = kind == .processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC
    guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
