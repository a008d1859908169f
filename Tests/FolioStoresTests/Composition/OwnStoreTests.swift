import FolioModel
import FolioNumbers
import FolioStores
import Testing

@Suite("stores that an app opens itself")
struct OwnStoreTests {
  @Test("any store works with the root, and syncs with any other")
  func ownStores() async throws {
    let root = CompositionRoot.ofTests()
    let (own, shared) = (RecordStore.inMemory(), RecordStore.inMemory())
    let parts = root.parts(for: own, sharedWith: shared, deviceID: "phone")
    #expect(parts.choice == nil && parts.device.id == "phone")
    let account = LedgerAccount(id: "c", currency: .usDollar)
    try await parts.store.append(LedgerContents(accounts: [account]), at: root.now())
    try await parts.store.append(.deposit(5, on: Day("2024-03-01"), id: "g1"), at: root.now())
    let part = try #require(parts.shared)
    try await part.sync.sync()
    #expect(try await shared.page().groups.map(\.id) == ["g1"])
    #expect(try await part.devices.devices().map(\.id) == ["phone"])
    let alone = root.parts(for: own, deviceID: "phone")
    #expect(alone.shared.map { _ in true } == nil)
  }
}
