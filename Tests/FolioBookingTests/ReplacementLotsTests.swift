import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("Lots that may replace units sold at a loss")
struct ReplacementLotsTests {
  private func lot(_ number: Int, day: Int, group: Int) -> Lot {
    let acquired = Day(daysSince1970: Int32(day)) ?? .first
    var lot = Lot(
      quantity: 1, cost: 1, costBase: 1, acquired: acquired, holdingFrom: acquired, instrument: 0,
      account: 0, group: GroupIndex(group), position: 0, currency: 0, hasBase: true,
      isShort: false, openingQuantity: 1, openingCost: 1)
    lot.number = UInt32(number)
    lot.place = UInt32(number)
    return lot
  }

  @Test("the oldest comes first, but for those of the loss's own group")
  func order() {
    let lots = LotChunks(
      [(3, 7), (1, 8), (2, 7), (1, 9)].enumerated().map { lot($0, day: $1.0, group: $1.1) })
    var recent = ReplacementLots()
    for slot in lots.indices { recent.offer(LotSlot(slot), lots) }
    #expect(recent.first(notOf: 1, lots) == 1)
    #expect(recent.first(notOf: 8, lots) == 3)
    #expect(recent.first(notOf: 9, lots) == 1)
  }

  @Test("what is used up, sold or too old is passed")
  func passed() {
    var lots = LotChunks((0..<4).map { lot($0, day: $0, group: $0) })
    var recent = ReplacementLots()
    for slot in lots.indices { recent.offer(LotSlot(slot), lots) }
    lots[0].isReplacement = true
    lots[1].quantity = .zero
    #expect(recent.first(notOf: 9, lots) == 2)
    recent.forget(before: Day(daysSince1970: 33) ?? .first, lots, .days(30))
    #expect(recent.first(notOf: 9, lots) == 3)
    #expect(recent.first(notOf: 3, lots) == nil)
  }

  @Test("the rest of a divided lot stands in its place")
  func rest() {
    var lots = LotChunks((0..<3).map { lot($0, day: 0, group: $0) })
    var recent = ReplacementLots()
    for slot in lots.indices { recent.offer(LotSlot(slot), lots) }
    #expect(recent.first(notOf: 9, lots) == 0)
    lots[0].isReplacement = true
    lots.append(lot(3, day: 0, group: 0))
    lots[3].place = 0
    recent.replaceFirst(by: 3, lots)
    #expect(recent.first(notOf: 9, lots) == 3)
    #expect(recent.first(notOf: 0, lots) == 1)
  }

  @Test("it finds what a plain search of all lots finds", arguments: 0..<20)
  func againstSearch(_ seed: Int) {
    var random = Dice(seed: UInt64(seed))
    var lots = LotChunks()
    var recent = ReplacementLots()
    for step in 0..<400 {
      switch random.below(3) {
      case 0:
        lots.append(lot(lots.count, day: step / 8 + random.below(5), group: random.below(12)))
        recent.offer(LotSlot(lots.count - 1), lots)
      case 1 where !lots.isEmpty:
        lots[random.below(lots.count)].quantity = .zero
      default:
        let group = GroupIndex(random.below(12))
        let found = recent.first(notOf: group, lots)
        let open = lots.filter { $0.quantity.isPositive && $0.group != group }
        let expected = open.min { $0.isOlder(than: $1) }?.number
        #expect(found?.rawValue == expected)
      }
    }
  }
}
