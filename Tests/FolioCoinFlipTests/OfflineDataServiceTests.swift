import Folio
import FolioCoinFlip
import Testing

@testable import TestSupport

/// A service at the other end of a network that can be cut.
private actor Network: CoinFlip.DocumentBacked {
  enum Fate { case works, isDown, losesTheAnswer }

  nonisolated let owner: String?
  private let server: CoinFlip.LocalDataService
  private var fate = Fate.works

  init(_ server: CoinFlip.LocalDataService, owner: String? = "u") {
    self.server = server
    self.owner = owner
  }

  func become(_ fate: Fate) { self.fate = fate }

  func rows() async throws(CoinFlip.DataFault) -> CoinFlip.Document {
    try await answer(server.rows())
  }

  func apply(_ change: CoinFlip.Change) async throws(CoinFlip.DataFault) -> CoinFlip.Trade? {
    if fate == .isDown { throw .unavailable("no network") }
    return try await answer(try await server.apply(change))
  }

  private func answer<Answer>(_ answer: Answer) async throws(CoinFlip.DataFault) -> Answer {
    switch fate {
    case .works: return answer
    case .isDown: throw .unavailable("no network")
    case .losesTheAnswer: throw .unavailable("no answer")
    }
  }
}

@Suite("CoinFlip: offline, with a cache and a queue")
struct OfflineDataServiceTests {
  private let server = CoinFlip.LocalDataService(TradingTests.document())
  private let network: Network
  private let shelf = Shelf()
  private let service: CoinFlip.OfflineDataService

  init() {
    network = Network(server)
    service = CoinFlip.OfflineDataService(network, cache: shelf, owner: "u")
  }

  private func buy(
    _ quantity: ExactDecimal, _ id: String, on service: any CoinFlip.DataService
  ) async throws {
    _ = try await service.execute(
      TradingTests.order(.buy, quantity, at: 100), inPortfolio: "p", at: TradingTests.time,
      transactionID: id)
  }

  @Test("what was changed offline is shown, is there after a restart, and is sent once")
  func queue() async throws {
    try await service.sync()
    await network.become(.isDown)
    try await buy(2, "t1", on: CoinFlip.Mode.offline(service).service())
    try await buy(1, "t2", on: service)
    #expect(try await service.portfolio(ofUser: "u").cashBalance == 700)
    let sync = await #expect(throws: CoinFlip.DataFault.self) { try await service.sync() }
    #expect(sync == .unavailable("no network"))
    #expect(try await server.portfolio(ofUser: "u").cashBalance == 1000)

    let again = CoinFlip.OfflineDataService(network, cache: shelf, owner: "u")
    #expect(try await again.queuedChanges().count == 2)
    #expect(try await again.holdings(ofPortfolio: "p").map(\.quantity) == [3])
    let newest = try await again.transactions(ofPortfolio: "p", limit: 1)
    #expect(newest.map(\.id) == ["t2"])
    // The answer is lost: the change was made, and must not be made again.
    await network.become(.losesTheAnswer)
    await #expect(throws: CoinFlip.DataFault.self) { try await again.sync() }
    #expect(try await again.queuedChanges().count == 2)
    await network.become(.works)
    try await again.sync()
    #expect(try await again.queuedChanges().isEmpty)
    #expect(try await again.rejectedChanges().isEmpty)
    #expect(try await server.portfolio(ofUser: "u").cashBalance == 700)
    #expect(try await server.transactions(ofPortfolio: "p", limit: nil).count == 2)
    let (here, there) = (
      try await again.holdings(ofPortfolio: "p"), try await server.holdings(ofPortfolio: "p")
    )
    #expect(here == there)
  }

  @Test("a trade that is refused at the sync leaves the screen, which is told of it")
  func refusedOnScreen() async throws {
    try await service.sync()
    await network.become(.isDown)
    let rows = try await service.rows()
    let screen = CoinFlip.OptimisticPortfolio(service, rows)
    let news = await service.updates
    try await screen.trade(
      TradingTests.order(.buy, 9, at: 100), inPortfolio: "p", at: TradingTests.time,
      transactionID: "t1")
    var updates = news.makeAsyncIterator()
    #expect(await updates.next() != nil)
    #expect(await screen.shown.holdings.map(\.quantity) == [9])
    // The money is spent on another device.
    try await buy(8, "other", on: server)
    await network.become(.works)
    try await service.sync()
    #expect(await updates.next() != nil)
    try await screen.refresh()
    #expect(try await service.rejectedChanges().count == 1)
    #expect(await screen.shown.transactions.map(\.id) == ["other"])
    #expect(await screen.shown.portfolios.map(\.cashBalance) == [200])
  }

  @Test("what can't be done here is refused at once, and waits nowhere")
  func refusedHere() async throws {
    try await service.sync()
    await network.become(.isDown)
    await #expect(throws: CoinFlip.DataFault.self) { try await buy(11, "t1", on: service) }
    #expect(try await service.queuedChanges().isEmpty)
    await shelf.refuse(true)
    await #expect(throws: CoinFlip.DataFault.self) { try await buy(1, "t1", on: service) }
    #expect(try await service.portfolio(ofUser: "u").cashBalance == 1000)
    #expect(try await service.queuedChanges().isEmpty)
  }

  @Test("what the service refuses is taken back and listed; the rest is sent")
  func refusedThere() async throws {
    try await service.sync()
    await network.become(.isDown)
    try await buy(9, "t1", on: service)
    try await service.apply(
      .updateUser(
        CoinFlip.User(id: "u", username: "ada l.", createdAt: TradingTests.time)))
    // Another device has spent the money meanwhile.
    try await buy(5, "elsewhere", on: server)
    await network.become(.works)
    try await service.sync()
    let refused = try await service.rejectedChanges()
    #expect(refused.map(\.reason) == ["it costs 900 dollars, and there are 500; buy less"])
    guard case .execute(_, "p", _, "t1") = refused.first?.change else {
      Issue.record("the refused change is not the trade: \(refused)")
      return
    }
    #expect(try await service.portfolio(ofUser: "u").cashBalance == 500)
    #expect(try await server.user(id: "u").username == "ada l.")
    let again = CoinFlip.OfflineDataService(network, cache: shelf, owner: "u")
    #expect(try await again.rejectedChanges() == refused)
    try await again.clearRejected()
    #expect(try await again.rejectedChanges().isEmpty)
  }

  @Test("every kind of change waits in the cache and comes out of it as it was")
  func changes() async throws {
    await network.become(.isDown)
    let time = TradingTests.time
    let user = CoinFlip.User(
      id: "u", authUserID: "a", username: "ada", avatarEmoji: "🦊", createdAt: time)
    let portfolio = CoinFlip.Portfolio(id: "p", userID: "u", createdAt: time)
    let holding = CoinFlip.Holding(
      id: "h", portfolioID: "p", coin: TradingTests.bitcoin, quantity: 1, averageBuyPrice: 2)
    let row = CoinFlip.Transaction(
      id: "t", portfolioID: "p", coin: TradingTests.bitcoin, .sell, quantity: 1,
      pricePerCoin: 1, totalValue: 1, timestamp: time)
    try await service.apply(.createUser(user))
    try await service.apply(.updateUser(user))
    try await service.apply(.createPortfolio(portfolio))
    try await service.apply(.updateCashBalance("12.5", portfolio: "p", at: time))
    try await service.apply(.createHolding(holding))
    try await service.apply(.updateHolding(holding))
    try await service.apply(.deleteHolding(id: "h"))
    try await service.apply(.createTransaction(row))
    try await buy("0.1", "t2", on: service)
    let again = CoinFlip.OfflineDataService(network, cache: shelf, owner: "u")
    let waiting = try await again.queuedChanges()
    #expect(
      waiting == [
        .createUser(user), .updateUser(user), .createPortfolio(portfolio),
        .updateCashBalance("12.5", portfolio: "p", at: time), .createHolding(holding),
        .updateHolding(holding), .deleteHolding(id: "h"), .createTransaction(row),
        .execute(TradingTests.order(.buy, "0.1", at: 100), portfolio: "p", at: time, id: "t2"),
      ])
    // All of it is sent to a server that has nothing yet.
    let empty = CoinFlip.LocalDataService()
    let late = CoinFlip.OfflineDataService(Network(empty), cache: shelf, owner: "u")
    try await late.sync()
    #expect(try await late.rejectedChanges().isEmpty)
    #expect(try await empty.portfolio(ofUser: "u").cashBalance == "2.5")
    #expect(try await empty.transactions(ofPortfolio: "p", limit: nil).count == 2)
  }

  @Test("a cache that can't be read is corrupt, and is left as it is")
  func corrupt() async throws {
    await shelf.put(Array("{\"queue\": [{\"change\": \"forget\"}]}".utf8))
    let fault = await #expect(throws: CoinFlip.DataFault.self) {
      try await buy(1, "t1", on: service)
    }
    guard case .corrupt(let reason) = fault else {
      Issue.record("\(String(describing: fault))")
      return
    }
    #expect(reason.contains("forget"))
    #expect(await shelf.saves == 0)
  }
}
