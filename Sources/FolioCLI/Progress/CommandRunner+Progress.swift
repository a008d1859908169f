import Folio

extension CommandRunner {
  /// The same runner with a progress bar, where standard error is a terminal that can show one;
  /// whatever it writes takes the bar away first.
  func withProgress(_ options: Options) -> CommandRunner {
    guard let width = surroundings.errorWidth, !options.quiet else { return self }
    var runner = self
    let (output, errors) = (surroundings.writeOutput, surroundings.writeError)
    let bar = ProgressBar(width: width, clock: surroundings.clock, write: errors)
    runner.progress = bar
    runner.surroundings.writeOutput = { bytes throws(SinkFailure) in
      bar.clear()
      try output(bytes)
    }
    runner.surroundings.writeError = { text in
      bar.clear()
      errors(text)
    }
    return runner
  }

  /// What takes note of progress; nil where nobody looks.
  var receiver: WorkProgress.Receiver? { progress.map { bar in { bar.show($0) } } }
}
