import FolioNumbers
import Testing

@testable import FolioStores

/// Whatever is lost on the way, what the store says of a change is true.
@Suite("Storage in a server")
struct ServerStorageTests {
  private static let accounts = """
    {"format": "folio/1", "portfolio_cash_accounts": [{"id": "usd", "currency": "USD"}]}

    """

  private static func deposit(_ id: String, _ amount: String = "5") -> String {
    """
    {"id": "\(id)", "occurred_at": "2024-03-01T00:00:00Z", "cash_transactions": [{"id": "\(id)-1", \
    "cash_account_id": "usd", "leg_type": "deposit", "direction": "in", "amount": "\(amount)"}]}

    """
  }

  private func open(_ transport: FakeTransport, _ access: StoreAccess) throws -> StoreOperations {
    let storage = try ServerStorage(
      transport, at: "server", access, holding: StoreContents())
    return StoreOperations(storage)
  }

  private func time() throws -> Timestamp {
    try Timestamp(day: Day("2024-06-01"), hour: 1, minute: 0)
  }

  /// A server with accounts and one group, and a store on it.
  private func store() throws -> (FakeTransport, StoreOperations) {
    let transport = FakeTransport(FakeServer())
    var store = try open(transport, .creating)
    let ledger = StoreInput(Self.accounts + Self.deposit("g1"))
    try store.append(ledger, at: try time())
    return (transport, store)
  }

  private func add(_ id: String, to store: inout StoreOperations) throws {
    try store.append(StoreInput(Self.deposit(id)), at: try time())
  }

  @Test("what one store writes, another one reads to the byte")
  func roundTrip() throws {
    var (transport, store) = try store()
    var other = try open(FakeTransport(transport.server), .reading)
    #expect(try other.load() == store.load())
    try add("g2", to: &store)
    try other.refresh()
    #expect(try other.load() == store.load())
    #expect(try other.contents().groups.map(\.id) == ["g1", "g2"])
  }

  @Test("a call that is lost is sent again, and is made once", arguments: [true, false])
  func lost(isMade: Bool) throws {
    var (transport, store) = try store()
    transport.plan = [.passes, isMade ? .losesAnswer : .losesCall, .losesAnswer]
    try add("g2", to: &store)
    try store.refresh()
    #expect(try store.contents().groups.map(\.id) == ["g1", "g2"])
    #expect(try store.contents().lastSequence == transport.server.last)
    #expect(transport.server.versions.map(\.id) == ["g1", "g2"])
  }

  @Test("a change of another program is a conflict, and the next attempt is based on it")
  func conflict() throws {
    var (transport, store) = try store()
    transport.server.change("other", Array(Self.deposit("other").dropLast().utf8))
    #expect { try add("g2", to: &store) } throws: { error in
      guard case .conflict(.storeChanged)? = error as? StoreFailure else { return false }
      return true
    }
    try store.refresh()
    try add("g2", to: &store)
    #expect(transport.server.versions.map(\.id) == ["g1", "other", "g2"])
  }

  @Test("a lost call that another program overtook is a conflict")
  func overtaken() throws {
    var (transport, store) = try store()
    transport.plan = [.losesCall]
    transport.server.change("other", Array(Self.deposit("other").dropLast().utf8))
    #expect { try add("g2", to: &store) } throws: { error in
      guard case .conflict(.storeChanged)? = error as? StoreFailure else { return false }
      return true
    }
    #expect(!transport.server.versions.contains { $0.id == "g2" })
  }

  @Test("a lost answer is found out although another program changed other groups")
  func foundOut() throws {
    var (transport, store) = try store()
    transport.plan = [
      .losesAnswerBefore { $0.change("other", Array(Self.deposit("other").dropLast().utf8)) }
    ]
    try add("g2", to: &store)
    try store.refresh()
    #expect(try store.contents().groups.map(\.id) == ["g1", "g2", "other"])
  }

  @Test(
    "nobody knows if another program replaced or removed what was written",
    arguments: [true, false])
  func replaced(isRemoved: Bool) throws {
    var (transport, store) = try store()
    let row = isRemoved ? nil : Array(Self.deposit("g2", "7").dropLast().utf8)
    transport.plan = [.losesAnswerBefore { $0.change("g2", row) }]
    #expect { try add("g2", to: &store) } throws: { error in
      guard case .unknownOutcome(let text)? = error as? StoreFailure else { return false }
      return text.contains("fake://server")
    }
  }

  @Test("groups that another program removed are gone")
  func removed() throws {
    var (transport, store) = try store()
    try add("g2", to: &store)
    transport.server.change("g1", nil)
    try store.refresh()
    #expect(try store.contents().groups.map(\.id) == ["g2"])
  }

  @Test(
    "faults that pass are repeated, and others are not",
    arguments: ["40001", "40P01", "PGRST003"])
  func repeated(code: String) throws {
    var (transport, store) = try store()
    transport.plan = [.fails(ServerFault(code: code, message: "again"))]
    try add("g2", to: &store)
    let calls = transport.calls
    transport.plan = [.fails(ServerFault(code: "42501", message: "no"))]
    #expect(throws: StoreFailure.self) { try add("g3", to: &store) }
    #expect(transport.calls == calls + 1)
  }

  @Test("a long ledger goes in parts, and the same call sends the rest after an interruption")
  func parts() throws {
    let server = FakeServer()
    let text = Self.accounts + (0..<7).map { Self.deposit("g\($0)") }.joined()
    let contents = try StoreOperations.contents(of: StoreInput(text), at: try time())
    func create(_ plan: [FakeTransport.Event]) throws {
      let transport = FakeTransport(server)
      (transport.groupLimit, transport.plan) = (2, plan)
      let storage = try ServerStorage(transport, at: "server", .creating, holding: contents)
      var seen: [Int] = []
      storage.report { seen.append($0.done) }
      try storage.complete()
      #expect(seen.last == seen.max() && seen.count > 2)
    }
    let refusal = ServerFault(code: "53100", message: "the disk is full")
    #expect(throws: StoreFailure.self) {
      try create([.passes, .passes, .passes, .fails(refusal)])
    }
    #expect(server.versions.count == 2)
    // An answer that is lost on the way changes nothing.
    try create([.passes, .losesAnswer])
    #expect(server.versions.map(\.id) == (0..<7).map { "g\($0)" })
    var store = try open(FakeTransport(server), .reading)
    #expect(try store.load() == contents.document)
    // It is complete now.
    #expect(throws: StoreFailure.self) { try create([]) }
  }

  @Test(
    "parts are limited by bytes, and become smaller when the server gives up", arguments: [2, 100])
  func smallParts(patience: Int) throws {
    let server = FakeServer()
    let text = Self.accounts + (0..<40).map { Self.deposit("g\($0)") }.joined()
    let contents = try StoreOperations.contents(of: StoreInput(text), at: try time())
    let transport = FakeTransport(server)
    (transport.patience, transport.byteLimit) = (patience, patience == 2 ? 1 << 20 : 1_000)
    let storage = try ServerStorage(transport, at: "server", .creating, holding: contents)
    try storage.complete()
    #expect(transport.calls > 8)
    #expect(server.versions.map(\.id) == (0..<40).map { "g\($0)" })
    let size = try #require(transport.lastCommit).groups.count
    #expect(size < 1_500)
    var store = try open(transport, .reading)
    #expect(try store.load() == contents.document)
  }

  @Test("a change whose answer was lost is found, also if the next call fails in another way")
  func foundLater() throws {
    var (transport, store) = try store()
    transport.plan = [
      .losesAnswer, .fails(ServerFault(code: "57014", message: "it took too long")),
    ]
    try add("g2", to: &store)
    #expect(try store.contents().groups.map(\.id) == ["g1", "g2"])
    transport.plan = [.losesCall, .fails(ServerFault(code: "57014", message: "it took too long"))]
    #expect { try add("g3", to: &store) } throws: { error in
      guard case .unknownOutcome? = error as? StoreFailure else { return false }
      return true
    }
  }

  @Test("a save whose answer was lost is found by its number and its rows")
  func foundSave() throws {
    var (transport, store) = try store()
    transport.plan = [.losesAnswer]
    try store.save(StoreInput(Self.accounts + Self.deposit("g7")), at: try time())
    #expect(try store.contents().groups.map(\.id) == ["g7"])
  }

  @Test("a change that is no upload is one call, however long")
  func atomic() throws {
    var (transport, store) = try store()
    transport.groupLimit = 2
    let calls = transport.calls
    let text = (0..<7).map { Self.deposit("n\($0)") }.joined()
    try store.append(StoreInput(text), at: try time())
    #expect(transport.calls == calls + 1)
    #expect(transport.server.versions.count == 8)
  }

  @Test("a change brings the holdings, and a ledger with faults brings none")
  func figures() throws {
    var (transport, store) = try store()
    let last = try #require(transport.lastCommit?.derived)
    #expect(String(decoding: last, as: UTF8.self).contains("\"as_of\": \"2024-03-01\""))
    let trade = """
      {"stocks_master": [{"id": "s", "symbol": "X", "currency": "USD"}]}
      {"id": "t1", "occurred_at": "2024-04-01T00:00:00Z", "stock_transactions": [{"id": "t1-s", \
      "stock_id": "s", "symbol": "X", "trade_type": "buy", "quantity": "3", \
      "price_per_share": "1.00", "currency": "USD"}], "cash_transactions": [{"id": "t1-c", \
      "cash_account_id": "usd", "leg_type": "principal", "direction": "out", "amount": "3.00"}]}
      """
    try store.append(StoreInput(trade), at: try time())
    let held = String(decoding: try #require(transport.lastCommit?.derived), as: UTF8.self)
    let position = "\"as_of\": \"2024-04-01\", \"quantity\": \"3\""
    #expect(held.contains("{\"id\": \"X/USD\", \"symbol\": \"X\", \"quantity\": \"3\""))
    #expect(held.contains(position))
    // Another device sold more than there is.
    let row = Array(trade.split(separator: "\n")[1].utf8)
    let text = String(decoding: row, as: UTF8.self).replacing("buy", with: "sell")
      .replacing("out", with: "in").replacing("t1", with: "t2").replacing("\"3", with: "\"9")
    transport.server.change("t2", Array(text.utf8))
    try store.refresh()
    try add("g7", to: &store)
    #expect(transport.lastCommit != nil && transport.lastCommit?.derived == nil)
  }
}
