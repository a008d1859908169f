import Folio
import Testing

@testable import FolioImporters

/// Lots of journals: which of them a posting takes, compared with looking at all lots.
struct JournalLotTests {
  private static let key = JournalLots.Key(account: "Assets:Broker", commodity: "AAA")
  private static let methods: [JournalMethod] = [
    .strict, .strictWithSize, .fifo, .lifo, .hifo, .none,
  ]

  private static func number(_ value: Int) -> ExactDecimal { ExactDecimal(value) }

  /// A lot whose number stands in the text of its opener.
  private static func lot(_ number: Int, _ random: inout some RandomNumberGenerator) -> JournalLot {
    let units = Self.number(.random(in: 1...4, using: &random))
    let label = Bool.random(using: &random) ? "a" : nil
    let price = Self.number(.random(in: 8...10, using: &random))
    return JournalLot(
      units: units, cost: (try? units.scaled(by: price)) ?? .zero,
      currency: Bool.random(using: &random) ? "USD" : "EUR",
      day: Day.first.adding(days: .random(in: 0...3, using: &random)) ?? .first, label: label,
      opener: .named("\(number)"), acquired: nil)
  }

  private static func selection(_ random: inout some RandomNumberGenerator) -> JournalCost? {
    var cost = JournalCost()
    if Bool.random(using: &random) { cost.perUnit = number(.random(in: 8...10, using: &random)) }
    if Int.random(in: 0..<3, using: &random) == 0 { cost.commodity = "USD" }
    if Int.random(in: 0..<3, using: &random) == 0 { cost.label = "a" }
    if Int.random(in: 0..<3, using: &random) == 0 {
      cost.day = Day.first.adding(days: .random(in: 0...3, using: &random))
    }
    return Int.random(in: 0..<4, using: &random) == 0 ? nil : cost
  }

  /// The lots of one position, each of which is looked at for each posting.
  private struct AllLots {
    var lots: [JournalLot] = []
    let isBeancount: Bool

    init(_ isBeancount: Bool) { self.isBeancount = isBeancount }

    /// Equal lots of a day have the place of the first of them in beancount.
    mutating func open(_ lot: JournalLot, _ step: Int) {
      var lot = lot
      let same = lots.first { JournalLotTests.kind(of: $0) == JournalLotTests.kind(of: lot) }
      lot.rank = (isBeancount ? same?.rank : nil) ?? step
      lots.append(lot)
    }

    /// What is taken, as text; nil if it is not clear which lots are meant.
    mutating func take(
      _ wanted: ExactDecimal, _ cost: JournalCost?, _ method: JournalMethod
    ) throws -> [String]? {
      var places = lots.indices.filter { place in
        let lot = lots[place]
        return cost?.perUnit.map { lot.costs($0, isExact: isBeancount) } ?? true
          && cost?.commodity.map { $0 == lot.currency } ?? true
          && cost?.day.map { $0 == lot.day } ?? true
          && cost?.label.map { $0 == lot.label } ?? true
      }
      places.sort { (lots[$0].rank, $0) < (lots[$1].rank, $1) }
      switch method {
      case .fifo, .fifoAll, .average, .averageAll, .none: sort(&places) { $0.day < $1.day }
      case .lifo, .lifoAll:
        if !isBeancount { places.reverse() }
        sort(&places) { $0.day > $1.day }
      case .hifo, .hifoAll: sort(&places) { $0.unitCost > $1.unitCost }
      case .strict, .strictWithSize:
        let sum = try places.reduce(ExactDecimal.zero) { try $0.adding(lots[$1].units) }
        if places.count > 1, sum != wanted {
          let kinds = Dictionary(grouping: places) { JournalLotTests.kind(of: lots[$0]) }
          let exact = try kinds.values.filter { places in
            try places.reduce(ExactDecimal.zero) { try $0.adding(lots[$1].units) } == wanted
          }
          let oldest = exact.min { one, other in
            (lots[one[0]].day, lots[one[0]].rank, one[0])
              < (lots[other[0]].day, lots[other[0]].rank, other[0])
          }
          if method == .strictWithSize, let oldest {
            places = oldest
          } else if kinds.count > 1 {
            return nil
          }
        }
      }
      var (rest, taken) = (wanted, [String]())
      for place in places where rest.isPositive {
        let part = try lots[place].part(min(rest, lots[place].units))
        lots[place] = try lots[place].without(part)
        rest = try rest.subtracting(part.units)
        taken.append(JournalLotTests.text(part))
      }
      lots.removeAll { !$0.units.isPositive }
      return taken
    }

    /// Sorts places and keeps the order of lots of which none comes before the other.
    private func sort(_ places: inout [Int], _ precedes: (JournalLot, JournalLot) -> Bool) {
      places = places.enumerated().sorted { one, other in
        let (left, right) = (lots[one.element], lots[other.element])
        if precedes(left, right) { return true }
        return precedes(right, left) ? false : one.offset < other.offset
      }.map(\.element)
    }
  }

  private static func kind(of lot: JournalLot) -> String {
    "\(lot.day) \(lot.label ?? "-") \(lot.currency) \(lot.unitCost.normalized())"
  }

  private static func text(_ lot: JournalLot) -> String {
    "\(lot.opener.id ?? "") \(lot.units.normalized()) \(lot.cost.normalized())"
  }

  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test("postings take the lots that looking at all lots finds", arguments: methods, [true, false])
  func equalsAllLots(_ method: JournalMethod, _ isBeancount: Bool) throws {
    for seed in 1...40 {
      var random = Random(state: UInt64(seed))
      var (lots, all) = (JournalLots(mergesEqualLots: isBeancount), AllLots(isBeancount))
      for step in 0..<60 {
        lots.begin()
        let before = all
        if Int.random(in: 0..<5, using: &random) < 3 {
          let lot = Self.lot(step, &random)
          try lots.open(lot, in: Self.key)
          all.open(lot, step)
        } else {
          let wanted = Self.number(.random(in: 1...6, using: &random))
          let cost = Self.selection(&random)
          let taken = try? lots.take(wanted, from: Self.key, cost, method).map(Self.text)
          #expect(try all.take(wanted, cost, method) == taken)
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
          lots.undo()
          all = before
        }
        #expect(lots.isEmpty(Self.key) == all.lots.isEmpty)
        let units = try all.lots.reduce(ExactDecimal.zero) { try $0.adding($1.units) }
        #expect(lots.units(Self.key) ?? .zero == units)
      }
    }
  }

  @Test("a lot keeps its cost of one unit, although shares of its cost are rounded")
  func roundedShares() throws {
    var lots = JournalLots(mergesEqualLots: true)
    let third = JournalLot(
      units: Self.number(3), cost: Self.number(100), currency: "USD", day: .first, label: nil,
      opener: .named("x"), acquired: nil)
    try lots.open(third, in: Self.key)
    var cost = JournalCost()
    cost.perUnit = try Self.number(100).over(Self.number(3))
    for _ in 0..<3 {
      let taken = try lots.take(.one, from: Self.key, cost, .strict)
      #expect(taken.map(\.units) == [.one])
    }
    #expect(lots.isEmpty(Self.key))
  }

  @Test("a fault lists some of many lots")
  func manyLots() throws {
    var lots = JournalLots(mergesEqualLots: true)
    for number in 1...20 {
      try lots.open(
        JournalLot(
          units: .one, cost: Self.number(number), currency: "USD", day: .first, label: nil,
          opener: .named("\(number)"), acquired: nil), in: Self.key)
    }
    let error = #expect(throws: FieldFault.self) {
      try lots.take(Self.number(2), from: Self.key, nil, .strict)
    }
    #expect(error?.message.hasSuffix(", and 12 more") == true)
  }
}
