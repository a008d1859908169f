import Folio

/// Shows on a terminal how far a command has come: a line that is drawn over again, with the rate
/// and the time left, and of which nothing is left behind.
///
/// The clock and the terminal are handed in, so that what it draws is a function of them.
final class ProgressBar {
  /// Work that takes less is not worth a line.
  static let patience = Duration.seconds(1)
  /// How often the line is drawn.
  static let interval = Duration.milliseconds(100)

  private let width: Int
  private let clock: () -> Duration
  private let write: (TerminalText) -> Void
  private let begun: Duration
  /// What is counted, when that began, and with how many.
  private var stage: (unit: WorkProgress.Unit, begun: Duration, first: Int)?
  private var lastDrawn: Duration?
  private var isShown = false

  /// A bar on a terminal of so many columns. `clock` tells the time since some beginning.
  init(width: Int, clock: @escaping () -> Duration, write: @escaping (TerminalText) -> Void) {
    self.width = width
    self.clock = clock
    self.write = write
    begun = clock()
  }

  /// Takes note of how far the work has come, and draws it where it is time to.
  func show(_ progress: WorkProgress) {
    let now = clock()
    let isFirst = stage.map { $0.unit != progress.unit || progress.done < $0.first } ?? true
    if isFirst { stage = (progress.unit, now, progress.done) }
    if let total = progress.total, progress.done >= total { return clear() }
    guard now - begun >= Self.patience, let stage else { return }
    if let lastDrawn, now - lastDrawn < Self.interval { return }
    lastDrawn = now
    let text = ProgressText(
      progress, counted: progress.done - stage.first, in: now - stage.begun)
    write("\r\(text.line(width: width - 1))\u{1B}[K")
    isShown = true
  }

  /// Takes the line away, before anything else is written and at the end.
  func clear() {
    guard isShown else { return }
    write("\r\u{1B}[K")
    isShown = false
    // What comes next on the terminal may be more of the same; the line waits its turn.
    lastDrawn = clock()
  }
}
