import Foundation
import Testing

@testable import FolioStores
@testable import TestSupport

#if Postgres
import FolioPostgres
#endif

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

  #if Postgres
  /// The address of a PostgreSQL server, which a stage of continuous integration starts.
  static let server = ProcessInfo.processInfo.environment["FOLIO_TEST_POSTGRES"]

  @Test("also over a PostgreSQL server", .enabled(if: server != nil))
  func overServer() throws {
    var tally = SyncSimulator.Tally()
    for seed in 1...TestScale.part(of: UInt64(300)) {
      let user = "simulated-\(seed)-\(UUID().uuidString)"
      let address = StoreAddress(.postgres, path: "\(Self.server ?? "")?folio_user=\(user)")
      let memory = try SyncSimulator(seed: seed).run()
      let real = try SyncSimulator(seed: seed, server: try address.open(.creating)).run()
      // The same things happen as over a store in memory.
      #expect(String(describing: real) == String(describing: memory), "seed \(seed)")
      tally += real
    }
    #expect(tally.rounds > 0 && tally.refusals > 0, "\(tally)")
  }
  #endif

  @Test("a seed always does the same")
  func repeats() throws {
    let first = try SyncSimulator(seed: 7).run()
    let second = try SyncSimulator(seed: 7).run()
    #expect(String(describing: first) == String(describing: second))
  }
}
