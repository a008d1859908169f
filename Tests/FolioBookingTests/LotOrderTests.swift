import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

/// The order of lots against a list that is sorted anew at every step.
@Suite("Lots come up in the order of their method")
struct LotOrderTests {
  private func lot(
    _ day: Day, _ quantity: ExactDecimal, _ cost: ExactDecimal, _ number: Int
  ) -> Lot {
    Lot(
      quantity: quantity, cost: cost, costBase: .zero, acquired: day, holdingFrom: day,
      instrument: 0, account: 0, group: 0, position: 0, currency: 0, hasBase: false,
      isShort: false, number: UInt32(number), place: UInt32(number), openingQuantity: quantity,
      openingCost: cost)
  }

  /// The lot that the method relieves next, looked for the slow way.
  private func expected(_ lots: LotChunks, _ method: CostBasisMethod) -> LotSlot? {
    let open = lots.indices.filter { !lots[$0].quantity.isZero }
    let first = open.min { left, right in
      let (a, b) = (lots[left], lots[right])
      let unitCosts = ExactDecimal.compareProducts(
        a.openingCost, b.openingQuantity, b.openingCost, a.openingQuantity)
      switch method {
      case .lifo: return (a.acquired, left) > (b.acquired, right)
      case .hifo where unitCosts != 0: return unitCosts > 0
      case .lofo where unitCosts != 0: return unitCosts < 0
      default: return (a.acquired, left) < (b.acquired, right)
      }
    }
    return first.map { LotSlot($0) }
  }

  @Test(
    "random lots come and go, in and out of the order of their days",
    arguments: CostBasisMethod.allCases, [0, 10, 50])
  func model(_ method: CostBasisMethod, _ outOfOrder: Int) {
    for seed in 1...TestScale.part(of: 30) {
      var dice = Dice(seed: UInt64(seed * 100 + outOfOrder))
      var lots = LotChunks()
      var order = LotOrder(method)
      var day = 0
      for step in 0..<150 {
        act(&dice, &lots, &order, &day, outOfOrder)
        if order.first(lots) == expected(lots, method) { continue }
        Issue.record("another lot than expected: seed \(seed), step \(step)")
        return
      }
    }
  }

  private func act(
    _ dice: inout Dice, _ lots: inout LotChunks, _ order: inout LotOrder, _ day: inout Int,
    _ outOfOrder: Int
  ) {
    switch dice.below(10) {
    case 0...4:
      day += dice.below(3)
      let shift = dice.below(100) < outOfOrder ? dice.below(60) : 0
      let acquired = Day(daysSince1970: Int32(19_000 + day - shift)) ?? .first
      let quantity = ExactDecimal(1 + dice.below(3))
      lots.append(lot(acquired, quantity, ExactDecimal(dice.below(6)), lots.count))
      order.insert(LotSlot(lots.count - 1), lots)
    case 5...7:
      if let first = order.first(lots) { lots[Int(first.rawValue)].quantity = .zero }
    case 8:
      // A sale's own choice empties lots out of turn.
      let open = lots.indices.filter { !lots[$0].quantity.isZero }
      if !open.isEmpty { lots[open[dice.below(open.count)]].quantity = .zero }
    default:
      // A return of capital changes what lots are ordered by.
      guard dice.below(4) == 0 else { return }
      for index in lots.indices where !lots[index].quantity.isZero {
        lots[index].openingCost = ExactDecimal(dice.below(6))
      }
      order.reorder(lots)
    }
  }

  @Test("two lots with one unit cost, written with other quantities, go by their age")
  func equalUnitCosts() {
    let lots = LotChunks([
      lot("2024-01-02", 3, 1, 0), lot("2024-01-01", 6, 2, 1), lot("2024-01-03", 9, 3, 2),
    ])
    for method in [CostBasisMethod.hifo, .lofo] {
      var order = LotOrder(method)
      for index in lots.indices { order.insert(LotSlot(index), lots) }
      #expect(order.first(lots) == 1)
    }
  }

  @Test("an order without lots has no first one")
  func empty() {
    for method in CostBasisMethod.allCases {
      var order = LotOrder(method)
      #expect(order.first(LotChunks()) == nil)
      order.reorder(LotChunks())
      #expect(order.candidates.isEmpty)
    }
  }
}
