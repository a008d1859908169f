/// The signals that end the program. They are blocked in all threads, and the main thread waits for
/// them. Cleanup thus runs as ordinary code instead of in a signal handler.
///
/// Signals that the caller ignores, as `nohup` does, stay ignored.
enum TerminationSignals {
  private static let numbers = [
    SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ,
    SIGVTALRM, SIGPROF,
  ]

  /// The signals that the caller does not ignore.
  private static let caught = numbers.filter(isCaught)

  /// Blocks the signals. Call it first: new threads inherit the mask.
  static func block() {
    var set = signals()
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for one of the signals and ends the program with it.
  static func wait() -> Never {
    var set = signals()
    while true {
      var number: Int32 = 0
      if unsafe sigwait(&set, &number) == 0 { end(by: number) }
    }
  }

  /// Ends the program with SIGPIPE after a write to a closed pipe. If the caller ignores SIGPIPE,
  /// returns, and the failed write is an ordinary error.
  static func endByClosedPipe() {
    if caught.contains(SIGPIPE) { end(by: SIGPIPE) }
    errno = EPIPE
  }

  private static func end(by number: Int32) -> Never {
    UnfinishedOutput.removeAll {
      var set = sigset_t()
      unsafe sigemptyset(&set)
      unsafe sigaddset(&set, number)
      unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
      raise(number)
      // A signal that a container's first process sends to itself does not end it.
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
