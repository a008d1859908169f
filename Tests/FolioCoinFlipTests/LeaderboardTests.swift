import Folio
import FolioCoinFlip
import Testing

@testable import TestSupport

@Suite("CoinFlip: the leaderboard")
struct LeaderboardTests {
  private func document(_ cash: [(name: String, cash: ExactDecimal)]) -> CoinFlip.Document {
    var document = CoinFlip.Document()
    for (number, row) in cash.enumerated() {
      document.users.append(
        CoinFlip.User(id: "u\(number)", username: row.name, createdAt: TradingTests.time))
      document.portfolios.append(
        CoinFlip.Portfolio(
          id: "p\(number)", userID: "u\(number)", cashBalance: row.cash,
          createdAt: TradingTests.time))
    }
    return document
  }

  @Test("equals share a place, and the next one is left out")
  func ties() throws {
    let entries = try document([("c", 900), ("b", 1000), ("a", 1000), ("d", 800)])
      .leaderboard(prices: [:])
    #expect(entries.map(\.user.username) == ["a", "b", "c", "d"])
    #expect(entries.map(\.rank) == [1, 1, 3, 4])
    #expect(entries.map(\.gain) == [0, 0, -100, -200])
    #expect(entries.map(\.gainRatio) == [0, 0, "-0.1", "-0.2"])
  }

  @Test("holdings count at their price, and without one at the average buy price, named")
  func prices() throws {
    var document = document([("a", 500)])
    let other = CoinFlip.Coin(id: "x", symbol: "x", name: "X")
    document.holdings = [
      CoinFlip.Holding(
        id: "h1", portfolioID: "p0", coin: TradingTests.bitcoin, quantity: 2, averageBuyPrice: 100),
      CoinFlip.Holding(
        id: "h2", portfolioID: "p0", coin: other, quantity: 3, averageBuyPrice: 10),
    ]
    let entry = try #require(document.leaderboard(prices: ["bitcoin": 250]).first)
    #expect(entry.valuation.netWorth == 1030)
    #expect(entry.valuation.holdingsValue == 530)
    #expect(entry.valuation.unpriced == ["x"])
    #expect(entry.gainRatio == "0.03")
  }

  @Test("who starts with nothing has no gain in per cent, and who has no portfolio no place")
  func nothing() throws {
    var document = document([("a", 0)])
    document.portfolios[0].startingBalance = 0
    document.users.append(
      CoinFlip.User(id: "x", username: "x", createdAt: TradingTests.time))
    let entries = try document.leaderboard(prices: [:])
    #expect(entries.map(\.gainRatio) == [nil])
  }
}
