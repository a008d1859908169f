/// The peak memory of the whole job, on a document that is made while it is read.
struct MemoryBench {
  let groups: Int

  func run() throws(BenchFault) -> Outcome {
    let history = TradeHistory(groups: groups, seed: Plan.seed)
    let size = WorkStream(history).countBytes()
    let pipeline = try Pipeline(.processor) { reader throws(BenchFault) in
      do {
        try reader.read(
          LedgerSource(
            name: "work.json", size: size, file: StreamBench.nowhere, bytes: WorkStream(history)))
      } catch {
        throw .failed("the generated document can't be read: \(error)")
      }
    }
    return Outcome(peak: PeakMemory.bytes, fingerprint: pipeline.fingerprint)
  }

  /// Booked while it is read, on one core.
  func runStream() throws(BenchFault) -> Outcome {
    let history = TradeHistory(groups: groups, seed: Plan.seed)
    let source = LedgerSource(
      name: "work.json", size: WorkStream(history).countBytes(), file: StreamBench.nowhere,
      bytes: WorkStream(history))
    let result = try StreamBench.run(source, onTwoCores: false, .processor)
    return Outcome(peak: PeakMemory.bytes, fingerprint: result.fingerprint)
  }
}
