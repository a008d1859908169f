/// Runs of this program that try a chunk each, so that a crash ends one of them and not all.
struct ChildProcess {
  let arguments: Arguments
  let mutator: Mutator

  func perform(_ range: Range<Int>) -> Campaign.Outcome {
    do {
      switch try OwnProcess.run(arguments.words(for: range), patience: arguments.patience) {
      case .ended(0, let output):
        let batch = BatchResult(String(decoding: output, as: UTF8.self))
        return batch.map { .whole($0) } ?? .ended("writes no result")
      case .ended(let status, _): return .ended("crashes with status \(status)")
      case .hung: return .ended("hangs")
      case .notAllowed:
        return .whole(
          Batch(mutator: mutator, seed: arguments.seed, threads: arguments.threads).run(range))
      }
    } catch {
      return .ended("can't start a process: \(error)")
    }
  }
}
