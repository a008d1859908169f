import Folio
import FolioCoinFlip
import Testing

@testable import TestSupport

@Suite("CoinFlip: buy and sell")
struct TradingTests {
  static let bitcoin = CoinFlip.Coin(id: "bitcoin", symbol: "btc", name: "Bitcoin")
  static let time: Timestamp = "2024-03-04T08:00:00Z"

  static func document(cash: ExactDecimal = 1000) -> CoinFlip.Document {
    var document = CoinFlip.Document()
    document.users = [CoinFlip.User(id: "u", username: "ada", createdAt: time)]
    document.portfolios = [
      CoinFlip.Portfolio(id: "p", userID: "u", startingBalance: cash, createdAt: time)
    ]
    return document
  }

  static func order(
    _ type: CoinFlip.TransactionType, _ quantity: ExactDecimal, at price: ExactDecimal
  ) -> CoinFlip.Order {
    CoinFlip.Order(type, bitcoin, quantity: quantity, price: price)
  }

  @Test("a purchase takes cash, adds units at the average price, and is recorded")
  func buys() throws {
    var document = Self.document()
    try document.execute(
      Self.order(.buy, "0.0035", at: "67250.12345678"), inPortfolio: "p", at: Self.time, id: "t1")
    try document.execute(
      Self.order(.buy, "0.001", at: 69000), inPortfolio: "p", at: Self.time, id: "t2")
    // 1000 − 235.3754321 − 69; (0.0035 × 67250.12345714 + 69) / 0.0045
    #expect(document.portfolios[0].cashBalance == "695.62456790")
    #expect(document.holdings.map(\.quantity) == ["0.0045"])
    #expect(document.holdings.map(\.averageBuyPrice) == ["67638.98491111"])
    #expect(document.transactions.map(\.totalValue) == ["235.37543210", 69])
  }

  @Test("a sale of all takes the holding away")
  func sellsAll() throws {
    var document = Self.document()
    try document.execute(Self.order(.buy, 2, at: 100), inPortfolio: "p", at: Self.time, id: "t1")
    try document.execute(Self.order(.sell, 1, at: 150), inPortfolio: "p", at: Self.time, id: "t2")
    #expect(document.holdings.map(\.averageBuyPrice) == [100])
    let trade = try document.execute(
      Self.order(.sell, 1, at: 50), inPortfolio: "p", at: Self.time, id: "t3")
    #expect(trade.holding == nil && trade.removedHolding != nil)
    #expect(document.holdings.isEmpty)
    #expect(document.portfolios[0].cashBalance == 1000)
  }

  @Test(
    "what can't be done changes nothing",
    arguments: [
      (order(.buy, 11, at: 100), CoinFlip.Refusal.notEnoughCash(needed: 1100, available: 900)),
      (order(.sell, 2, at: 100), .notEnoughUnits(wanted: 2, held: 1)),
      (order(.buy, 0, at: 100), .badQuantity),
      (order(.buy, -1, at: 100), .badQuantity),
      (order(.buy, "0.000000001", at: 100), .badQuantity),
      (order(.buy, 1, at: -1), .badPrice),
      (order(.sell, 1, at: 1_000_000_000_000), .badPrice),
      (order(.buy, 999_999_999_999, at: 999_999_999_999), .outOfBounds),
    ])
  func refuses(_ order: CoinFlip.Order, _ refusal: CoinFlip.Refusal) throws {
    var document = Self.document()
    try document.execute(Self.order(.buy, 1, at: 100), inPortfolio: "p", at: Self.time, id: "t")
    let before = document
    #expect(throws: refusal) {
      try document.execute(order, inPortfolio: "p", at: Self.time, id: "x")
    }
    #expect(document == before)
    #expect(throws: CoinFlip.Refusal.notFound) {
      try document.execute(order, inPortfolio: "q", at: Self.time, id: "x")
    }
  }

  @Test(
    "random orders keep cash and units at zero or above, and the books in order", arguments: 0..<50)
  func random(_ seed: UInt64) throws {
    var dice = Dice(seed: seed)
    var document = Self.document()
    for number in 0..<60 {
      let before = document
      let order = Self.order(
        dice.chance(60) ? .buy : .sell, dice.decimal(upTo: 900_000_000, places: 8),
        at: dice.decimal(upTo: 1_000_000, places: dice.below(5)))
      do {
        try document.execute(order, inPortfolio: "p", at: Self.time, id: "t\(number)")
        #expect(document.transactions.count == before.transactions.count + 1)
      } catch {
        #expect(document == before)
      }
      #expect(!document.portfolios[0].cashBalance.isNegative)
      #expect(document.holdings.allSatisfy { $0.quantity.isPositive })
    }
    var cash = ExactDecimal(1000)
    var units = ExactDecimal.zero
    for row in document.transactions {
      let sign: ExactDecimal = row.type == .buy ? 1 : -1
      try cash.subtract(row.totalValue.multiplied(by: sign))
      try units.add(row.quantity.multiplied(by: sign))
    }
    #expect(document.portfolios[0].cashBalance == cash)
    #expect(document.holdings.first?.quantity ?? .zero == units)
    #expect(!document.transactions.isEmpty)
    let source = try CoinFlip.Source(reading: document.json())
    #expect(source.document == document)
    #expect(try source.differences().isEmpty)
  }
}
