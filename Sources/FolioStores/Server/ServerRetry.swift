import FolioSystem

/// Repeats calls that may succeed a moment later. The pauses double and vary at random, so that
/// many clients do not call again at the same moment.
struct ServerRetry {
  /// The pauses before the second attempt, the third one, and so on, in milliseconds.
  private static let pauses = [40, 100, 250, 600, 1_500]
  /// The pauses if there are too many requests, and if the answer to a change was lost and the
  /// server may be starting again. A few seconds of waiting are better than a change in doubt.
  private static let longPauses = [500, 1_000, 2_000, 4_000, 8_000]

  private var attempt = 0
  /// Whether an attempt had a connection, and its answer was lost.
  private(set) var hasLost = false

  /// Waits before the next attempt.
  /// - Throws: the fault, if another attempt is of no use.
  mutating func wait(after fault: ServerFault) throws(ServerFault) {
    if fault.isLost { hasLost = true }
    // A server that was reached may be starting again.
    let isComingBack = hasLost && fault.code.hasPrefix("08")
    let isWaiting = fault.status == 429 || hasLost && !fault.isLost
    let pauses = isWaiting ? Self.longPauses : Self.pauses
    guard fault.isRepeatable || isComingBack, attempt < pauses.count else { throw fault }
    // A connection that others have ended is the usual case, and the next one works at once.
    let pause = fault.isLost && attempt == 0 ? 0 : pauses[attempt]
    attempt += 1
    if pause > 0 { try Self.sleep(Int.random(in: pause / 2...pause)) }
  }

  /// Blocks the thread.
  private static func sleep(_ milliseconds: Int) throws(ServerFault) {
    for _ in 0..<(milliseconds + 9) / 10 {
      if Task.isCancelled { throw .cancelled }
      usleep(10_000)
    }
  }
}
