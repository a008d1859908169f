import Composition
import ExactNumbers
import Foundation
import Stores
import Testing

@Suite("the composition root")
struct CompositionRootTests {
  private func seen(_ backend: BackendCase, remote: BackendCase?) async throws -> [String] {
    let folder = try TestFolder()
    let root = CompositionRoot.ofTests()
    var environment = ["FOLIO_STORE": backend.address("own", in: folder)]
    environment["FOLIO_REMOTE"] = remote?.address("shared", in: folder)
    var scenario = Scenario(try root.parts(environment), now: root.now)
    await scenario.run()
    withExtendedLifetime(folder) {}
    return scenario.seen
  }

  @Test("every answer is the same, whatever the books are kept in")
  func alike() async throws {
    let expected = try await seen(.memory, remote: nil)
    #expect(expected.count == 22 && expected.filter { $0.contains("failed") }.count == 5)
    for backend in BackendCase.allCases {
      #expect(try await seen(backend, remote: nil) == expected, "\(backend)")
    }
  }

  @Test("so it is with a store that devices share")
  func alikeWhenShared() async throws {
    let expected = try await seen(.memory, remote: .file)
    #expect(expected.count == 27 && expected.contains("status: synced"))
    for backend in BackendCase.allCases {
      for remote in BackendCase.allCases where remote != .memory {
        #expect(
          try await seen(backend, remote: remote) == expected, "\(backend) with \(remote)")
      }
    }
  }

  @Test("two devices that name one shared store come to have the same, and know each other")
  func twoDevices() async throws {
    let folder = try TestFolder()
    var stores: [[UInt8]] = []
    for (number, amount) in [(1, 5), (2, 6)] {
      let root = CompositionRoot.ofTests(device: "device-\(number)")
      let parts = try root.parts([
        "FOLIO_STORE": "file:\(folder.path)/own-\(number)",
        "FOLIO_REMOTE": "file:\(folder.path)/shared",
      ])
      let shared = try #require(parts.shared)
      try await shared.sync.sync()
      if number == 1 { try await parts.store.save(StoreInput(Documents.start), at: root.now()) }
      try await parts.store.append(
        StoreInput(Documents.deposit("d\(number)", amount)), at: root.now())
      try await shared.sync.sync()
      stores.append(try await parts.store.load())
      #expect(try await shared.devices.devices().map(\.id).count == number)
      #expect(try await shared.store.load() == stores.last)
    }
    #expect(stores[0] != stores[1])
    let root = CompositionRoot.ofTests(device: "not taken: this one has an id")
    let first = try root.parts([
      "FOLIO_STORE": "file:\(folder.path)/own-1", "FOLIO_REMOTE": "file:\(folder.path)/shared",
    ])
    #expect(first.device.id == "device-1")
    try await first.shared?.sync.sync()
    #expect(try await first.store.load() == stores[1])
    #expect(try await first.shared?.memory.load().losers.isEmpty == true)
    #expect(
      folder.names.filter { $0.contains("device") || $0.contains("sync-") }.filter {
        !$0.hasSuffix(".lock")
      }.count == 5, "\(folder.names)")
  }

  @Test("a store that is damaged or open elsewhere stops the start, and nothing stays open")
  func failures() async throws {
    let folder = try TestFolder()
    let root = CompositionRoot.ofTests()
    let environment = [
      "FOLIO_STORE": "file:\(folder.path)/own", "FOLIO_REMOTE": "file:\(folder.path)/shared",
    ]
    do {
      let parts = try root.parts(environment)
      #expect(throws: StoreFailure.self) { try root.parts(environment) }
      withExtendedLifetime(parts) {}
    }
    try Data("no journal".utf8).write(to: URL(filePath: "\(folder.path)/shared"))
    do {
      _ = try root.parts(environment)
      Issue.record("nothing was thrown")
    } catch StoreFailure.corrupt(let damage) {
      #expect(damage.name.hasSuffix("/shared"))
    }
    try FileManager.default.removeItem(atPath: "\(folder.path)/shared")
    #expect(try root.parts(environment).device.id == "device-1")
  }

  #if !SQLite
  @Test("SQLite that is not built in says so")
  func withoutSQLite() throws {
    do {
      _ = try CompositionRoot.ofTests().parts(["FOLIO_STORE": "sqlite:l.db"])
      Issue.record("nothing was thrown")
    } catch StoreFailure.unavailable(let reason) {
      #expect(reason.contains("--traits SQLite"))
    }
  }
  #endif
}
