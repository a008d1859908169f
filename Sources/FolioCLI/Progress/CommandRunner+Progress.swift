extension CommandRunner {
  /// A copy of the runner with a progress bar, if standard error is a terminal that can show one.
  /// The bar is cleared before any other output.
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

  /// Updates the progress bar; nil if there is none.
  var receiver: WorkProgress.Receiver? { progress.map { bar in { bar.show($0) } } }
}
