/// A progress line on a terminal, with the rate and the remaining time. It is redrawn in place and
/// removed at the end.
///
/// The clock and the output function are parameters, so tests can control them.
final class ProgressBar {
  /// Work that takes less time shows no line.
  static let delay = Duration.seconds(1)
  /// The minimum time between two redraws.
  static let interval = Duration.milliseconds(100)

  private let width: Int
  private let clock: () -> Duration
  private let write: (TerminalText) -> Void
  private let begun: Duration
  /// The unit of the current stage, its start time, and the count at its start.
  private var stage: (unit: WorkProgress.Unit, begun: Duration, first: Int)?
  private var lastDrawn: Duration?
  private var isShown = false

  /// Creates a bar for a terminal of this width in columns. `clock` returns the time elapsed.
  init(width: Int, clock: @escaping () -> Duration, write: @escaping (TerminalText) -> Void) {
    self.width = width
    self.clock = clock
    self.write = write
    begun = clock()
  }

  /// Records the progress and redraws the line if it is due.
  func show(_ progress: WorkProgress) {
    let now = clock()
    let isFirst = stage.map { $0.unit != progress.unit || progress.done < $0.first } ?? true
    if isFirst { stage = (progress.unit, now, progress.done) }
    if let total = progress.total, progress.done >= total { return clear() }
    guard now - begun >= Self.delay, let stage else { return }
    if let lastDrawn, now - lastDrawn < Self.interval { return }
    lastDrawn = now
    let text = ProgressText(
      progress, counted: progress.done - stage.first, in: now - stage.begun)
    write("\r\(text.line(width: width - 1))\u{1B}[K")
    isShown = true
  }

  /// Removes the line. Called before any other output and at the end.
  func clear() {
    guard isShown else { return }
    write("\r\u{1B}[K")
    isShown = false
    // More output may follow, so the line waits for the next interval.
    lastDrawn = clock()
  }
}
