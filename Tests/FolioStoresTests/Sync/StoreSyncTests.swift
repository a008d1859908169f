import FolioNumbers
import Foundation
import Testing

@testable import FolioStores

@Suite("two stores kept alike")
struct StoreSyncTests {
  private static func time(_ minutes: Int) -> Timestamp {
    Timestamp(secondsSince1970: 1_700_000_000 + minutes * 60)
  }

  private let local = PatchyStore()
  private let remote = PatchyStore()
  private let memory = InMemorySyncState()

  private func make(_ clock: any Clock<Duration> = ContinuousClock()) -> StoreSync {
    StoreSync(local, with: remote, state: memory, clock: clock) { Self.time(99) }
  }

  private func deposit(_ id: String, _ amount: Int) -> StoreInput {
    StoreInput(SimulatedEdits.deposit(id, amount))
  }

  private func start() async throws {
    try await local.save(
      StoreInput(SimulatedEdits.accounts + SimulatedEdits.deposit("g1", 5)), at: Self.time(0))
  }

  private func expectAlike() async throws {
    let here = try await local.changes(since: 0, limit: 1000)
    let there = try await remote.changes(since: 0, limit: 1000)
    let rows = { (changes: StoreChanges) in Set(changes.groups.map(\.row)) }
    #expect(rows(here) == rows(there) && here.head?.row == there.head?.row)
  }

  @Test("an empty store gets everything, and the second round moves nothing")
  func first() async throws {
    try await start()
    let sync = make()
    let progress = try await sync.sync()
    #expect(progress.sent == 2 && progress.taken == 0 && progress.lost == 0)
    try await expectAlike()
    #expect(try await sync.sync() == SyncProgress())
    #expect(await remote.putCount == 1)
  }

  @Test("what is changed out of reach waits, and goes on the next round")
  func offline() async throws {
    try await start()
    let sync = make()
    await remote.fail(with: .unavailable("no network"))
    await #expect(throws: StoreFailure.self) { try await sync.sync() }
    #expect(await sync.status?.word == "offline")
    try await local.append(deposit("g2", 7), at: Self.time(1))
    try await local.delete("g1", at: Self.time(2))
    await remote.fail(with: nil)
    try await sync.sync()
    #expect(await sync.status?.word == "synced")
    #expect(try await remote.group("g1").deletedAt == Self.time(2))
    try await expectAlike()
  }

  @Test("the later version wins, and the other one is listed")
  func conflict() async throws {
    try await start()
    let sync = make()
    try await sync.sync()
    try await local.replace(deposit("g1", 10), expecting: nil, at: Self.time(5))
    try await remote.replace(deposit("g1", 20), expecting: nil, at: Self.time(4))
    #expect(try await sync.sync().lost == 1)
    #expect(try await remote.group("g1").text.contains("\"10\""))
    let losers = await memory.load().losers
    #expect(losers.map(\.id) == ["g1"] && losers.map(\.updatedAt) == [Self.time(4)])
    try await expectAlike()
  }

  private func rename(
    _ store: PatchyStore, _ old: String, _ new: String, _ minutes: Int
  ) async throws {
    let text = String(decoding: try await store.load(), as: UTF8.self)
    try await store.save(
      StoreInput(text.replacingOccurrences(of: old, with: new)), at: Self.time(minutes))
  }

  private func head(of store: PatchyStore) async throws -> String {
    String(
      decoding: try await store.changes(since: 0, limit: 1).head?.row ?? [], as: UTF8.self)
  }

  @Test("an account that came later elsewhere does not take back a name")
  func accountAndName() async throws {
    try await start()
    let sync = make()
    try await sync.sync()
    let document = SimulatedEdits.account("c-2") + SimulatedEdits.deposit("g2", 1, into: "c-2")
    try await local.append(StoreInput(document), at: Self.time(3))
    try await rename(remote, "Broker", "Bank", 2)
    try await sync.sync()
    try await expectAlike()
    let head = try await head(of: local)
    #expect(head.contains("c-2") && head.contains("Bank") && !head.contains("Broker"))
    #expect(await memory.load().losers.isEmpty)
    #expect(try await sync.sync() == SyncProgress())
  }

  @Test("of two names of one account the later stands, and the other is listed")
  func twoNames() async throws {
    try await start()
    let sync = make()
    try await sync.sync()
    try await rename(local, "Broker", "House", 3)
    try await rename(remote, "Broker", "Bank", 2)
    try await sync.sync()
    try await expectAlike()
    #expect(try await head(of: remote).contains("House"))
    let losers = await memory.load().losers
    #expect(losers.map(\.id) == [nil])
    #expect(losers.allSatisfy { String(decoding: $0.row, as: UTF8.self).contains("Bank") })
  }

  @Test("an edit in the middle of a round is not replaced by what was decided before it")
  func editUnderway() async throws {
    try await start()
    let sync = make()
    try await sync.sync()
    try await remote.replace(deposit("g1", 20), expecting: nil, at: Self.time(4))
    let local = self.local
    let input = deposit("g1", 30)
    await local.once { () throws(StoreFailure) in
      try await local.replace(input, expecting: nil, at: Self.time(6))
    }
    try await sync.sync()
    #expect(try await remote.group("g1").text.contains("\"30\""))
    try await expectAlike()
  }

  @Test("who asks during a round gets what comes of that one")
  func oneAtATime() async throws {
    try await start()
    let sync = make()
    async let first = sync.sync()
    async let second = sync.sync()
    let both = try await [first, second]
    #expect(both.map(\.sent).max() == 2)
    #expect(await remote.putCount == 1)
  }

  @Test("a round ends when nobody waits for it any more", .timeLimit(.minutes(20)))
  func cancelled() async throws {
    try await start()
    let sync = make()
    for waiting in [1, 2] {
      await remote.hang()
      let calls = (0..<waiting).map { _ in Task { try await sync.sync() } }
      while await !remote.isWaiting { await Task.yield() }
      // The second caller joins the round.
      try await Task.sleep(for: .milliseconds(20))
      calls[0].cancel()
      try await Task.sleep(for: .milliseconds(20))
      await remote.goOn()
      if waiting == 2 {
        #expect(try await calls[1].value.sent == 2)
        continue
      }
      let result = await calls[0].result
      #expect {
        try result.get()
      } throws: { error in
        if case .cancelled? = error as? StoreFailure { true } else { false }
      }
      #expect(await remote.putCount == 0)
      #expect(await sync.status?.word == "offline")
    }
  }

  @Test("a change whose outcome is not known is told, and the next round does not double it")
  func unknownOutcome() async throws {
    try await start()
    let sync = make()
    await remote.failOnceAfterPut(with: .unknownOutcome("cannot sync"))
    await #expect {
      try await sync.sync()
    } throws: { error in
      if case .unknownOutcome? = error as? StoreFailure { true } else { false }
    }
    #expect(await sync.status?.word == "error")
    let progress = try await sync.sync()
    #expect(progress.sent == 0 && progress.taken == 0 && progress.lost == 0)
    #expect(await remote.putCount == 1)
    try await expectAlike()
  }

  @Test("a remote store made anew gets everything again")
  func madeAnew() async throws {
    try await start()
    try await make().sync()
    let fresh = PatchyStore()
    let sync = StoreSync(local, with: fresh, state: memory) { Self.time(99) }
    try await local.append(deposit("g2", 7), at: Self.time(1))
    try await sync.sync()
    #expect(try await fresh.groups(.init()).total == 2)
  }

  @Test("states are told in order, and a fault that stays is an error")
  func states() async throws {
    try await start()
    let sync = make()
    let stream = await sync.statuses()
    try await sync.sync()
    await remote.fail(with: .unauthorized("no right"))
    _ = try? await sync.sync()
    var words: [String] = []
    for await status in stream {
      if words.last != status.word { words.append(status.word) }
      if status.word == "error" { break }
    }
    #expect(words == ["syncing", "synced", "syncing", "error"])
  }

  @Test("rounds come by the clock, and a device registers in each", .timeLimit(.minutes(20)))
  func interval() async throws {
    try await start()
    let clock = SteppedClock()
    let list = DeviceList()
    let device = SyncDevice(id: "d1", platform: "linux", appVersion: "1", folioVersion: "2")
    let sync = StoreSync(
      local, with: remote, state: memory, registration: (device, list), clock: clock
    ) { Self.time(99) }
    let running = Task { await sync.run() }
    #expect(await clock.slept() == .seconds(300))
    #expect(try await list.devices().map(\.lastSeen) == [Self.time(99)])
    try await local.append(deposit("g2", 7), at: Self.time(1))
    clock.wake()
    _ = await clock.slept()
    #expect(try await remote.group("g2").id == "g2")
    running.cancel()
    clock.wake()
    await running.value
  }

  @Test("memories and devices come back from their files")
  func files() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "folio-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await start()
    try await local.append(deposit("a\\\"\\u0001", 7), at: Self.time(1))
    let groups = try await local.changes(since: 0, limit: 9).groups
    let kept = SyncState(
      local: 3, remote: 12, head: Array("{\"format\": \"folio/1\"}".utf8),
      losers: groups.map { SyncLoser($0) })
    let file = SyncStateFile(folder.appending(path: "sync").path)
    #expect(try file.load() == SyncState())
    try file.save(kept)
    #expect(try file.load() == kept && kept.losers.count == 2)
    try AtomicFile(folder.appending(path: "sync").path).replace(with: Array("{}\n".utf8))
    #expect(throws: StoreFailure.self) { try file.load() }
    let list = DeviceList(folder.appending(path: "devices").path)
    var device = SyncDevice(id: "d\"2", platform: "ios", appVersion: "1", folioVersion: "2")
    try await list.register(device)
    device.lastSeen = Self.time(1)
    try await list.register(device)
    #expect(try await list.devices() == [device])
  }

  @Test("two programs do not sync with one state at a time")
  func lockedMemory() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "folio-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await start()
    let file = SyncStateFile(folder.appending(path: "sync").path)
    let sync = StoreSync(local, with: remote, state: file) { Self.time(99) }
    do {
      let lock = try file.lock()
      await #expect(throws: StoreFailure.self) { try await sync.sync() }
      withExtendedLifetime(lock) {}
    }
    #expect(await sync.status?.word == "offline")
    #expect(try await sync.sync().sent == 2)
  }
}
