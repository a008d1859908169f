import Folio
import FolioInterchange
import FolioModel
import FolioNumbers
import Testing

@testable import TestSupport

@Suite("The stock app: expand and flatten")
struct FlatAppMappingTests {
  static let seeds = 0..<TestScale.part(of: UInt64(200))

  @Test(
    "flattening what was expanded gives the same back, and leaves nothing out", arguments: seeds)
  func flattenAfterExpand(_ seed: UInt64) throws {
    var random = RandomFlatApp(seed: seed)
    for number in 0..<20 {
      let capital = random.capital(number)
      let flat = FlatApp.flatten(
        capital.expanded(in: "USD"), currency: "USD", tickers: RandomFlatApp.tickers)
      #expect(flat.capital == capital)
      #expect(flat.transactions.isEmpty && flat.unsupported.isEmpty)

      let row = random.transaction(number)
      let group = try row.expanded(in: try #require(RandomFlatApp.tickers[row.code]))
      let back = FlatApp.flatten(group, currency: "USD", tickers: RandomFlatApp.tickers)
      #expect(back.transactions == [row])
      #expect(back.capital == nil && back.unsupported.isEmpty, "\(back.unsupported)")
      let currency = group.stockLegs[0].currency ?? "USD"
      #expect(try row.expanded(in: currency) == group)
    }
  }

  @Test("expanding what was flattened loses only what is listed", arguments: seeds)
  func expandAfterFlatten(_ seed: UInt64) throws {
    var random = RandomFlatApp(seed: seed)
    for number in 0..<20 {
      let group = random.group(number)
      let flat = FlatApp.flatten(group, currency: "USD", tickers: RandomFlatApp.tickers)
      var groups = try flat.transactions.map {
        try $0.expanded(in: try #require(RandomFlatApp.tickers[$0.code]))
      }
      if let capital = flat.capital { groups.append(capital.expanded(in: "USD")) }
      let lost = group.parts(lostIn: groups)
      let listed = Set(flat.unsupported.map(\.part))
      #expect(lost.isSubset(of: listed), "seed \(seed), \(number): \(lost) of \(listed)\n\(group)")
      if flat.unsupported.isEmpty { #expect(groups == [group], "seed \(seed), \(number)") }
    }
  }

  @Test("a free share moves no cash, and comes back")
  func free() throws {
    let row = FlatApp.Transaction(
      id: "t", .buy, "AAPL", quantity: 3, price: 0, "2024-03-01T14:30:00Z")
    let group = try row.expanded(in: "USD")
    #expect(group.cashLegs.isEmpty)
    let flat = FlatApp.flatten(group, currency: "USD", tickers: ["AAPL": "USD"])
    #expect(flat.transactions == [row] && flat.unsupported.isEmpty)
  }

  @Test("void and deleted groups move nothing in the flat model either")
  func void() throws {
    let row = FlatApp.Transaction(
      id: "t", .buy, "AAPL", quantity: 3, price: 5, "2024-03-01T14:30:00Z")
    var group = try row.expanded(in: "USD")
    group.status = .void
    var flat = FlatApp.flatten(group, currency: "USD", tickers: ["AAPL": "USD"])
    #expect(flat.transactions.isEmpty)
    #expect(flat.unsupported.map(\.part) == [.group])
    group.status = .settled
    group.isDeleted = true
    flat = FlatApp.flatten(group, currency: "USD", tickers: ["AAPL": "USD"])
    #expect(flat.transactions.isEmpty)
    #expect(flat.unsupported.map(\.text) == ["all of it, a deleted group"])
  }

  @Test("a pending group is said, and that it is pending is listed")
  func pending() throws {
    let row = FlatApp.Transaction(
      id: "t", .sell, "AAPL", quantity: 3, price: 5, "2024-03-01T14:30:00Z")
    var group = try row.expanded(in: "USD")
    group.status = .pending
    group.stockLegs[0].fees = 1
    let flat = FlatApp.flatten(group, currency: "USD", tickers: ["AAPL": "USD"])
    #expect(flat.transactions == [row])
    #expect(flat.unsupported.map(\.text) == ["the status pending", "the fees of 1 USD"])
  }

  @Test("two legs of a group are two transactions with ids that are always the same")
  func reinvested() throws {
    let dividend = FlatApp.Transaction(
      id: "d", .dividend, "AAPL", quantity: 10, price: 1, "2024-03-01T14:30:00Z")
    let purchase = FlatApp.Transaction(
      id: "b", .buy, "AAPL", quantity: 2, price: 5, "2024-03-01T14:30:00Z")
    var group = try dividend.expanded(in: "USD")
    let other = try purchase.expanded(in: "USD")
    group.stockLegs += other.stockLegs
    group.cashLegs += other.cashLegs
    let flat = FlatApp.flatten(group, currency: "USD", tickers: ["AAPL": "USD"])
    #expect(flat.transactions.map(\.type) == [.dividend, .buy])
    #expect(Set(flat.transactions.map(\.id)).count == 2)
    #expect(flat == FlatApp.flatten(group, currency: "USD", tickers: ["AAPL": "USD"]))
    #expect(flat.unsupported.contains { $0.part == .grouping })
  }
}
