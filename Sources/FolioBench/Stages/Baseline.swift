import Foundation

/// Foundation's decoder on the same bytes: the yardstick. It checks nothing and books nothing.
struct Baseline {
  private let document: Data
  private let groups: Int
  private let clock: ClockKind

  /// - Parameter groups: how many groups the document has, which every decoding must find.
  init(_ bytes: [UInt8], groups: Int, _ clock: ClockKind) {
    self.clock = clock
    document = Data(bytes)
    self.groups = groups
  }

  /// Nanoseconds of one decoding; the decoded rows are released after the clock has stopped.
  func time() throws(BenchFault) -> Int {
    let decoder = JSONDecoder()
    var watch = Stopwatch(clock)
    do {
      let ledger = try decoder.decode(BaselineLedger.self, from: document)
      let time = watch.lap()
      if ledger.groups.count == groups { return time }
    } catch {
      throw .failed("JSONDecoder does not read the document: \(error)")
    }
    throw .failed("JSONDecoder does not find every group")
  }
}
