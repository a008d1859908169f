import Folio
import FolioCoinFlip
import Foundation
import Testing

@testable import TestSupport

@Suite("CoinFlip's rows in a file")
struct CoinFlipFileTests {
  @Test("what one service stored another one reads; a folder that is missing is told")
  func file() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "folio-\(UUID())")
    let path = folder.appending(path: "coins.json").path
    let user = CoinFlip.User(id: "u", username: "ada", createdAt: "2024-03-04")
    let lost = CoinFlip.Mode.stored(CoinFlip.ByteFile(path)).service()
    let fault = await #expect(throws: CoinFlip.DataFault.self) {
      try await lost.apply(.createUser(user))
    }
    #expect(fault?.description.contains(path) == true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await CoinFlip.Mode.stored(CoinFlip.ByteFile(path)).service().apply(.createUser(user))
    let again = CoinFlip.Mode.stored(CoinFlip.ByteFile(path)).service()
    #expect(try await again.user(id: "u") == user)
  }

  @Test("a simple transaction goes into a store of ledgers and comes out as it was")
  func inStore() async throws {
    let store = RecordStore.inMemory()
    let time: Timestamp = "2024-03-04T08:00:00Z"
    try await store.append(
      StoreInput(
        """
        {"settings": {"base_currency": "USD"}, \
        "portfolio_cash_accounts": [{"id": "cash-USD", "currency": "USD"}], \
        "stocks_master": [{"symbol": "AAPL", "name": "Apple", "currency": "USD"}]}
        """), at: time)
    let capital = FlatApp.Capital(id: "c", .deposit, 500, time)
    let row = FlatApp.Transaction(
      id: "t", .buy, "AAPL", quantity: 2, price: "180.25", time, note: "two")
    try await store.append(capital.expanded(in: .usDollar), at: time)
    try await store.append(row.expanded(in: .usDollar), at: time)
    let ledger = try Ledger(reading: await store.load())
    let tickers = ["AAPL": Currency.usDollar]
    let flat = ledger.completeGroups.map {
      FlatApp.flatten($0, currency: .usDollar, tickers: tickers)
    }
    #expect(flat.map(\.capital) == [capital, nil])
    #expect(flat.map(\.transactions) == [[], [row]])
    #expect(flat.allSatisfy { $0.unsupported.isEmpty })
  }
}
