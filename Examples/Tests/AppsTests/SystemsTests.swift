import Apps
import Folio
import FolioCoinFlip
import Testing

@Suite("the simple stock app")
struct StockAppTests {
  private let dollar = Currency.usDollar

  private func local() throws -> FlatApp.Document {
    var document = FlatApp.Document(currency: dollar)
    document.stockTickers = [
      .init(name: "Apple \"Inc.\"", code: "AAPL", market: "NASDAQ", currency: dollar)
    ]
    document.capitals = [
      .init(id: "c1", .initialDeposit, 5000, try Timestamp("2024-01-02"))
    ]
    document.transactions = [
      FlatApp.Transaction(
        id: "t1", .buy, "AAPL", quantity: 10, price: try ExactDecimal("180.25"),
        try Timestamp("2024-01-03"))
    ]
    return document
  }

  @Test("goes up once, reads what it wrote, and loses nothing")
  func migration() async throws {
    let app = StockApp(RecordStore.inMemory(), now: { noon })
    var local = try local()
    #expect(try await app.upload(local.json()) == 2)
    #expect(try await app.upload(local.json()) == 0)
    let sale = FlatApp.Transaction(
      id: "t2", .sell, "AAPL", quantity: 4, price: 200, try Timestamp("2024-02-01"))
    try await app.add(sale, in: dollar)
    local.transactions.append(sale)
    let (document, unsupported) = try await app.read()
    #expect(document.transactions == local.transactions && document.capitals == local.capitals)
    #expect(document.stockTickers == local.stockTickers && unsupported.isEmpty)
    #expect(document.holdings.map(\.quantity) == [6])
  }

  @Test("lists what its rows cannot say")
  func unsupported() async throws {
    let store = RecordStore.inMemory()
    let app = StockApp(store, now: { noon })
    _ = try await app.upload(local().json())
    try await store.append(.split("AAPL", 4, for: 1, on: Day("2024-03-01")), at: noon)
    let (document, unsupported) = try await app.read()
    #expect(document.holdings.map(\.quantity) == [40] && !unsupported.isEmpty)
  }
}

/// A server of CoinFlip behind a network that can be cut.
private actor CoinServer: CoinFlip.DocumentBacked {
  nonisolated let owner: String? = "u"
  private let rowsOfAll: CoinFlip.LocalDataService
  private var isReachable = true

  init(_ service: CoinFlip.LocalDataService) { rowsOfAll = service }

  func become(reachable: Bool) { isReachable = reachable }

  func rows() async throws(CoinFlip.DataFault) -> CoinFlip.Document {
    if !isReachable { throw .unavailable("no network") }
    return try await rowsOfAll.rows()
  }

  func apply(_ change: CoinFlip.Change) async throws(CoinFlip.DataFault) -> CoinFlip.Trade? {
    if !isReachable { throw .unavailable("no network") }
    return try await rowsOfAll.apply(change)
  }
}

private actor Shelf: CoinFlip.ByteStore {
  private var bytes: [UInt8]?

  func load() -> [UInt8]? { bytes }
  func save(_ bytes: [UInt8]) { self.bytes = bytes }
}

@Suite("CoinFlip") @MainActor
struct CoinDeskTests {
  @Test("a trade that the server refuses at the sync leaves the screen, with the reason")
  func refusal() async throws {
    var document = CoinFlip.Document()
    document.users = [
      CoinFlip.User(id: "u", username: "Ada", createdAt: noon, updatedAt: noon)
    ]
    document.portfolios = [
      CoinFlip.Portfolio(id: "p", userID: "u", createdAt: noon, updatedAt: noon)
    ]
    let local = CoinFlip.LocalDataService(document)
    let server = CoinServer(local)
    let service = CoinFlip.OfflineDataService(server, cache: Shelf(), owner: "u")
    try await service.sync()
    let desk = try await CoinDesk(service, now: { noon })
    let running = Task { await desk.run() }
    await server.become(reachable: false)
    let coin = CoinFlip.Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin")
    let order = CoinFlip.Order(.buy, coin, quantity: 1, price: 800)
    await desk.trade(order, id: "t1")
    #expect(desk.rows.holdings.map(\.quantity) == [1] && desk.waiting == 1)
    // Meanwhile the money was spent on another device.
    _ = try await local.execute(order, inPortfolio: "p", at: noon, transactionID: "other")
    await server.become(reachable: true)
    await desk.sync()
    #expect(desk.refused.count == 1 && desk.waiting == 0)
    #expect(desk.rows.transactions.map(\.id) == ["other"])
    running.cancel()
  }
}

@Suite("a log app")
struct LogDeviceTests {
  @Test("two devices register, page, delete softly and sync; the last write wins")
  func devices() async throws {
    let server = ServerStore()
    let register = DeviceList()
    let early = Timestamp(secondsSince1970: Int(noon.seconds) + 60)
    let late = Timestamp(secondsSince1970: Int(noon.seconds) + 120)
    let phoneStore = RecordStore.inMemory()
    let phone = LogDevice(
      id: "phone", phoneStore, server: server, devices: register, now: { early })
    let tablet = LogDevice(
      id: "tablet", RecordStore.inMemory(), server: server, devices: register, now: { late })
    let account = LedgerAccount(id: "log", currency: .usDollar)
    try await phoneStore.append(LedgerContents(accounts: [account]), at: noon)
    let first = try Day("2024-01-01")
    try await phone.record(
      (0..<25).map { number -> GroupEntry in
        try .deposit(1, on: first.adding(days: number) ?? first, id: "r\(number)")
      })
    try await phone.sync()
    try await tablet.sync()
    #expect(try await tablet.page(1, size: 10).groups.first?.id == "r14")
    try await phone.note("from the phone", on: "r3")
    try await tablet.note("from the tablet, later", on: "r3")
    try await tablet.remove("r24")
    async let one = phone.sync()
    async let other = phone.sync()
    #expect(try await one == other)
    try await tablet.sync()
    try await phone.sync()
    let page = try await phone.page(0, size: 100)
    #expect(page.total == 24)
    #expect(page.groups.first { $0.id == "r3" }?.notes == "from the tablet, later")
    #expect(try await Set(register.devices().map(\.id)) == ["phone", "tablet"])
  }
}
