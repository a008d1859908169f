import Apps
import Folio
import Testing

/// Waits until something is true, for a second at most.
@MainActor
func eventually(_ condition: @MainActor () -> Bool) async -> Bool {
  for _ in 0..<1000 {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return condition()
}

let noon = Timestamp(secondsSince1970: 1_717_200_000)

@Suite("a portfolio on the screen") @MainActor
struct PortfolioModelTests {
  private let server = ServerStore()
  private let root = CompositionRoot(
    platform: "test", appVersion: "1.0", now: { noon }, newID: { "device" })

  private func phone() async throws -> AppParts {
    let parts = root.parts(for: RecordStore.inMemory(), sharedWith: server, deviceID: "phone")
    let dollar = try Currency("USD")
    let contents = LedgerContents(
      baseCurrency: dollar, accounts: [LedgerAccount(id: "c", name: "Broker", currency: dollar)],
      instruments: [LedgerInstrument(symbol: "AAPL", name: "Apple \"Inc.\"", currency: dollar)])
    try await parts.store.append(contents, at: noon)
    try await parts.store.append(.deposit(10_000, on: Day("2024-01-02"), id: "d"), at: noon)
    return parts
  }

  @Test("shows holdings and gains after each change, whoever makes it")
  func changes() async throws {
    let parts = try await phone()
    let model = try await PortfolioModel(parts, now: { noon })
    let running = Task { await model.run() }
    await model.buy("AAPL", "10", at: "180.25", on: try Day("2024-01-03"))
    #expect(await eventually { model.holdings.map(\.quantity) == [10] })
    #expect(model.holdings.first?.name == "Apple \"Inc.\"" && model.highlighted == ["AAPL"])
    // Another part of the app, such as an import.
    try await parts.store.append(.sell("AAPL", 4, at: "190.25", on: Day("2024-02-01")), at: noon)
    #expect(await eventually { model.gains.map(\.gain) == [40] })
    #expect(model.cash.map(\.balance.balance.description) == ["8958.50"])
    await model.sell("AAPL", "7", at: "190.25", on: try Day("2024-02-02"))
    #expect(model.problem?.contains("AAPL") == true && model.holdings.map(\.quantity) == [6])
    running.cancel()
    await running.value
  }

  @Test("shows a change before the server has it, and says when the server refuses it")
  func rejection() async throws {
    let parts = try await phone()
    let model = try await PortfolioModel(parts, now: { noon })
    let running = Task { await model.run() }
    await server.become(reachable: false)
    try await parts.store.append(
      .buy("AAPL", 1, at: 100, on: Day("2024-01-03"), id: "b"), at: noon)
    #expect(await eventually { model.holdings.map(\.quantity) == [1] })
    await model.sync()
    #expect(await eventually { model.status?.word == "offline" })
    await server.become(reachable: true)
    await server.refuse(["b"])
    await model.sync()
    #expect(await eventually { model.status?.word == "error" })
    if case .error(let failure)? = model.status {
      #expect(failure.problem == "the server refuses the transaction 'b'")
    }
    await model.delete("b")
    #expect(await eventually { model.holdings.isEmpty })
    await model.sync()
    #expect(await eventually { model.status?.word == "synced" })
    running.cancel()
  }

  @Test("shows the version of another device, and keeps the one that lost")
  func conflict() async throws {
    let first = try await phone()
    let model = try await PortfolioModel(first, now: { noon })
    let running = Task { await model.run() }
    try await first.store.append(
      .buy("AAPL", 1, at: 100, on: Day("2024-01-03"), id: "b"), at: noon)
    await model.sync()
    let second = root.parts(
      for: RecordStore.inMemory(), sharedWith: server, deviceID: "tablet")
    try await second.shared?.sync.sync()
    let later = Timestamp(secondsSince1970: Int(noon.seconds) + 60)
    try await first.store.setStatus(of: "b", to: .pending, at: noon)
    try await second.store.setStatus(of: "b", to: .void, at: later)
    try await second.shared?.sync.sync()
    await model.sync()
    #expect(await eventually { model.holdings.isEmpty && model.lost.map(\.id) == ["b"] })
    running.cancel()
  }
}
