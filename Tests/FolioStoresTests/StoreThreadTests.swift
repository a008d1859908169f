import FolioNumbers
import Foundation
import Synchronization
import Testing

@testable import FolioStores

/// Stores that wait for a server leave the threads of Swift to others.
@Suite("Stores that wait for a server", .serialized)
struct StoreThreadTests {
  /// Storage in memory whose server answers only when it is allowed to.
  private final class StalledStorage: RecordStorage {
    private var memory = MemoryStorage()
    let gate: Gate
    init(_ gate: Gate) { self.gate = gate }

    var waitsForServer: Bool { true }
    var canChangeElsewhere: Bool { true }

    func refresh() throws(StoreFailure) { gate.wait() }
    func contents() throws(StoreFailure) -> StoreContents { try memory.contents() }
    func commit(_ change: StoreChange, expecting last: Int) throws(StoreFailure) {
      try memory.commit(change, expecting: last)
    }
  }

  /// A server that does not answer until it is opened.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let count = Mutex(0)

    /// The calls that wait.
    var waiting: Int { count.withLock { $0 } }

    func wait() {
      count.withLock { $0 += 1 }
      semaphore.wait()
      semaphore.signal()
    }

    func open() { semaphore.signal() }
  }

  @Test("eight stores that hang do not stop others", .timeLimit(.minutes(20)))
  func stalled() async throws {
    let gate = Gate()
    let stalled = (0..<8).map { _ in RecordStore(StoreOperations(StalledStorage(gate))) }
    let calls = stalled.map { store in Task { try await store.lastSequence() } }
    while gate.waiting < 8 { try await Task.sleep(for: .milliseconds(1)) }
    let store = RecordStore.inMemory()
    try await store.save(StoreInput(Sample.small), at: try Sample.time(1))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try await store.lastSequence() } }
      for try await last in group { #expect(last == 3) }
    }
    #expect(gate.waiting == 8)
    gate.open()
    for call in calls { #expect(try await call.value == 0) }
  }

  @Test("the calls of one store run one after another on its thread")
  func order() async throws {
    let gate = Gate()
    gate.open()
    let store = RecordStore(StoreOperations(StalledStorage(gate)))
    try await store.save(StoreInput(Sample.accounts), at: try Sample.time(1))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          let deposit = StoreInput(Sample.deposit("d\(number)", "5"))
          try await store.append(deposit, at: try Sample.time(2))
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.groups(.init()).total == 40)
    #expect(try await store.lastSequence() == 41)
  }
}
