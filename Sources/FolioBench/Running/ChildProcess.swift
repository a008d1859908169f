import Foundation

/// A run of this program that does one job, so that no job starts with the memory of another.
struct ChildProcess {
  let arguments: Arguments

  /// Does a job in a new process, or in this one where programs may not start others.
  func perform(_ job: Job) throws(BenchFault) -> Outcome {
    do {
      switch try OwnProcess.run(words(for: job)) {
      case .ended(0, let output): return try JSONDecoder().decode(Outcome.self, from: output)
      case .ended, .hung: break
      case .notAllowed: return try job.perform(arguments.plan)
      }
    } catch let fault as BenchFault {
      throw fault
    } catch {
      throw .failed("the job \(job.word) can't be run: \(error)")
    }
    throw .failed("the job \(job.word) failed")
  }

  private func words(for job: Job) -> [String] {
    let stages = arguments.plan.stages.map(\.rawValue).sorted().joined(separator: ",")
    let words = [
      "--job", job.word, "--runs", String(arguments.plan.runs), "--stages", stages,
      "--clock", arguments.plan.clock.rawValue,
    ]
    return arguments.isTiny ? words + ["--tiny"] : words
  }
}
