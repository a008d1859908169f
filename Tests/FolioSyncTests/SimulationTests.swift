import Testing

@testable import TestSupport

/// Runs of the simulator: 100, and 1,000 in the full run.
@Suite("simulated devices")
struct SimulationTests {
  static let seeds = TestScale.part(of: UInt64(1_000))

  @Test("all come to have the same, and nothing confirmed is lost")
  func seeds() throws {
    let start = ContinuousClock.now
    var tally = SyncSimulator.Tally()
    var failed: [UInt64] = []
    for seed in 1...Self.seeds {
      do {
        tally += try SyncSimulator(seed: seed).run()
      } catch {
        failed.append(seed)
        Issue.record("seed \(seed): \(error)")
        if failed.count > 4 { break }
      }
    }
    #expect(failed.isEmpty, "seeds that fail: \(failed)")
    if TestScale.isFull { print("\(Self.seeds) seeds in \(ContinuousClock.now - start): \(tally)") }
    // A run in which nothing goes wrong would show nothing.
    for count in [
      tally.edits, tally.rounds, tally.crashes, tally.lostMessages, tally.doubledRequests,
      tally.lateRequests, tally.refusals, tally.losers,
    ] {
      #expect(count > 0, "\(tally)")
    }
  }

  @Test("a seed always does the same")
  func repeats() throws {
    let first = try SyncSimulator(seed: 7).run()
    let second = try SyncSimulator(seed: 7).run()
    #expect(String(describing: first) == String(describing: second))
  }
}
