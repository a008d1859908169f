import Folio
import FolioCoinFlip
import Testing

@testable import TestSupport

/// A store in memory that can be told to refuse.
actor Shelf: CoinFlip.ByteStore {
  struct Full: Error {}
  private var bytes: [UInt8]?
  private var refuses = false
  private(set) var saves = 0

  func load() async throws -> [UInt8]? { bytes }

  func save(_ bytes: [UInt8]) async throws {
    // Others get a turn, as they do while a disk writes.
    await Task.yield()
    if refuses { throw Full() }
    self.bytes = bytes
    saves += 1
  }

  func refuse(_ refuses: Bool) { self.refuses = refuses }
  func put(_ bytes: [UInt8]) { self.bytes = bytes }
}

@Suite("CoinFlip: the data service, local and stored")
struct DataServiceTests {
  enum Kind: CaseIterable { case local, stored }

  private func service(_ kind: Kind) async throws -> any CoinFlip.DataService {
    switch kind {
    case .local: return CoinFlip.Mode.local(TradingTests.document()).service()
    case .stored:
      let shelf = Shelf()
      await shelf.put(TradingTests.document().json())
      return CoinFlip.Mode.stored(shelf).service()
    }
  }

  @Test("users and portfolios", arguments: Kind.allCases)
  func users(_ kind: Kind) async throws {
    let service = try await service(kind)
    var user = CoinFlip.User(
      id: "v", authUserID: "auth", username: "bob", createdAt: TradingTests.time)
    try await service.apply(.createUser(user))
    await #expect(throws: CoinFlip.DataFault.conflict) {
      try await service.apply(.createUser(user))
    }
    user.avatarEmoji = "🦊"
    try await service.apply(.updateUser(user))
    #expect(try await service.user(id: "v") == user)
    #expect(try await service.user(authUserID: "auth") == user)
    await #expect(throws: CoinFlip.DataFault.notFound) { try await service.user(id: "w") }
    let portfolio = CoinFlip.Portfolio(id: "q", userID: "v", createdAt: TradingTests.time)
    try await service.apply(.createPortfolio(portfolio))
    #expect(try await service.portfolio(ofUser: "v") == portfolio)
    #expect(portfolio.cashBalance == 1000)
    try await service.apply(.updateCashBalance("12.5", portfolio: "q", at: TradingTests.time))
    #expect(try await service.portfolio(ofUser: "v").cashBalance == "12.5")
    await #expect(throws: CoinFlip.DataFault.invalid) {
      try await service.apply(.updateCashBalance(-1, portfolio: "q", at: TradingTests.time))
    }
    #expect(try await service.leaderboard(prices: [:]).map(\.user.id) == ["u", "v"])
  }

  @Test("holdings, one for each coin", arguments: Kind.allCases)
  func holdings(_ kind: Kind) async throws {
    let service = try await service(kind)
    var row = CoinFlip.Holding(
      id: "h", portfolioID: "p", coin: TradingTests.bitcoin, quantity: 1, averageBuyPrice: 2)
    try await service.apply(.createHolding(row))
    var twin = row
    twin.id = "i"
    await #expect(throws: CoinFlip.DataFault.conflict) {
      try await service.apply(.createHolding(twin))
    }
    row.quantity = 3
    try await service.apply(.updateHolding(row))
    #expect(try await service.holdings(ofPortfolio: "p") == [row])
    row.quantity = -1
    await #expect(throws: CoinFlip.DataFault.invalid) {
      try await service.apply(.updateHolding(row))
    }
    try await service.apply(.deleteHolding(id: "h"))
    #expect(try await service.holdings(ofPortfolio: "p").isEmpty)
    await #expect(throws: CoinFlip.DataFault.notFound) {
      try await service.apply(.deleteHolding(id: "h"))
    }
  }

  @Test("transactions come newest first, and not more than asked for", arguments: Kind.allCases)
  func transactions(_ kind: Kind) async throws {
    let service = try await service(kind)
    for number in 1...4 {
      let row = CoinFlip.Transaction(
        id: "t\(number)", portfolioID: "p", coin: TradingTests.bitcoin, .buy, quantity: 1,
        pricePerCoin: 1, totalValue: 1,
        timestamp: try Timestamp("2024-03-0\(number == 4 ? 1 : number)T00:00:00Z"))
      try await service.apply(.createTransaction(row))
    }
    let all = try await service.transactions(ofPortfolio: "p", limit: nil)
    #expect(all.map(\.id) == ["t3", "t2", "t4", "t1"])
    let two = try await service.transactions(ofPortfolio: "p", limit: 2)
    #expect(two.map(\.id) == ["t3", "t2"])
  }

  @Test("many trades at once: none is lost, and cash is never below zero", arguments: Kind.allCases)
  func concurrentTrades(_ kind: Kind) async throws {
    let service = try await service(kind)
    let done = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<30 {
        group.addTask {
          let trade = try? await service.execute(
            TradingTests.order(.buy, 1, at: 50), inPortfolio: "p", at: TradingTests.time,
            transactionID: "t\(number)")
          return trade != nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(done == 20)
    #expect(try await service.portfolio(ofUser: "u").cashBalance == 0)
    #expect(try await service.holdings(ofPortfolio: "p").map(\.quantity) == [20])
    #expect(try await service.transactions(ofPortfolio: "p", limit: nil).count == 20)
  }

  @Test("a store that refuses leaves all as it was, and the screen takes the trade back")
  func refusal() async throws {
    let shelf = Shelf()
    let document = TradingTests.document()
    await shelf.put(document.json())
    let service = CoinFlip.Mode.stored(shelf).service()
    let portfolio = CoinFlip.OptimisticPortfolio(service, document)
    let order = TradingTests.order(.buy, 1, at: 100)
    await shelf.refuse(true)
    await #expect(throws: CoinFlip.DataFault.self) {
      try await portfolio.trade(order, inPortfolio: "p", at: TradingTests.time, transactionID: "t1")
    }
    #expect(await portfolio.shown == document)
    #expect(try await service.portfolio(ofUser: "u").cashBalance == 1000)
    await shelf.refuse(false)
    try await portfolio.trade(order, inPortfolio: "p", at: TradingTests.time, transactionID: "t1")
    #expect(await portfolio.shown.portfolios.map(\.cashBalance) == [900])
    #expect(try await service.portfolio(ofUser: "u").cashBalance == 900)
    await #expect(throws: CoinFlip.DataFault.conflict) {
      _ = try await service.execute(
        order, inPortfolio: "p", at: TradingTests.time, transactionID: "t1")
    }
    #expect(await shelf.saves == 1)
  }

  @Test("a new service reads what another one stored; what can't be read is corrupt")
  func reopened() async throws {
    let shelf = Shelf()
    let first = CoinFlip.Mode.stored(shelf).service()
    try await first.apply(
      .createUser(
        CoinFlip.User(id: "u", username: "ada", createdAt: TradingTests.time)))
    let second = CoinFlip.Mode.stored(shelf).service()
    #expect(try await second.user(id: "u").username == "ada")
    await shelf.put(Array("{\"users\": [".utf8))
    let third = CoinFlip.Mode.stored(shelf).service()
    await #expect(throws: CoinFlip.DataFault.self) { try await third.user(id: "u") }
  }

  @Test("what could be written and not be read again is refused", arguments: Kind.allCases)
  func unreadable(_ kind: Kind) async throws {
    let service = try await service(kind)
    let nameless = CoinFlip.Coin(id: "dust", symbol: "", name: "Dust")
    await #expect(throws: CoinFlip.DataFault.invalid) {
      try await service.apply(
        .createUser(
          CoinFlip.User(id: "v", username: "", createdAt: TradingTests.time)))
    }
    await #expect(throws: CoinFlip.DataFault.invalid) {
      try await service.apply(
        .updateUser(
          CoinFlip.User(id: "u", username: "", createdAt: TradingTests.time)))
    }
    await #expect(throws: CoinFlip.DataFault.invalid) {
      try await service.apply(
        .createPortfolio(
          CoinFlip.Portfolio(id: "", userID: "u", createdAt: TradingTests.time)))
    }
    await #expect(throws: CoinFlip.DataFault.invalid) {
      try await service.apply(
        .createHolding(
          CoinFlip.Holding(
            id: "h", portfolioID: "p", coin: nameless, quantity: 1, averageBuyPrice: 1)))
    }
    await #expect(throws: CoinFlip.DataFault.invalid) {
      try await service.apply(
        .createTransaction(
          CoinFlip.Transaction(
            id: "t", portfolioID: "p", coin: nameless, .buy, quantity: 1, pricePerCoin: 1,
            totalValue: 1, timestamp: TradingTests.time)))
    }
    let order = CoinFlip.Order(.buy, nameless, quantity: 1, price: 1)
    await #expect(throws: CoinFlip.DataFault.refused(.incomplete)) {
      _ = try await service.execute(
        order, inPortfolio: "p", at: TradingTests.time, transactionID: "t")
    }
    await #expect(throws: CoinFlip.DataFault.refused(.incomplete)) {
      _ = try await service.execute(
        TradingTests.order(.buy, 1, at: 1), inPortfolio: "p", at: TradingTests.time,
        transactionID: "")
    }
    #expect(try await service.user(id: "u").username == "ada")
  }

  @Test(
    "faults say what to do",
    arguments: [
      (
        CoinFlip.DataFault.refused(.notEnoughCash(needed: "110.50", available: 90)), "110.5 dollars"
      ),
      (.refused(.notEnoughUnits(wanted: 2, held: "1.50000000")), "1.5 are held"),
      (.unavailable("no network"), "no network"),
    ])
  func words(_ fault: CoinFlip.DataFault, _ words: String) {
    #expect(fault.description.contains(words), "\(fault)")
  }
}
