import FolioDiagnostics
import FolioNumbers
import Testing

@testable import FolioModel
@testable import TestSupport

@Suite("Flat legs find their groups, and groups their order")
struct JoiningTests {
  private func builder() -> LedgerBuilder {
    LedgerBuilder(base: "USD").account("usd", "USD").stock("A", "USD")
  }

  private let groups = [
    GroupRow(
      id: "g1", at: "2024-01-01T10:00:00+02:00",
      stock: [.buy("A", 3, at: 1), .buy("A", 4, at: 1).with { $0.day = "2023-12-30" }],
      cash: [.out("usd", 3), .out("usd", 4)]),
    GroupRow(id: "g2", at: "2024-01-02", cash: [.into("usd", 5, .deposit)]),
    GroupRow(
      id: "an id that does not fit", at: "2024-01-03",
      stock: [.sell("A", 2, at: 1).with { $0.settles = "2024-01-05" }], cash: [.into("usd", 2)]),
  ]

  /// The legs of every group in words, without positions.
  private func describe(_ ledger: Ledger) -> [String] {
    let tables = ledger.tables
    return tables.groups.indices.map { number in
      let group = tables.groups[Int(ledger.group(at: number))]
      let stock = group.stockLegs.map { index in
        let leg = tables.stockLegs[index]
        return "\(leg.type) \(tables.symbol(leg.instrument)) \(leg.quantity) \(leg.gross) "
          + "\(leg.tradeDay) \(leg.settlementDay) \(tables.currencies[leg.currency])"
      }
      let cash = group.cashLegs.map { index in
        let leg = tables.cashLegs[index]
        return "\(leg.type) \(leg.direction) \(leg.amount) \(leg.account) \(leg.currency)"
      }
      return "\(tables.text(group.id)): \(stock) \(cash)"
    }
  }

  @Test("the same groups give the same ledger, nested, flat or mixed")
  func nestedOrFlat() throws {
    let nested = builder()
    for group in groups { nested.group(group) }
    let flat = builder()
    for group in groups { flat.bareGroup(group) }
    for group in groups {
      for leg in group.stock { flat.flat(leg, of: group.id) }
      for leg in group.cash { flat.flat(leg, of: group.id) }
    }
    let mixed = builder()
    for group in groups {
      var stockOnly = group
      stockOnly.cash = []
      mixed.group(stockOnly)
      for leg in group.cash { mixed.flat(leg, of: group.id) }
    }
    let expected = try describe(nested.ledger())
    #expect(expected[0].contains("buy A 3 3 2024-01-01 2024-01-01 USD"))
    #expect(expected[0].contains("buy A 4 4 2023-12-30 2023-12-30 USD"))
    #expect(expected[2].contains("2024-01-03 2024-01-05"))
    #expect(try describe(flat.ledger()) == expected)
    #expect(try describe(mixed.ledger()) == expected)
  }

  @Test("flat legs may come in any order; those of one group keep theirs")
  func anyOrder() throws {
    let expected = builder()
    for group in groups { expected.group(group) }
    let flat = builder()
    for group in groups { flat.bareGroup(group) }
    for group in groups.reversed() {
      for leg in group.cash { flat.flat(leg, of: group.id) }
      for leg in group.stock { flat.flat(leg, of: group.id) }
    }
    #expect(try describe(flat.ledger()) == (try describe(expected.ledger())))
  }

  @Test("nested legs of a group come before its flat ones")
  func nestedFirst() throws {
    var first = groups[0]
    first.stock.removeLast()
    first.cash.removeLast()
    let ledger = try builder().group(first).flat(groups[0].stock[1], of: "g1")
      .flat(groups[0].cash[1], of: "g1").ledger()
    #expect(ledger.tables.stockLegs.map(\.quantity) == [3, 4])
    #expect(ledger.tables.cashLegs.map(\.amount) == [3, 4])
  }

  @Test("kept columns follow their rows when flat and nested legs are joined")
  func keptColumns() throws {
    var first = groups[0]
    first.cash.removeLast()
    let builder = builder().group(groups[1]).group(first)
      .flat(groups[0].cash[1], of: "g1").flat(.into("usd", 1, .deposit), of: "g2")
    // The nested legs are rows 0 and 1; of the flat ones, with the top bit set, the second is g2's.
    builder.keep("nested", .cashLegs, row: 1).keep("flat", .cashLegs, row: 0x8000_0001)
    let tables = try builder.ledger().tables
    #expect(tables.cashLegs.map(\.amount) == [5, 1, 3, 4])
    let rows = tables.kept.map { (tables.texts[$0.key], $0.row) }
    #expect(rows.map(\.0) == ["nested", "flat"])
    #expect(rows.map(\.1) == [2, 1])
  }

  // MARK: Order

  private func order(_ instants: [Timestamp]) throws -> [Int]? {
    let builder = builder()
    for (number, instant) in instants.enumerated() {
      builder.group("g\(number)", instant, .deposit, cash: [.into("usd", 1, .deposit)])
    }
    return try builder.ledger().order.map { $0.map { Int($0) } }
  }

  @Test("groups in order have no order of their own")
  func inOrder() throws {
    #expect(try order(["2024-01-01", "2024-01-01", "2024-01-02"]) == nil)
  }

  @Test("groups are ordered by instant, across offsets; ties as they stand")
  func byInstant() throws {
    #expect(try order(["2024-01-02", "2024-01-01"]) == [1, 0])
    #expect(
      try order([
        "2024-01-01T12:00:00Z", "2024-01-01T13:30:00+02:00", "2024-01-01T06:30:00-05:00",
        "2024-01-01T11:29:59.999999999Z",
      ]) == [3, 1, 2, 0])
    #expect(try order(["2024-01-03", "2024-01-01", "2024-01-03", "2024-01-01"]) == [1, 3, 0, 2])
  }

  @Test("a day is as it was written, whatever its offset")
  func days() throws {
    let ledger = try builder()
      .group("g", "2024-01-01T23:30:00-10:00", .deposit, cash: [.into("usd", 1, .deposit)])
      .event("h", "2024-01-02T23:30:00Z", .buy("A", 1, at: 1).with { $0.settles = "2024-01-05" })
      .ledger()
    #expect(ledger.tradeDay(of: ledger.tables.groups[0]) == "2024-01-01")
    #expect(ledger.settlementDay(of: ledger.tables.groups[0]) == "2024-01-01")
    #expect(ledger.tradeDay(of: ledger.tables.groups[1]) == "2024-01-02")
    #expect(ledger.settlementDay(of: ledger.tables.groups[1]) == "2024-01-05")
    #expect(ledger.lastDay == "2024-01-05")
  }

  @Test("the last day is that of a group that counts, a price or a rate")
  func lastDay() throws {
    let builder = builder()
      .group("g", "2024-01-01", .deposit, cash: [.into("usd", 1, .deposit)])
      .group("v", "2025-01-01", .deposit, status: .void, cash: [.into("usd", 1, .deposit)])
    #expect(try builder.ledger().lastDay == "2024-01-01")
    #expect(try builder.price("A", "2024-03-01", 5).ledger().lastDay == "2024-03-01")
    #expect(try builder.rate("2024-04-01", "EUR", "USD", 1).ledger().lastDay == "2024-04-01")
  }
}
