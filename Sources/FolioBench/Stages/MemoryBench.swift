import Diagnostics
import Interchange

/// The peak memory of the whole job, on a document that is made while it is read.
struct MemoryBench {
  let groups: Int

  func run() throws(BenchFault) -> Outcome {
    let history = TradeHistory(groups: groups, seed: Plan.seed)
    let size = WorkStream(history).countBytes()
    let pipeline = try Pipeline(.processor) { reader throws(BenchFault) in
      var stream = WorkStream(history)
      do {
        try reader.read(&stream, name: "work.json", size: size, file: Self.nowhere)
      } catch {
        throw .failed("the generated document can't be read: \(error)")
      }
    }
    return Outcome(peak: PeakMemory.bytes, fingerprint: pipeline.fingerprint)
  }

  /// Gives no bytes back: the document has no faults to be shown.
  private static let nowhere = SourceFile(name: "work.json") { _, _ in [] }
}
