import Folio
import Testing

@testable import FolioCLI

@Suite("The exit status of a store's failure")
struct StoreStatusTests {
  @Test("is 3 where the store can't be used, and 2 where another name has to be given")
  func status() {
    for (failure, status) in [
      (StoreFailure.unsupported("x"), ExitStatus.file), (.unknownOutcome("x"), ExitStatus.file),
      (.conflict(.danglingLink("x")), ExitStatus.usage),
      (.conflict(.storeExists("x")), ExitStatus.usage),
    ] {
      #expect(failure.status == status, "\(failure)")
    }
  }

  @Test("a change whose outcome is not known is not made again")
  func unknownOutcome() throws {
    var attempts = 0
    #expect(throws: StoreFailure.self) {
      try StoreLockRetry(attempts: 5) {}.change { () throws(StoreFailure) -> Int in
        attempts += 1
        throw .unknownOutcome("cannot sync")
      }
    }
    #expect(attempts == 1)
  }

  @Test("a database is not waited for twice: SQLite waits by itself")
  func databases() throws {
    let address = try #require(StoreAddress("sqlite:ledger.db"))
    var attempts = 0
    #expect(throws: StoreFailure.self) {
      try StoreLockRetry(attempts: 5) {}.open(address, .writing) {
        _, _ throws(StoreFailure) -> Int in
        attempts += 1
        throw .unavailable("database is locked")
      }
    }
    #expect(attempts == 1)
  }
}
