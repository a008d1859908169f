import Folio
import FolioCoinFlip
import Testing

@testable import TestSupport

@Suite("CoinFlip: each user sees and changes their own rows")
struct OwnRowsTests {
  private let service: any CoinFlip.DataService
  private let strange = CoinFlip.Holding(
    id: "hv", portfolioID: "q", coin: TradingTests.bitcoin, quantity: 1, averageBuyPrice: 50)

  init() {
    var document = TradingTests.document()
    document.users.append(
      CoinFlip.User(id: "v", authUserID: "av", username: "bob", createdAt: TradingTests.time))
    document.portfolios.append(
      CoinFlip.Portfolio(id: "q", userID: "v", createdAt: TradingTests.time))
    document.holdings = [strange]
    document.transactions = [
      CoinFlip.Transaction(
        id: "tv", portfolioID: "q", coin: TradingTests.bitcoin, .buy, quantity: 1,
        pricePerCoin: 50, totalValue: 50, timestamp: TradingTests.time)
    ]
    service = CoinFlip.Mode.local(document).service(for: "u")
  }

  @Test("what others have is not there, and everyone is on the leaderboard")
  func reads() async throws {
    #expect(try await service.user(id: "u").username == "ada")
    await #expect(throws: CoinFlip.DataFault.notFound) { try await service.user(id: "v") }
    await #expect(throws: CoinFlip.DataFault.notFound) {
      try await service.user(authUserID: "av")
    }
    await #expect(throws: CoinFlip.DataFault.notFound) {
      try await service.portfolio(ofUser: "v")
    }
    #expect(try await service.holdings(ofPortfolio: "q").isEmpty)
    #expect(try await service.transactions(ofPortfolio: "q", limit: nil).isEmpty)
    #expect(try await service.leaderboard(prices: [:]).map(\.user.id) == ["v", "u"])
  }

  @Test("what others have can't be changed, nor anything be given to them")
  func changes() async throws {
    let time = TradingTests.time
    let user = CoinFlip.User(id: "v", username: "mallory", createdAt: time)
    await #expect(throws: CoinFlip.DataFault.notFound) {
      try await service.apply(.updateUser(user))
    }
    await #expect(throws: CoinFlip.DataFault.unauthorized) {
      try await service.apply(.createUser(CoinFlip.User(id: "w", username: "eve", createdAt: time)))
    }
    await #expect(throws: CoinFlip.DataFault.unauthorized) {
      try await service.apply(
        .createPortfolio(CoinFlip.Portfolio(id: "r", userID: "v", createdAt: time)))
    }
    await #expect(throws: CoinFlip.DataFault.notFound) {
      try await service.apply(.updateCashBalance(0, portfolio: "q", at: time))
    }
    await #expect(throws: CoinFlip.DataFault.notFound) {
      try await service.apply(.updateHolding(strange))
    }
    await #expect(throws: CoinFlip.DataFault.notFound) {
      try await service.apply(.deleteHolding(id: "hv"))
    }
    await #expect(throws: CoinFlip.DataFault.notFound) {
      _ = try await service.execute(
        TradingTests.order(.sell, 1, at: 50), inPortfolio: "q", at: time, transactionID: "t")
    }
    _ = try await service.execute(
      TradingTests.order(.buy, 1, at: 50), inPortfolio: "p", at: time, transactionID: "t")
    let entries = try await service.leaderboard(prices: [:])
    #expect(entries.map(\.valuation.netWorth) == [1050, 1000])
  }
}
