import FolioNumbers
import Foundation
import Testing

@testable import FolioStores

/// A device that keeps a copy of the ledger in a server asks only for what has changed, and always
/// has what the server has.
@Suite("copies of ledgers in servers")
final class ServerCopyTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("copy-\(UUID().uuidString)")
  private var path: String { folder.appendingPathComponent("copy").path }
  private let server = FakeServer()

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try fill(server, 40)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func row(_ id: String, _ amount: Int = 5) -> String {
    """
    {"id": "\(id)", "occurred_at": "2024-03-01T00:00:00Z", "cash_transactions": [{"id": "\(id)-1", \
    "cash_account_id": "usd", "leg_type": "deposit", "direction": "in", "amount": "\(amount)"}]}
    """
  }

  private func fill(_ server: FakeServer, _ count: Int, _ amount: Int = 5) throws {
    let accounts =
      "{\"format\": \"folio/1\", \"portfolio_cash_accounts\": [{\"id\": \"usd\", "
      + "\"currency\": \"USD\"}]}\n"
    var store = StoreOperations(
      try ServerStorage(
        FakeTransport(server), at: "server", .creating, holding: StoreContents()))
    let rows = (0..<count).map { row("g\($0)", amount) + "\n" }.joined()
    try store.append(StoreInput(accounts + rows), at: try time())
  }

  private func time() throws -> Timestamp {
    try Timestamp(day: Day("2024-06-01"), hour: 1, minute: 0)
  }

  /// Opens the store as a program does that runs again.
  /// - Returns: the calls that it made, of up to seven groups each.
  @discardableResult
  private func check(
    _ server: FakeServer, _ body: (inout StoreOperations) throws -> Void = { _ in }
  ) throws -> Int {
    let transport = FakeTransport(server)
    transport.pageSize = 7
    let storage = try ServerStorage(
      transport, at: "server", .writing, holding: StoreContents(), copy: path)
    let calls = transport.calls
    var store = StoreOperations(storage)
    var whole = try ServerStorage(
      FakeTransport(server), at: "server", .reading, holding: StoreContents()
    ).contents()
    #expect(try store.contents().groups == whole.groups)
    #expect(try store.contents().head == whole.head)
    #expect(try store.contents().lastSequence == whole.lastSequence)
    try body(&store)
    whole = try ServerStorage(
      FakeTransport(server), at: "server", .reading, holding: StoreContents()
    ).contents()
    #expect(try store.contents().groups == whole.groups)
    return calls
  }

  /// The calls that read all pages, or the newest versions alone.
  private let (all, few) = (7, 3)

  @Test("only what has changed is read")
  func changes() throws {
    #expect(try check(server) == all)
    #expect(try check(server) == few)
    server.change("g3", Array(row("g3", 7).utf8))
    server.change("new", Array(row("new").utf8))
    #expect(try check(server) == few)
    try check(server) { store in
      try store.append(StoreInput(self.row("own")), at: try self.time())
      try store.delete("g5", at: try self.time())
    }
    #expect(try check(server) == few)
  }

  @Test("new groups whose numbers have another order than their places")
  func order() throws {
    try check(server)
    server.change("a", Array(row("a").utf8))
    server.change("b", Array(row("b").utf8))
    server.change("a", Array(row("a", 7).utf8))
    #expect(try check(server) == few)
    #expect(try check(server) == few)
  }

  @Test("a removed group, and one that was there only meanwhile")
  func removed() throws {
    try check(server)
    server.change("g3", nil)
    #expect(try check(server) > few)
    #expect(try check(server) == few)
    server.change("gone", Array(row("gone").utf8))
    server.change("gone", nil)
    #expect(try check(server) == few)
    #expect(try check(server) == few)
  }

  @Test("a server that was restored from a backup, cleared or made anew is read again")
  func restored() throws {
    try check(server)
    // It has the same numbers, and one other version.
    for amount in [5, 6] {
      let other = FakeServer()
      try fill(other, 39, amount)
      other.change("other", Array(row("other").utf8))
      #expect(try check(other) > few)
      #expect(try check(other) == few)
      try check(server)
    }
    let shorter = FakeServer()
    try fill(shorter, 3)
    try check(shorter)
    try check(server)
    let longer = FakeServer()
    try fill(longer, 39)
    for number in 0..<30 { longer.change("x\(number)", Array(row("x\(number)").utf8)) }
    try check(longer)
    try check(server)
    try check(server) { store in
      let text = String(decoding: try store.load(), as: UTF8.self) + self.row("saved") + "\n"
      try store.save(StoreInput(text), at: try self.time())
    }
    try check(server)
  }

  @Test("a copy that is damaged, incomplete, locked or a folder is no fault")
  func damaged() throws {
    try check(server)
    let bytes = try Data(contentsOf: URL(filePath: path))
    var damaged = bytes
    damaged[bytes.count / 2] ^= 1
    for text in [damaged, bytes.prefix(bytes.count / 2), Data(), Data("no journal\n".utf8)] {
      try text.write(to: URL(filePath: path))
      #expect(try check(server) > few)
      #expect(try check(server) == few)
    }
    let lock = try JournalStorage(path, .writing)
    #expect(try check(server) == all)
    withExtendedLifetime(lock) {}
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(try check(server) == all)
  }

  @Test("a conflict is found out without reading everything again")
  func conflict() throws {
    try check(server)
    let transport = FakeTransport(server)
    let storage = try ServerStorage(
      transport, at: "server", .writing, holding: StoreContents(), copy: path)
    var store = StoreOperations(storage)
    server.change("other", Array(row("other").utf8))
    let calls = transport.calls
    #expect(throws: StoreFailure.self) {
      try store.append(StoreInput(self.row("own")), at: try self.time())
    }
    try store.append(StoreInput(row("own")), at: try time())
    #expect(try store.contents().groups.suffix(2).map(\.id) == ["other", "own"])
    #expect(transport.calls <= calls + 5)
  }
}
