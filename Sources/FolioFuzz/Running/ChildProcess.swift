import Foundation

/// Runs of this program that try a chunk each, so that a crash ends one of them and not all.
struct ChildProcess {
  let arguments: Arguments
  let mutator: Mutator

  #if os(macOS) || os(Linux)
  func perform(_ range: Range<Int>) -> Campaign.Outcome {
    guard let path = Bundle.main.executablePath else { return .ended("can't start a process") }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments.words(for: range)
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      return .ended("can't start a process: \(error)")
    }
    // The output of a chunk is much smaller than the buffer of a pipe, so it can be read at the
    // end.
    let deadline = Date().addingTimeInterval(Double(arguments.patience))
    while process.isRunning, Date() < deadline { Thread.sleep(forTimeInterval: 0.01) }
    if process.isRunning {
      process.terminate()
      return .ended("hangs")
    }
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard process.terminationStatus == 0, let batch = BatchResult(text) else {
      return .ended("crashes with status \(process.terminationStatus)")
    }
    return .whole(batch)
  }
  #else
  /// Programs may not start others here.
  func perform(_ range: Range<Int>) -> Campaign.Outcome {
    .whole(
      Batch(mutator: mutator, seed: arguments.seed, threads: arguments.threads).run(range))
  }
  #endif
}
