import Folio
import Testing

/// A file that this program and processes of the command use at the same time.
struct SharedFileSpecs {
  private static let usd: Currency = "USD"
  private static let now = Timestamp(secondsSince1970: 1_717_200_000)

  private func open(_ program: Program) async throws -> RecordStore {
    let address = StoreAddress(.file, path: program.path("l.folio"))
    let store = try await address.opened(.sharing)
    await store.lookForChanges(every: .milliseconds(10))
    let cash = LedgerAccount(id: "c", currency: Self.usd)
    try await store.append(LedgerContents(baseCurrency: Self.usd, accounts: [cash]), at: Self.now)
    return store
  }

  @Test("listeners hear what another process adds", .timeLimit(.minutes(20)))
  func listening() async throws {
    let program = try Program()
    let store = try await open(program)
    let reader = try RecordStore.file(program.path("l.folio"), .reading)
    await reader.lookForChanges(every: .milliseconds(10))
    let books = try await Books(of: store)
    var updates = await reader.updates.makeAsyncIterator()
    var changes = await books.changes.makeAsyncIterator()
    let answer = try program.run(
      "add", "file:l.folio", "--deposit", "5", "--on", "2024-01-01", "--id", "other")
    #expect(answer.status == 0, "\(answer.message)")
    #expect(try await updates.next()?.changes.groups.map(\.id) == ["other"])
    let change = try #require(try await changes.next())
    #expect(change.groups == [GroupChange("other", .added)])
    #expect(change.cash.map(\.after?.balance.balance) == [5])
    try await store.append(.deposit(7, on: "2024-01-02", id: "own"), at: Self.now)
    #expect(try await updates.next()?.changes.groups.map(\.id) == ["own"])
    let cash = try program.run("cash", "file:l.folio", "-f", "csv")
    #expect(cash.text.contains("12.00"), "\(cash.text)")
  }

  @Test("processes take turns, and no change is lost", .timeLimit(.minutes(20)))
  func turns() async throws {
    let program = try Program()
    let store = try await open(program)
    let added = Task.detached {
      try program.run(
        "add", "file:l.folio", "--deposit", "1",
        // A program that cannot be run ends the loop.
        shell: "for n in 1 2 3 4 5 6 7 8; do "
          + "until \"$@\"; do [ $? -lt 126 ] || exit 98; done; done")
    }
    for number in 1...8 {
      try await store.append(.deposit(100, on: "2024-01-01", id: "n\(number)"), at: Self.now)
    }
    _ = try await added.value
    #expect(try await store.groups(.init()).total == 16)
    let books = try await Books(of: store)
    #expect(await books.state.cash.map(\.balance.balance) == [808])
  }
}
