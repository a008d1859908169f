import Foundation

/// A run of this program that does one job, so that no job starts with the memory of another.
struct ChildProcess {
  let arguments: Arguments

  #if os(macOS) || os(Linux)
  /// Does a job in a new process.
  func perform(_ job: Job) throws(BenchFault) -> Outcome {
    guard let path = Bundle.main.executablePath else { return try job.perform(arguments.plan) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = words(for: job)
    process.standardOutput = output
    do {
      try process.run()
      let text = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      if process.terminationStatus == 0 {
        return try JSONDecoder().decode(Outcome.self, from: text)
      }
    } catch {
      throw .failed("the job \(job.word) can't be run: \(error)")
    }
    throw .failed("the job \(job.word) failed")
  }
  #else
  /// Does a job in this process, where programs may not start others.
  func perform(_ job: Job) throws(BenchFault) -> Outcome { try job.perform(arguments.plan) }
  #endif

  private func words(for job: Job) -> [String] {
    let stages = arguments.plan.stages.map(\.rawValue).sorted().joined(separator: ",")
    let words = [
      "--job", job.word, "--runs", String(arguments.plan.runs), "--stages", stages,
      "--clock", arguments.plan.clock.rawValue,
    ]
    return arguments.isTiny ? words + ["--tiny"] : words
  }
}
