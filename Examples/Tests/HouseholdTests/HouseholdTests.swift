import Folio
import Foundation
import Household
import Testing

@Suite("a family's books")
struct HouseholdTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "h-\(UUID())")

  private func run(
    _ environment: [String: String], _ body: (HouseholdApp) async throws -> String
  ) async throws -> (said: [String], seen: String) {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var said: [String] = []
    let app = try HouseholdApp(
      environment: environment, now: { Timestamp(secondsSince1970: 1_717_400_000) },
      newID: { "device-1" }, say: { said.append($0) })
    return (said, try await body(app))
  }

  @Test("look the same from outside, whatever they are kept in")
  func alike() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "books").path
    let inMemory = try await run([:]) { try await $0.day() }
    let inFile = try await run(["FOLIO_STORE": "file:\(path)"]) { try await $0.day() }
    #expect(inMemory.said == ["store: memory (default)"])
    #expect(inFile.said == ["store: file \(path) (FOLIO_STORE)"])
    #expect(inMemory.seen == inFile.seen)
    #expect(inMemory.seen.contains("ada") && inMemory.seen.contains("1.30"))
    #expect(inMemory.seen.contains("nobody can sign in"))
    // And they are there to stay where they should be.
    let table = try await run(["FOLIO_STORE": "file:\(path)"]) {
      try await $0.pocketMoney.table()
    }
    #expect(inFile.seen.hasPrefix(table.seen))
  }

  @Test("are shared through a folder")
  func shared() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let remote = "file:\(folder.appending(path: "shared").path)"
    let environment = ["FOLIO_STORE": "memory:", "FOLIO_REMOTE": remote]
    let first = try await run(environment) { try await $0.day() }
    let second = try await run(environment) { app in
      try await app.sync?.sync()
      return try await app.pocketMoney.table()
    }
    #expect(first.seen.hasPrefix(second.seen))
  }

  @Test("are not kept on a server that nobody can reach yet, and the app says so")
  func server() async throws {
    await #expect(
      throws: BackendFault.notBuilt("https://books.example/f", .variable("FOLIO_STORE"))
    ) {
      try await run(["FOLIO_STORE": "https://ann:pw@books.example/f"]) { try await $0.day() }
    }
  }

  @Test("can be forgotten")
  func forgotten() async throws {
    let seen = try await run([:]) { app in
      _ = try await app.day()
      try await app.pocketMoney.forget()
      return try await app.pocketMoney.table()
    }
    #expect(!seen.seen.contains("ada"))
  }
}
