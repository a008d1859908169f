#if Postgres
import FolioNumbers
import Foundation
import Testing

@testable import FolioStores

/// What only a real server shows. A stage of continuous integration starts one.
@Suite("Stores in a PostgreSQL server", .serialized, .enabled(if: StoreCase.server != nil))
struct PostgresServerTests {
  /// A server that ends its transaction at once, and waits.
  private func psql(_ statements: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["psql", "-X", "-q", "-d", "folio", "-c", statements]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    return process
  }

  @Test("a listener hears of another handle's change at once", .timeLimit(.minutes(20)))
  func listens() async throws {
    let place = try StoreCase.postgres.place()
    let writer = try place.make()
    try await writer.save(StoreInput(Sample.small), at: try Sample.time(1))
    let reader = try await place.address.opened(.sharing)
    // Asking alone would take ten minutes.
    await reader.lookForChanges(every: .seconds(600))
    let heard = Task {
      for try await update in await reader.updates where !update.changes.groups.isEmpty {
        return update.changes.groups.map(\.id)
      }
      return []
    }
    try await Task.sleep(for: .seconds(2))
    let start = ContinuousClock.now
    try await writer.append(StoreInput(Sample.deposit("g9", "5")), at: try Sample.time(2))
    #expect(try await heard.value == ["g9"])
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test("a cancelled task cancels the query, and nothing is written", .timeLimit(.minutes(20)))
  func cancels() async throws {
    let place = try StoreCase.postgres.place()
    let store = try place.make()
    try await store.save(StoreInput(Sample.small), at: try Sample.time(1))
    let user = place.address.path.split(separator: "=").last ?? ""
    let blocker = try psql(
      "BEGIN; UPDATE folio.books SET head = head WHERE user_id = '\(user)'; SELECT pg_sleep(25)")
    try await Task.sleep(for: .seconds(2))
    let start = ContinuousClock.now
    let change = Task {
      try await store.append(StoreInput(Sample.deposit("g9", "5")), at: try Sample.time(2))
    }
    try await Task.sleep(for: .seconds(1))
    change.cancel()
    await #expect {
      _ = try await change.value
    } throws: { error in
      guard case .cancelled? = error as? StoreFailure else { return false }
      return true
    }
    #expect(ContinuousClock.now - start < .seconds(15))
    blocker.terminate()
    blocker.waitUntilExit()
    // The store goes on.
    #expect(try await store.groups(.init()).total == 2)
    try await store.append(StoreInput(Sample.deposit("g9", "5")), at: try Sample.time(3))
    #expect(try await place.reopen().groups(.init()).total == 3)
  }

  @Test("a group that another program removes is a deleted group")
  func removed() async throws {
    let place = try StoreCase.postgres.place()
    let store = try place.make()
    try await store.save(StoreInput(Sample.small), at: try Sample.time(1))
    let last = try await store.lastSequence()
    let user = place.address.path.split(separator: "=").last ?? ""
    let remover = try psql(
      "DELETE FROM transaction_groups WHERE user_id = '\(user)' AND id = 'g2'")
    remover.waitUntilExit()
    for store in [store, try place.reopen()] {
      let changes = try await store.changes(since: last, limit: 10)
      #expect(changes.groups.map(\.id) == ["g2"])
      #expect(changes.groups.first?.deletedAt != nil)
      #expect(try await store.groups(.init()).groups.map(\.id) == ["g1"])
    }
    let back = try await store.undelete("g2", at: try Sample.time(2))
    #expect(back.deletedAt == nil)
    #expect(try await place.reopen().load() == Array(Sample.small.utf8))
  }
}
#endif
