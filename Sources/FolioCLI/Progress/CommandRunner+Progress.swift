import Folio

extension CommandRunner {
  /// The same runner with a progress bar, where standard error is a terminal that can show one;
  /// whatever it writes takes the bar away first.
  func withProgress(_ options: Options) -> CommandRunner {
    guard let width = environment.errorWidth, !options.quiet else { return self }
    var runner = self
    let (output, errors) = (environment.writeOutput, environment.writeError)
    let bar = ProgressBar(width: width, clock: environment.clock, write: errors)
    runner.progress = bar
    runner.environment.writeOutput = { bytes throws(SinkFailure) in
      bar.clear()
      try output(bytes)
    }
    runner.environment.writeError = { text in
      bar.clear()
      errors(text)
    }
    return runner
  }

  /// What takes note of progress; nil where nobody looks.
  var receiver: WorkProgress.Receiver? { progress.map { bar in { bar.show($0) } } }
}
