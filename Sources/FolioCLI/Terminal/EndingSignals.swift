import Folio

/// The signals that end the program. They are blocked everywhere, and the main thread waits for
/// them: what they have to clean up is ordinary code then, and no handler interrupts anything.
///
/// A signal that the caller has the program ignore, as `nohup` does, stays ignored.
enum EndingSignals {
  private static let numbers = [
    SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
    SIGVTALRM, SIGPROF,
  ]

  /// Those of them that the caller does not have the program ignore.
  private static let caught = numbers.filter(isCaught)

  /// Blocks the signals. Threads that are made later inherit that, so this comes first.
  static func block() {
    var set = signals()
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for one of the signals, and ends the program by it.
  static func wait() -> Never {
    var set = signals()
    while true {
      var number: Int32 = 0
      if unsafe sigwait(&set, &number) == 0 { end(by: number) }
    }
  }

  /// Ends the program like one that writes to a pipe that nobody reads; where the caller ignores
  /// that signal, the failed write is an error like any other.
  static func endByClosedPipe() {
    if caught.contains(SIGPIPE) { end(by: SIGPIPE) }
    errno = EPIPE
  }

  private static func end(by number: Int32) -> Never {
    PartialFiles.removeAll {
      var set = sigset_t()
      unsafe sigemptyset(&set)
      unsafe sigaddset(&set, number)
      unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
      raise(number)
      // The first process of a container is not ended by a signal of its own.
      _exit(128 + number)
    }
  }

  private static func signals() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in caught { unsafe sigaddset(&set, number) }
    return set
  }

  private static func isCaught(_ number: Int32) -> Bool {
    let before = signal(number, nil)
    let isIgnored = unsafe unsafeBitCast(before, to: Int.self) == 1
    if isIgnored { signal(number, before) }
    return !isIgnored
  }
}
