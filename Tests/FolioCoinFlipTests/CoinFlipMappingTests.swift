import Folio
import FolioCoinFlip
import Testing

@testable import TestSupport

@Suite("CoinFlip: expand and flatten")
struct CoinFlipMappingTests {
  static let seeds = 0..<TestScale.part(of: UInt64(200))
  static let portfolio = CoinFlip.Portfolio(id: "p", userID: "u", createdAt: TradingTests.time)

  private func flatten(_ group: LedgerGroup) -> CoinFlip.Flattened {
    CoinFlip.flatten(group, ["p": Self.portfolio]) { _ in TradingTests.bitcoin }
  }

  private func transaction(_ number: Int, _ dice: inout Dice) throws -> CoinFlip.Transaction {
    let quantity = dice.decimal(upTo: 1_000_000_000, places: 8)
    let price = dice.chance(5) ? .zero : dice.decimal(upTo: 1_000_000_000, places: 8)
    return CoinFlip.Transaction(
      id: "t\(number)", portfolioID: "p", coin: TradingTests.bitcoin,
      dice.chance(50) ? .buy : .sell, quantity: quantity, pricePerCoin: price,
      totalValue: try quantity.multiplied(by: price).rounded(toPlaces: 8, .halfUp),
      timestamp: TradingTests.time)
  }

  @Test(
    "flattening what was expanded gives the same back, and leaves nothing out", arguments: seeds)
  func flattenAfterExpand(_ seed: UInt64) throws {
    var dice = Dice(seed: seed)
    for number in 0..<20 {
      let row = try transaction(number, &dice)
      let flat = flatten(row.expanded(as: "btc"))
      #expect(flat.transaction == row)
      #expect(flat.unsupported.isEmpty, "\(flat.unsupported)")
      #expect(row.expanded(as: "btc") == row.expanded(as: "btc"))
    }
  }

  @Test("expanding what was flattened loses only what is listed", arguments: seeds)
  func expandAfterFlatten(_ seed: UInt64) throws {
    var dice = Dice(seed: seed)
    var random = RandomFlatApp(seed: seed)
    for number in 0..<20 {
      var group = random.group(number)
      if dice.chance(80) {
        group = try transaction(number, &dice).expanded(as: "btc")
        spoil(&group, &dice, random.group(number))
      }
      let flat = flatten(group)
      let groups = flat.transaction.map { [$0.expanded(as: "btc")] } ?? []
      // What CoinFlip's own rows brought is its own.
      var bare = group
      bare.otherColumns.removeAll { $0.key == "user_id" }
      let lost = bare.parts(lostIn: groups).subtracting(
        group.stockLegs.contains { $0.account == "p" } ? [.account] : [])
      let listed = Set(flat.unsupported.map(\.part))
      #expect(lost.isSubset(of: listed), "seed \(seed), \(number): \(lost) of \(listed)\n\(group)")
      if flat.unsupported.isEmpty { #expect(groups == [bare]) }
    }
  }

  /// Gives a group what CoinFlip has no words for.
  private func spoil(
    _ group: inout LedgerGroup, _ dice: inout Dice, _ other: LedgerGroup
  ) {
    switch dice.below(12) {
    case 0: group.status = .pending
    case 1: group.notes = "note"
    case 2: group.stockLegs[0].fees = 1
    case 3: group.stockLegs[0].taxes = 2
    case 4: group.stockLegs[0].gross = 7
    case 5: group.stockLegs[0].lots = [LedgerGroup.Lot("g0", quantity: 1)]
    case 6: group.stockLegs[0].fxRate = 3
    case 7: group.cashLegs += other.cashLegs
    case 8: group.settledAt = other.occurredAt
    case 9: group.type = .adjustment
    case 10: group.stockLegs[0].id = nil
    default: break
    }
  }

  @Test("a starting balance is no transaction, and nothing of it is left out")
  func opening() throws {
    let group = try #require(Self.portfolio.openingGroup())
    let flat = flatten(group)
    #expect(flat.transaction == nil && flat.unsupported.isEmpty)
    var other = group
    other.cashLegs[0].amount = 5
    #expect(flatten(other).unsupported.map(\.part) == [.group])
    var nothing = Self.portfolio
    nothing.startingBalance = 0
    #expect(nothing.openingGroup() == nil)
  }
}
