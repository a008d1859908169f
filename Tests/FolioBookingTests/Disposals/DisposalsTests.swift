import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

@Suite("What is packed comes out as it was put in")
struct DisposalsTests {
  /// Every bit of a disposal, in words.
  private func told(_ row: Disposal) -> [String] {
    let amounts = [
      row.quantity, row.proceeds, row.cost, row.proceedsBase, row.costBase, row.priceEffectBase,
      row.disallowedBase,
    ]
    let numbers = [
      row.group, row.openedBy, row.instrument, row.account, UInt32(row.currency), row.lastDeferred,
    ]
    return amounts.map { "\($0.coefficient) \($0.places)" } + numbers.map { "\($0)" } + [
      "\(String(describing: row.acquired)) \(row.disposed) \(row.hasBase)",
      "\(row.cause) \(row.matching) \(String(describing: row.term))",
    ]
  }

  /// The same rows, some packed after each of some, asked for in every way.
  private func expectSame(_ rows: [Disposal], sealingEach step: Int, _ name: String) {
    var disposals = Disposals()
    for (number, row) in rows.enumerated() {
      disposals.append(row)
      if number % step == step - 1 { disposals.seal() }
    }
    #expect(disposals.count == rows.count && disposals.indices == rows.indices, "\(name)")
    let all = rows.map(told)
    #expect(zip(disposals, all).allSatisfy { told($0) == $1 }, "\(name), one after the other")
    #expect(all.indices.allSatisfy { told(disposals[$0]) == all[$0] }, "\(name), by place")
    var dice = Dice(seed: 7)
    var reader = Disposals.Reader(disposals)
    for _ in 0..<rows.count {
      let place = dice.below(rows.count)
      #expect(told(reader.disposal(at: place)) == all[place], "\(name), place \(place)")
    }
    let backwards = all.indices.reversed()
    #expect(backwards.allSatisfy { told(reader.disposal(at: $0)) == all[$0] }, "\(name)")
  }

  @Test("Disposals in which all is by chance, up to the largest numbers", arguments: 1...8)
  func anything(_ seed: UInt64) {
    var dice = Dice(seed: seed)
    let rows = (0..<500).map { _ in Self.anything(&dice) }
    expectSame(rows, sealingEach: 1 + dice.below(200), "seed \(seed)")
  }

  @Test("Disposals as booking makes them, and some that differ in one thing", arguments: 1...8)
  func likely(_ seed: UInt64) throws {
    var dice = Dice(seed: seed &* 31)
    var maker = DisposalMaker(dice: Dice(seed: seed))
    let rows = try (0..<700).map { _ in
      var row = try maker.next()
      if dice.chance(20) { Self.change(&row, &dice) }
      return row
    }
    expectSame(rows, sealingEach: 1 + dice.below(200), "seed \(seed)")
  }

  @Test("A loss that is deferred, units of a pool, and no base amounts")
  func rare() throws {
    var maker = DisposalMaker(dice: Dice(seed: 3))
    let rows = try (0..<192).map { number in
      var row = try maker.next()
      switch number % 3 {
      case 0: (row.disallowedBase, row.lastDeferred) = ("0.00", UInt32(number))
      case 1: (row.acquired, row.openedBy, row.matching) = (nil, missingIndex, .section104)
      default: (row.hasBase, row.proceedsBase, row.priceEffectBase) = (false, .zero, "0.0")
      }
      return row
    }
    expectSame(rows, sealingEach: 64, "rare")
  }

  @Test("Packed as booking makes them, they take less than 35 bytes each")
  func size() throws {
    var maker = DisposalMaker(dice: Dice(seed: 11))
    var writer = RowWriter()
    var bytes = 0
    for _ in 0..<20 {
      writer.begin()
      for _ in 0..<PackedDisposals.blockSize { writer.append(try maker.next()) }
      bytes += writer.bytes.count
    }
    #expect(bytes < 35 * 20 * PackedDisposals.blockSize, "\(bytes)")
  }

  @Test("What came after the last whole block can be changed")
  func recent() throws {
    var maker = DisposalMaker(dice: Dice(seed: 5))
    var disposals = Disposals()
    for _ in 0..<PackedDisposals.blockSize + 2 { disposals.append(try maker.next()) }
    disposals.seal()
    let last = disposals.count - 1
    disposals[last].disallowedBase = "1.50"
    #expect(disposals[last].disallowedBase.description == "1.50")
    #expect(disposals[last - 1].disallowedBase.isZero)
    var reader = Disposals.Reader(disposals)
    #expect(reader.disposal(at: last).disallowedBase.description == "1.50")
  }

  /// A number with any number of digits, up to the largest there is.
  private static func number(_ dice: inout Dice) -> ExactDecimal {
    var coefficient = Int128(0)
    let digits = dice.below(37)
    for _ in 0..<digits { coefficient = coefficient * 10 + Int128(dice.below(10)) }
    if dice.chance(10) { coefficient = ExactDecimal.largest }
    if dice.chance(40) { coefficient = -coefficient }
    let places = dice.chance(30) ? 18 : dice.below(37)
    return attempt(or: .zero) { try ExactDecimal(coefficient: coefficient, places: places) }
  }

  private static func index(_ dice: inout Dice) -> UInt32 {
    switch dice.below(4) {
    case 0: missingIndex
    case 1: 0
    case 2: UInt32(truncatingIfNeeded: dice.next())
    default: UInt32(dice.below(1000))
    }
  }

  private static func day(_ dice: inout Dice) -> Day {
    switch dice.below(5) {
    case 0: .first
    case 1: .last
    default: Day(daysSince1970: Int32(dice.below(50_000)) - 10_000) ?? .first
    }
  }

  private static func anything(_ dice: inout Dice) -> Disposal {
    var row = RowCoding.start
    for _ in 0..<30 { change(&row, &dice) }
    return row
  }

  /// Changes one thing of a disposal.
  private static func change(_ row: inout Disposal, _ dice: inout Dice) {
    switch dice.below(19) {
    case 0: row.quantity = number(&dice)
    case 1: row.proceeds = number(&dice)
    case 2: row.cost = number(&dice)
    case 3: row.proceedsBase = number(&dice)
    case 4: row.costBase = number(&dice)
    case 5: row.priceEffectBase = number(&dice)
    case 6: row.disallowedBase = number(&dice)
    case 7: row.group = index(&dice)
    case 8: row.openedBy = index(&dice)
    case 9: row.instrument = index(&dice)
    case 10: row.account = index(&dice)
    case 11: row.currency = CurrencyIndex(truncatingIfNeeded: index(&dice))
    case 12: row.lastDeferred = index(&dice)
    case 13: row.acquired = dice.chance(30) ? nil : day(&dice)
    case 14: row.disposed = day(&dice)
    case 15: row.hasBase.toggle()
    case 16: row.cause = dice.pick(DisposalCause.allCases)
    case 17: row.matching = dice.pick(MatchingRule.allCases)
    default: row.term = dice.pick([nil] + HoldingTerm.allCases)
    }
  }
}

extension ExactDecimal {
  /// The largest coefficient.
  fileprivate static var largest: Int128 { 999_999_999_999_999_999_999_999_999_999_999_999 }
}
