import FolioDiagnostics
import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Nonsense gives faults, and never a crash")
struct NonsenseTests {
  @Test(
    "a cash leg that was mistyped is a fault of its group", arguments: Way.third(0, of: Way.all))
  func mistyped(_ way: Way) throws {
    for var history in way.histories(51..<53) {
      var dice = Dice(seed: history.seed)
      let paying = history.groups.indices.filter {
        let group = history.groups[$0]
        return group.status == .settled && !group.isDeleted && !group.stock.isEmpty
          && group.cash.count == 1
          && history.groups[$0].cash[0].account.hasPrefix(
            group.stock[0].currency?.code ?? "-")
      }
      guard !paying.isEmpty else { continue }
      let index = dice.pick(paying)
      history.groups[index].cash[0].amount = history.groups[index].cash[0].amount + 17
      let check = history.builder().check()
      #expect(check.faults.map(\.code) == [.unbalancedGroup], "\(history.name)")
      _ = BookedLedger.faults(in: check)
    }
  }

  @Test(
    "a purchase that was left out makes later sales faults", arguments: Way.third(1, of: Way.all))
  func unsupported(_ way: Way) {
    for var history in way.histories(53..<55) {
      history.groups.removeAll { $0.stock.contains { $0.type == .buy } }
      let check = history.builder().check()
      #expect(check.faults.isEmpty)
      #expect(!BookedLedger.faults(in: check).faults.isEmpty, "\(history.name)")
    }
  }

  @Test("groups of random legs", arguments: Way.third(2, of: Way.all))
  func random(_ way: Way) {
    for seed in UInt64(1)..<1 + TestScale.part(of: 15) {
      var dice = Dice(seed: seed &* 31)
      var maker = HistoryMaker(seed: seed, way, rated: seed % 2 == 0)
      var history = maker.make(20)
      for number in 0..<40 {
        let stock = (0..<dice.below(4)).map { _ in leg(&dice) }
        let cash = (0..<dice.below(4)).map { _ in cashLeg(&dice) }
        history.groups.append(
          GroupRow(
            id: "r\(number)", at: maker.instant(), type: dice.pick(GroupType.allCases),
            stock: stock, cash: cash))
      }
      let check = history.builder().check(strict: seed % 3 == 0)
      #expect(!check.faults.isEmpty)
      _ = BookedLedger.faults(in: check)
    }
  }

  @Test("random legs that are paid as they call for", arguments: Way.third(0, of: Way.all))
  func paid(_ way: Way) {
    for seed in UInt64(1)..<1 + TestScale.part(of: 15) {
      var dice = Dice(seed: seed &* 37)
      var maker = HistoryMaker(seed: seed, way, rated: seed % 2 == 0)
      for _ in 0..<60 {
        maker.minute += 1
        maker.add((0...dice.below(2)).map { _ in leg(&dice) })
      }
      let check = maker.history.builder().check()
      let found = BookedLedger.faults(in: check)
      #expect(!(check.faults + found.faults).isEmpty)
      guard let booked = try? BookedLedger(booking: check.validPart) else { continue }
      #expect(booked.bookedGroups > 0)
    }
  }

  private func leg(_ dice: inout Dice) -> StockRow {
    let symbols = ["A", "B", "C", "D", "E", "S", "Z"]
    var row = StockRow(dice.pick(TradeType.allCases), dice.pick(symbols))
    row.quantity = dice.decimal(upTo: 1000, places: dice.pick([0, 2, 18]))
    row.price = dice.chance(5) ? .zero : dice.decimal(upTo: 1000, places: 2)
    if dice.chance(50) { row.gross = dice.decimal(upTo: 100_000, places: 2) }
    if dice.chance(30) { row.fees = dice.decimal(upTo: 100, places: 2) }
    if dice.chance(20) { row.fxRate = dice.decimal(upTo: 100, places: 2) }
    row.currency = dice.pick(["USD", "EUR", "GBP", nil, nil])
    row.account = dice.pick([nil, "x", "y"])
    row.newSymbol = dice.pick(symbols)
    row.detail.ratio = Ratio(
      new: dice.decimal(upTo: 9, places: 0), old: dice.decimal(upTo: 9, places: 0))
    row.detail.basisFraction = dice.decimal(upTo: 100, places: 2)
    if dice.chance(20) { row.detail.cashInLieu = dice.decimal(upTo: 100, places: 2) }
    if dice.chance(20) {
      row.lots = [
        LotRow(
          group: dice.pick(["g1", nil]), acquired: "2021-12-01", quantity: row.quantity ?? 1,
          cost: 5)
      ]
    }
    return row
  }

  private func cashLeg(_ dice: inout Dice) -> CashRow {
    CashRow(
      account: dice.pick(["USD-1", "EUR-1", "JPY-2", "nowhere"]),
      type: dice.pick(CashLegType.allCases), direction: dice.pick(Direction.allCases),
      amount: dice.decimal(upTo: 100_000, places: 2), currency: dice.pick([nil, "USD"]))
  }
}
