import FolioModel
import FolioNumbers
import Foundation
import Synchronization
import Testing

@testable import FolioStores

@Suite("stores of users")
struct UserStoreTests {
  /// A server with a ledger for each user, of which a test says who is signed in.
  private final class Server: Sendable {
    private let user = Mutex<String?>(nil)
    private let path: String

    init(_ path: String) { self.path = path }

    func signIn(_ user: String?) { self.user.withLock { $0 = user } }

    /// Places are `place` and, for one user, `place@user`.
    var kind: StoreKind {
      StoreKind(
        "cloud", suffixes: [],
        user: { place in place.firstIndex(of: "@").map { String(place[place.index(after: $0)...]) }
        },
        resolved: { place throws(StoreFailure) in
          guard let user = self.user.withLock({ $0 }) else {
            throw .unauthorized("nobody is signed in")
          }
          return "\(place)@\(user)"
        }
      ) { place, access, initial, copy, progress throws(StoreFailure) in
        try StoreKind.file.open("\(self.path)/\(place)", access, initial, copy, progress)
      }
    }
  }

  private func parts(_ folder: TestFolder, _ server: Server) throws -> AppParts {
    let store = StoreAddress(.file, path: "\(folder.path)/book.folio")
    let remote = StoreAddress(server.kind, path: "place")
    let choice = BackendChoice(
      store: .init(store, .appDefault), remote: .init(remote, .appDefault))
    return try CompositionRoot.ofTests().parts(for: choice)
  }

  private func add(_ id: String, to parts: AppParts) async throws {
    let now = CompositionRoot.ofTests().now()
    if try await parts.store.load(.json).count < 60 {
      let account = LedgerAccount(id: "c", currency: .usDollar)
      try await parts.store.append(LedgerContents(accounts: [account]), at: now)
    }
    try await parts.store.append(.deposit(5, on: Day("2024-03-01"), id: id), at: now)
  }

  private func ids(_ parts: AppParts) async throws -> [String] {
    try await parts.store.groups(.init()).groups.map(\.id).sorted()
  }

  @Test("signing in as someone else neither shows nor uploads the first user's data")
  func users() async throws {
    let folder = try TestFolder()
    let server = Server(folder.path)
    // Nobody yet: an app that is used without an account.
    try await add("early", to: parts(folder, server))
    server.signIn("ann")
    do {
      let ann = try parts(folder, server)
      #expect(try await ids(ann) == ["early"])
      try await add("of-ann", to: ann)
      try await #require(ann.shared).sync.sync()
      try await add("later", to: ann)
    }
    server.signIn("bob")
    do {
      let bob = try parts(folder, server)
      #expect(bob.choice?.store.address.path == "\(folder.path)/book-bob.folio")
      #expect(try await ids(bob) == [])
      try await add("of-bob", to: bob)
      try await #require(bob.shared).sync.sync()
      #expect(try await ids(bob) == ["of-bob"])
      let shared = try await #require(bob.shared).open()
      #expect(try await shared.groups(.init()).groups.map(\.id) == ["of-bob"])
    }
    server.signIn(nil)
    do {
      let nobody = try parts(folder, server)
      #expect(try await ids(nobody) == [])
      let failure = await #expect(throws: StoreFailure.self) {
        try await nobody.shared?.sync.sync()
      }
      guard case .unauthorized? = failure else { throw try #require(failure) }
    }
    server.signIn("ann")
    let ann = try parts(folder, server)
    #expect(try await ids(ann) == ["early", "later", "of-ann"])
    try await #require(ann.shared).sync.sync()
    let shared = try await #require(ann.shared).open()
    #expect(try await shared.groups(.init()).total == 3)
    withExtendedLifetime(folder) {}
  }

  @Test("a change of user during the life of the parts does not change whose store they sync")
  func change() async throws {
    let folder = try TestFolder()
    let server = Server(folder.path)
    server.signIn("ann")
    let ann = try parts(folder, server)
    try await add("of-ann", to: ann)
    server.signIn("bob")
    try await #require(ann.shared).sync.sync()
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/place@bob"))
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/place@ann"))
  }

  @Test("different users have different files, and a store is claimed once")
  func places() throws {
    let folder = try TestFolder()
    let store = StoreAddress(.file, path: "\(folder.path)/b.folio")
    let owner = try #require(StoreOwner(of: store))
    #expect(try owner.user() == nil && owner.place(for: "x") == store)
    try owner.claim(for: "ann")
    try owner.claim(for: "ann")
    #expect(throws: StoreFailure.self) { try owner.claim(for: "bob") }
    let names = ["bob", "BOB", "b/ob", "b_ob", "", "+", "signed-out", "é"]
    let paths = try names.map { try owner.place(for: $0).path } + [owner.place(for: nil).path]
    #expect(Set(paths).count == names.count + 1)
    #expect(paths.allSatisfy { $0.hasPrefix("\(folder.path)/b") && $0.hasSuffix(".folio") })
    #expect(store.owns("b.folio.sync-owner", beside: "b.folio"))
    #expect(StoreOwner(of: StoreAddress(.memory, path: "")) == nil)
  }
}
