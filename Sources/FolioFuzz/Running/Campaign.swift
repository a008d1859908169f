import Foundation

/// Tries many inputs in chunks, so that one that crashes is found and the rest go on.
struct Campaign {
  let arguments: Arguments
  /// Tries a chunk: in a process of its own, or in a test in this one.
  let perform: (Range<Int>) -> Outcome
  /// Prints a line.
  let say: (String) -> Void
  private(set) var result = BatchResult()
  private let started = Date()

  /// How a chunk ended.
  enum Outcome {
    /// Every input was tried.
    case whole(BatchResult)
    /// Something ended it before, in a few words.
    case ended(String)
  }

  init(
    _ arguments: Arguments, perform: @escaping (Range<Int>) -> Outcome,
    say: @escaping (String) -> Void
  ) {
    self.arguments = arguments
    self.perform = perform
    self.say = say
  }

  /// Tries all chunks, or those that there is time for.
  mutating func run() {
    let end = arguments.range.upperBound
    var next = arguments.first
    var lastReport = started
    while next < end, !isLate, !hasEnough {
      let chunk = next..<min(next + arguments.chunk, end)
      attempt(chunk)
      next = chunk.upperBound
      if Date().timeIntervalSince(lastReport) > 60 {
        lastReport = Date()
        report()
      }
    }
    report()
  }

  private var isLate: Bool {
    guard let seconds = arguments.seconds else { return false }
    return Date().timeIntervalSince(started) >= Double(seconds)
  }

  /// More than anyone looks into; and where every chunk fails, halving them takes all day.
  private var hasEnough: Bool { result.mishaps.count >= 20 }

  /// A chunk that ends badly is halved until the input is found that did it.
  private mutating func attempt(_ range: Range<Int>) {
    if hasEnough { return }
    switch perform(range) {
    case .whole(let batch):
      result.add(batch)
      for failure in batch.mishaps { say("input \(failure.input): \(failure.reason)") }
    case .ended(let how):
      guard range.count > 1 else {
        result.mishaps.append((range.lowerBound, how))
        say("input \(range.lowerBound): \(how)")
        return
      }
      let middle = range.lowerBound + range.count / 2
      attempt(range.lowerBound..<middle)
      attempt(middle..<range.upperBound)
    }
  }

  private func report() {
    let seconds = max(1, Int(Date().timeIntervalSince(started)))
    let ends = FuzzCase.End.allCases.map { "\(result.ends[$0] ?? 0) \($0.rawValue)" }
    say(
      "\(result.total) inputs, \(result.bytes / max(1, result.total)) bytes each, in \(seconds) s: "
        + ends.joined(separator: ", ") + ", \(result.mishaps.count) mishaps")
  }
}
