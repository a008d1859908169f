import Dispatch
import Foundation
import Synchronization

/// Tries inputs in this process: one after the other, or several at once.
struct Batch: Sendable {
  let mutator: Mutator
  let seed: UInt64
  /// How many inputs are tried at once. Above one, every ledger is also booked several times at
  /// once, so that a thread sanitizer sees the data that threads share.
  var threads = 1
  /// Whether an input that takes long is a fault: not where other work goes on beside it, whose
  /// time the clock of the process counts too.
  var limitsTime = true

  /// An input that takes longer is a fault, in millionths of a second on the processor, as POSIX
  /// has it for `clock`; most take a ten-thousandth of it.
  private static let slow = 5_000_000
  /// More failures than anyone reads.
  private static let limit = 20

  func run(_ range: Range<Int>) -> BatchResult {
    if threads == 1 { return run(range, sharing: false) }
    let result = Mutex(BatchResult())
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      let size = (range.count + threads - 1) / threads
      let first = range.lowerBound + thread * size
      let part = min(first, range.upperBound)..<min(first + size, range.upperBound)
      let found = run(part, sharing: true)
      result.withLock { $0.add(found) }
    }
    return result.withLock { $0 }
  }

  /// Books every fourth input while it is read, on two cores, so that a thread sanitizer sees the
  /// data that goes from one to the other.
  /// - Returns: the violated expectations.
  func streamOnTwoCores(_ range: Range<Int>) async -> BatchResult {
    var result = BatchResult()
    for index in range where index % 4 == 0 && result.mishaps.count < Self.limit {
      do throws(FuzzFailure) {
        try await FuzzCase(mutator.input(index, seed: seed)).streamOnTwoCores()
      } catch {
        result.mishaps.append((index, error.reason))
      }
    }
    return result
  }

  private func run(_ range: Range<Int>, sharing: Bool) -> BatchResult {
    var result = BatchResult()
    for index in range {
      let input = mutator.input(index, seed: seed)
      let start = clock()
      do throws(FuzzFailure) {
        let trial = FuzzCase(input, sharing: sharing, foreign: mutator.foreign)
        result.count(try trial.run(), size: input.bytes.count)
      } catch {
        result.mishaps.append((index, error.reason))
      }
      // The clock is that of the process, so it cannot time one of several simultaneous inputs.
      let time = sharing || !limitsTime ? 0 : Int(clock() - start)
      if time > Self.slow { result.mishaps.append((index, "takes \(time / 1_000) ms")) }
      if result.mishaps.count >= Self.limit { break }
    }
    return result
  }
}

/// The results of a batch. They go from one process to another as lines of words.
struct BatchResult: Sendable {
  /// The number of inputs by the stage that they reached.
  var ends: [FuzzCase.End: Int] = [:]
  /// The number of their bytes.
  var bytes = 0
  /// The violated expectations, with the numbers of their inputs.
  var mishaps: [(input: Int, reason: String)] = []

  mutating func count(_ end: FuzzCase.End, size: Int) {
    ends[end, default: 0] += 1
    bytes += size
  }

  mutating func add(_ other: BatchResult) {
    ends.merge(other.ends, uniquingKeysWith: +)
    bytes += other.bytes
    mishaps += other.mishaps
  }

  var total: Int { ends.values.reduce(mishaps.count, +) }

  var text: String {
    let counts = FuzzCase.End.allCases.map { "end \($0.rawValue) \(ends[$0] ?? 0)" }
    let failures = mishaps.map { "failure \($0.input) \($0.reason)" }
    return (counts + ["bytes \(bytes)"] + failures + ["whole"]).joined(separator: "\n") + "\n"
  }

  init() {}

  /// Takes the lines of `text` apart; nil where the last one is missing.
  init?(_ text: String) {
    var isWhole = false
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      switch (words[0], words.count) {
      case ("end", 3): if let end = FuzzCase.End(rawValue: words[1]) { ends[end] = Int(words[2]) }
      case ("bytes", 2): bytes = Int(words[1]) ?? 0
      case ("failure", 3): mishaps.append((Int(words[1]) ?? -1, words[2]))
      case ("whole", 1): isWhole = true
      default: break
      }
    }
    if !isWhole { return nil }
  }
}
