import FolioNumbers
import FolioStores
import Foundation
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

  @Test("an app and its widget have the store of the device open together")
  func widget() async throws {
    let folder = try TestFolder()
    let root = CompositionRoot.ofTests()
    let configuration = try BackendConfiguration(
      environment: ["FOLIO_STORE": "file:\(folder.path)/own"])
    let choice = try BackendDetector(configuration).choice()
    let app = try root.parts(for: choice, .sharing)
    let widget = try await root.opened(for: choice, .sharing)
    try await app.store.save(StoreInput(Documents.start), at: root.now())
    try await widget.store.append(StoreInput(Documents.deposit("d2", 6)), at: root.now())
    let seen = try await app.store.group("d2")
    #expect(seen.id == "d2" && widget.device.id == app.device.id)
    withExtendedLifetime(folder) {}
  }

  /// The parts of a device of two that share a store in a folder.
  private func device(
    _ number: Int, in folder: TestFolder, _ root: CompositionRoot
  ) throws -> (store: any LedgerStore, shared: AppParts.Shared, device: String) {
    let parts = try root.parts([
      "FOLIO_STORE": "file:\(folder.path)/own-\(number)",
      "FOLIO_REMOTE": "file:\(folder.path)/shared",
    ])
    return (parts.store, try #require(parts.shared), parts.device.id)
  }

  @Test("two devices with one shared store come to have the same, and know each other")
  func twoDevices() async throws {
    let folder = try TestFolder()
    let roots = (1...2).map { CompositionRoot.ofTests(device: "device-\($0)") }
    do {
      // Both are open all the time.
      let one = try device(1, in: folder, roots[0])
      let two = try device(2, in: folder, roots[1])
      try await one.store.save(StoreInput(Documents.start), at: roots[0].now())
      try await one.shared.sync.sync()
      try await two.shared.sync.sync()
      try await two.store.append(StoreInput(Documents.deposit("d2", 6)), at: roots[1].now())
      try await one.store.append(StoreInput(Documents.deposit("d1", 5)), at: roots[0].now())
      for parts in [one, two, one] { try await parts.shared.sync.sync() }
      let ids = { (store: any LedgerStore) in
        Set(try await store.groups(.init()).groups.map(\.id))
      }
      for store in [one.store, two.store, try await one.shared.open()] {
        #expect(try await ids(store) == ["g1", "g2", "d1", "d2"])
      }
      #expect(try await one.shared.devices.devices().map(\.id) == ["device-1", "device-2"])
      #expect(try await one.shared.state.load().losers.isEmpty)
    }
    let again = try device(1, in: folder, CompositionRoot.ofTests(device: "another id"))
    #expect(again.device == "device-1")
    #expect(try await again.shared.sync.sync().sent == 0)
  }

  @Test("a shared store that is gone is out of reach, and no other one is made in its place")
  func gone() async throws {
    let folder = try TestFolder()
    let root = CompositionRoot.ofTests()
    let parts = try device(1, in: folder, root)
    try await parts.store.save(StoreInput(Documents.start), at: root.now())
    try await parts.shared.sync.sync()
    let path = "\(folder.path)/shared"
    try FileManager.default.moveItem(atPath: path, toPath: path + "-elsewhere")
    await #expect(throws: StoreFailure.self) { try await parts.shared.sync.sync() }
    #expect(await parts.shared.sync.status?.word == "offline")
    #expect(!FileManager.default.fileExists(atPath: path))
    try FileManager.default.moveItem(atPath: path + "-elsewhere", toPath: path)
    try await parts.store.append(StoreInput(Documents.deposit("d1", 5)), at: root.now())
    #expect(try await parts.shared.sync.sync().sent == 1)
  }

  @Test("a store that is damaged or open elsewhere stops the start, and nothing stays open")
  func failures() async throws {
    let folder = try TestFolder()
    let root = CompositionRoot.ofTests()
    let environment = ["FOLIO_STORE": "file:\(folder.path)/own"]
    do {
      let parts = try root.parts(environment)
      #expect(throws: StoreFailure.self) { try root.parts(environment) }
      withExtendedLifetime(parts) {}
    }
    let own = URL(filePath: "\(folder.path)/own")
    let whole = try Data(contentsOf: own)
    try Data("no journal\n".utf8).write(to: own)
    do {
      _ = try root.parts(environment)
      Issue.record("nothing was thrown")
    } catch StoreFailure.corrupt(let damage) {
      #expect(damage.name.hasSuffix("/own"))
    }
    try whole.write(to: own)
    #expect(try root.parts(environment).device.id == "device-1")
  }

  #if !(canImport(SQLite3) || SQLite)
  @Test("SQLite that is not built in says so")
  func withoutSQLite() throws {
    do {
      _ = try CompositionRoot.ofTests().parts(["FOLIO_STORE": "sqlite:l.db"])
      Issue.record("nothing was thrown")
    } catch StoreFailure.unsupported(let reason) {
      #expect(reason.contains("--traits SQLite"))
    }
  }
  #endif
}
