import FolioModel
import FolioNumbers

@testable import FolioBooking
@testable import TestSupport

/// Makes disposals as booking does: sales of one lot or of several, which share the proceeds by
/// units, in the base currency and in others, at rates of the day.
struct DisposalMaker {
  private var dice: Dice
  private var row = RowCoding.start
  /// What is left of the sale.
  private var lots = 0
  private var unitPrice = ExactDecimal.one

  init(dice: Dice) { self.dice = dice }

  mutating func next() throws -> Disposal {
    if lots == 0 { try sell() }
    lots -= 1
    row.quantity = dice.decimal(upTo: 999, places: dice.below(3))
    row.openedBy = row.group / 2 + UInt32(dice.below(100))
    row.acquired = Day(daysSince1970: row.disposed.daysSince1970 - Int32(dice.below(900)))
    let units = dice.decimal(upTo: 5000, places: 1)
    row.proceeds = try unitPrice.multiplied(
      by: row.quantity, dividedBy: "7", places: 18, rounding: .halfEven
    ).normalized()
    row.cost =
      dice.chance(50)
      ? dice.decimal(upTo: 9_999_999, places: 3)
      : try dice.decimal(upTo: 9_999_999, places: 2).multiplied(
        by: row.quantity, dividedBy: units, places: 18, rounding: .halfEven)
    let rate = rate
    row.proceedsBase = try convert(row.proceeds, rate)
    row.costBase = try convert(row.cost, dice.chance(80) ? rate : "1.2345")
    row.priceEffectBase = try convert(row.proceeds.subtracting(row.cost), rate)
    return row
  }

  private var rate: ExactDecimal {
    switch row.currency {
    case 0: .one
    case 1: "1.1"
    default: attempt(or: .one) { try ExactDecimal(coefficient: 10_000 + 1, places: 4) }
    }
  }

  private func convert(_ amount: ExactDecimal, _ rate: ExactDecimal) throws -> ExactDecimal {
    try ExchangeRate(multiplier: rate).convert(amount)
  }

  private mutating func sell() throws {
    lots = 1 + dice.below(4)
    row.group += UInt32(1 + dice.below(9))
    row.instrument = UInt32(dice.below(700))
    row.currency = CurrencyIndex(dice.below(3))
    row.disposed = Day(daysSince1970: 15_000 + Int32(row.group / 8)) ?? .first
    row.cause = dice.chance(95) ? .sale : .cover
    unitPrice = dice.decimal(upTo: 99_999, places: 3)
  }
}
