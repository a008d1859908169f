import Folio
import FolioCoinFlip
import Testing

@testable import TestSupport

/// A store that keeps each change waiting until it is let go.
private actor SlowStore: CoinFlip.ByteStore {
  private var bytes: [UInt8]
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var refuses: [Bool] = []

  init(_ document: CoinFlip.Document) { bytes = document.json() }

  struct Refused: Error {}

  func load() async throws -> [UInt8]? { bytes }

  func save(_ bytes: [UInt8]) async throws {
    await withCheckedContinuation { waiting.append($0) }
    if refuses.removeFirst() { throw Refused() }
    self.bytes = bytes
  }

  /// Lets one change through, as soon as there is one.
  func answer(refusing: Bool = false) async {
    while waiting.isEmpty { await Task.yield() }
    refuses.append(refusing)
    waiting.removeFirst().resume()
  }
}

/// Several answers of one service overtake each other on their way back.
private struct Overtaking: CoinFlip.DocumentBacked {
  let inner: CoinFlip.LocalDataService
  var owner: String? { nil }
  let late: String

  func rows() async throws(CoinFlip.DataFault) -> CoinFlip.Document { try await inner.rows() }

  func apply(_ change: CoinFlip.Change) async throws(CoinFlip.DataFault) -> CoinFlip.Trade? {
    let trade = try await inner.apply(change)
    if trade?.transaction.id == late {
      for _ in 0..<1000 { await Task.yield() }
    }
    return trade
  }
}

@Suite("CoinFlip: trades on the screen")
struct OptimisticPortfolioTests {
  private func trade(
    _ portfolio: CoinFlip.OptimisticPortfolio, _ id: String
  ) async -> CoinFlip.DataFault? {
    do throws(CoinFlip.DataFault) {
      try await portfolio.trade(
        TradingTests.order(.buy, 1, at: 100), inPortfolio: "p", at: TradingTests.time,
        transactionID: id)
      return nil
    } catch {
      return error
    }
  }

  @Test("an answer that comes late does not bring old rows back")
  func order() async throws {
    let document = TradingTests.document()
    let service = CoinFlip.LocalDataService(document)
    let portfolio = CoinFlip.OptimisticPortfolio(Overtaking(inner: service, late: "t1"), document)
    async let first = trade(portfolio, "t1")
    while await portfolio.shown.transactions.isEmpty { await Task.yield() }
    async let second = trade(portfolio, "t2")
    #expect(await [first, second] == [nil, nil])
    let stored = try await service.portfolio(ofUser: "u")
    #expect(await portfolio.shown.portfolios == [stored])
    #expect(stored.cashBalance == 800)
    #expect(await portfolio.shown.holdings.map(\.quantity) == [2])
    #expect(await portfolio.shown.transactions.map(\.id) == ["t1", "t2"])
  }

  @Test("what waits is shown at once; what is refused goes, and the next one stays")
  func optimistic() async throws {
    let document = TradingTests.document()
    let store = SlowStore(document)
    let portfolio = CoinFlip.OptimisticPortfolio(CoinFlip.Mode.stored(store).service(), document)
    async let first = trade(portfolio, "t1")
    while await portfolio.shown.transactions.isEmpty { await Task.yield() }
    async let second = trade(portfolio, "t2")
    while await portfolio.shown.transactions.count < 2 { await Task.yield() }
    #expect(await portfolio.shown.portfolios.map(\.cashBalance) == [800])
    #expect(await trade(portfolio, "t2") == .conflict)
    await store.answer(refusing: true)
    await store.answer()
    #expect(await first != nil)
    #expect(await second == nil)
    #expect(await portfolio.shown.portfolios.map(\.cashBalance) == [900])
    #expect(await portfolio.shown.transactions.map(\.id) == ["t2"])
  }
}
