import Folio
import Testing

@testable import FolioCLI

@Suite("Waiting for a store")
struct StoreLockRetryTests {
  /// Counts calls; a struct's own count can't be changed by a closure that it holds.
  private final class Count {
    var opened = 0
    var paused = 0
  }

  private let address = StoreAddress("file:ledger.folio")

  @Test("a store that another program has open is waited for, and not for ever")
  func opens() throws {
    for (busy, isOpened) in [(0, true), (3, true), (4, true), (5, false)] {
      let count = Count()
      let retry = StoreLockRetry(attempts: 5) { count.paused += 1 }
      let answer = try? retry.open(#require(address), .writing) {
        _, _ throws(StoreFailure) -> Int in
        count.opened += 1
        if count.opened <= busy { throw .inUse("x") }
        return count.opened
      }
      #expect(answer == (isOpened ? busy + 1 : nil))
      #expect(count.paused == min(busy, 4))
    }
  }

  @Test("what is only read, made or missing is not waited for")
  func doesNotWait() {
    for (access, failure) in [
      (StoreAccess.reading, StoreFailure.inUse("x")), (.creating, .inUse("x")),
      (.writing, .notFound(.store("x"))), (.writing, .unavailable("the disk failed")),
    ] {
      let count = Count()
      let retry = StoreLockRetry(attempts: 5) { count.paused += 1 }
      #expect(throws: StoreFailure.self) {
        try retry.open(try #require(address), access) { _, _ throws(StoreFailure) -> Int in
          throw failure
        }
      }
      #expect(count.paused == 0)
    }
  }

  @Test("a change is made again where the store has changed meanwhile, and nothing else is")
  func changes() throws {
    let count = Count()
    let answer = try StoreLockRetry(attempts: 5) {}.change { () throws(StoreFailure) -> Int in
      count.opened += 1
      if count.opened < 3 { throw .conflict(.storeChanged) }
      return count.opened
    }
    #expect(answer == 3)
    #expect(throws: StoreFailure.self) {
      try StoreLockRetry(attempts: 5) {}.change { () throws(StoreFailure) -> Int in
        count.opened += 1
        throw .conflict(.idsTaken(["a"]))
      }
    }
    #expect(count.opened == 4)
  }
}
