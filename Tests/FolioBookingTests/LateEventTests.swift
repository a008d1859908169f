import FolioModel
import FolioNumbers
import Testing

@testable import FolioBooking
@testable import TestSupport

/// Lots that take over events when they are read equal lots that every event changes at once.
@Suite("Lots that take over events when they are read")
struct LateEventTests {
  /// Everything that reports read, and by what lots are compared.
  private func figures(_ history: HistoryOfManyLots, _ least: Int) throws -> [String] {
    try figures(history.builder, least) {
      $0.taxRules = history.rules
      $0.keepsPostings = history.keepsPostings
      if history.rules == TaxRules.none { $0.method = history.method }
      $0.lotScope = history.rules == TaxRules.uk ? .portfolio : history.scope
    }
  }

  private func figures(
    _ builder: LedgerBuilder, _ least: Int, _ change: (inout BookingOptions) -> Void
  ) throws -> [String] {
    var options = BookingOptions()
    options.leastLateLots = least
    change(&options)
    let check = builder.check()
    let booked = BookedLedger(bookingSoundPartOf: check, options)
    let faults = BookedLedger.faults(in: check, options).faults
    let lots: [String] = booked.lots.map {
      let own = "\($0.number) \($0.place) \($0.quantity)"
      // What a lot of a pool was compared by counts for nothing.
      if booked.options.method == .average { return own }
      return "\(own) \($0.openingQuantity) \($0.openingCost.normalized())"
    }
    return Booked(booked).summary + lots + faults.map { $0.message + $0.help }
      + booked.warnings.map(\.message)
  }

  private func expectSame(_ lines: [String], _ others: [String], _ name: String) {
    if lines == others { return }
    let pairs = zip(lines, others).filter { $0 != $1 }.prefix(3).map { "\($0)\n\($1)" }
    Issue.record("\(name): \(lines.count) \(others.count) \(pairs.joined(separator: "\n"))")
  }

  @Test("histories of many splits", arguments: 0..<TestScale.part(of: 300))
  func manySplits(seed: Int) throws {
    let history = HistoryOfManyLots(seed: UInt64(seed))
    let eager = try figures(history, .max)
    expectSame(try figures(history, 1), eager, "seed \(seed)")
    expectSame(try figures(history, 4), eager, "seed \(seed)")
  }

  @Test("histories of every kind", arguments: Way.third(2, of: Way.all + Way.ruled))
  func everyKind(_ way: Way) throws {
    for history in way.histories(151..<155) {
      let all = try [Int.max, 1].map { least in
        try figures(history.builder(), least) { $0.method = way.method }
      }
      expectSame(all[1], all[0], history.name)
    }
  }

  @Test("a return of capital to many lots reads none of them", arguments: [false, true])
  func paysBack(isPool: Bool) throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
    for number in 0..<20 { builder.event("b-\(number)", "2024-01-01", .buy("A", 3, at: 10)) }
    builder.event("r-1", "2024-01-02", .returnOfCapital("A", "1.20"))
      .event("x", "2024-01-03", .sell("A", 4, at: 12))
      .group("s", "2024-01-04", stock: [.split("A", 2, for: 1)])
      .event("r-2", "2024-01-05", .returnOfCapital("A", "11.20"))
    let ledger = try builder.ledger()
    var options = BookingOptions()
    options.keepsPostings = false
    options.method = isPool ? .average : .fifo
    var booker = Booker(ledger, options)
    booker.book(ledger)
    // Only to learn what a unit costs at least.
    #expect(booker.madeLots.changed == (isPool ? 0 : 20))
    let booked = booker.finish(ledger).booked
    #expect(booked.lots.map(\.quantity) == [4] + Array(repeating: 6, count: 18))
    #expect(booked.lots.map(\.cost) == ["19.56"] + Array(repeating: "29.34", count: 18))
  }

  @Test("a split of many lots reads none of them")
  func readsNone() throws {
    let builder = LedgerBuilder(base: "USD").account("usd", "USD").stock("A")
    for number in 0..<20 { builder.event("b-\(number)", "2024-01-01", .buy("A", 3, at: 10)) }
    builder.group("s-1", "2024-01-02", stock: [.split("A", 2, for: 3)])
      .event("x", "2024-01-03", .sell("A", 3, at: 12))
      .group("s-2", "2024-01-04", stock: [.split("A", 3, for: 1)])
    let ledger = try builder.ledger()
    var booker = Booker(ledger, BookingOptions())
    booker.book(ledger)
    #expect(booker.madeLots.changed == 0)
    #expect(booker.lots.all[5].quantity == 3)
    let lots = booker.finish(ledger).booked.lots
    #expect(lots.map(\.quantity) == [3] + Array(repeating: 6, count: 18))
    #expect(lots.first?.cost == 15)
  }
}

/// Purchases, sales, transfers and events of one instrument, so that many lots meet many events.
struct HistoryOfManyLots {
  let builder = LedgerBuilder(base: "USD").account("usd", "USD").account("eur", "EUR").stock("A")
    .stock("B").rate("2020-01-01", "EUR", "USD", "1.1")
  let method: CostBasisMethod
  let rules: TaxRules
  let scope: LotScope
  let keepsPostings: Bool
  private var dice: Dice
  private var held: [String: ExactDecimal] = ["x": .zero, "y": .zero]
  private var number = 0
  private let places: Int
  private let isEven: Bool

  init(seed: UInt64) {
    dice = Dice(seed: seed &* 0x2545_F491)
    method = dice.pick([.fifo, .lifo, .average, .specific, .fifo, .average, .hifo, .lofo])
    rules = dice.pick([.none, .none, .us, .uk, .ca])
    scope = dice.pick([.portfolio, .account])
    keepsPostings = dice.chance(50)
    places = dice.pick([0, 0, 1, 6])
    isEven = dice.chance(60)
    for _ in 0..<80 { step() }
  }

  private var units: ExactDecimal { held.values.total() }

  /// The instant of the next group: some are of one day.
  private mutating func next() -> (id: String, at: Timestamp) {
    number += 1
    let day = Day(daysSince1970: Int32(18_300 + number / 2 * 3)) ?? .first
    return ("g-\(number)", attempt(or: "2020-01-01") { try Timestamp(day: day) })
  }

  private mutating func step() {
    switch dice.below(20) {
    case 0..<7: purchase()
    case 7..<10: sale()
    case 10..<15: split()
    case 15: stockDividend()
    case 16, 17: payBack()
    default: transfer()
    }
  }

  private mutating func purchase() {
    let (id, at) = next()
    let account = dice.pick(["x", "y"])
    let quantity = dice.decimal(upTo: 60, places: places)
    let price = dice.decimal(upTo: 900, places: 1)
    held[account] = (held[account] ?? .zero) + quantity
    builder.event(id, at, .buy("A", quantity, at: price).inAccount(account))
  }

  /// Less than is held by half, so that roundings of the sum do not matter.
  private mutating func part(of account: String) -> ExactDecimal? {
    let half = attempt(or: .zero) {
      try (held[account] ?? .zero).multiplied(
        by: ExactDecimal(1 + dice.below(20)), dividedBy: 40, places: dice.pick([0, 2, 9]),
        rounding: .down)
    }
    return half.isPositive ? half : nil
  }

  private mutating func sale() {
    let account = dice.pick(["x", "y"])
    guard let quantity = part(of: account) else { return }
    let (id, at) = next()
    held[account] = (held[account] ?? .zero) - quantity
    builder.event(
      id, at, .sell("A", quantity, at: dice.decimal(upTo: 900, places: 1)).inAccount(account))
  }

  private mutating func split() {
    guard units.isPositive else { return }
    let even: [(ExactDecimal, ExactDecimal)] = [(2, 1), (3, 2), (1, 2), (5, 1), (1, 5), (11, 10)]
    let odd: [(ExactDecimal, ExactDecimal)] = [(3, 1), (1, 3), (7, 6), (1, "2.5"), ("1.05", 1)]
    let (new, old) = dice.pick(isEven ? even : even + odd)
    let (id, at) = next()
    builder.group(id, at, stock: [.split("A", new, for: old)])
    scale(new, old)
  }

  private mutating func scale(_ new: ExactDecimal, _ old: ExactDecimal) {
    for (account, units) in held {
      held[account] = attempt(or: .zero) {
        try units.multiplied(by: new, dividedBy: old, places: 15, rounding: .down)
      }
    }
  }

  private mutating func stockDividend() {
    guard units.isPositive, !isEven || dice.chance(50) else { return }
    let (id, at) = next()
    builder.group(id, at, stock: [.stockDividend("A", 1, for: 10)])
    scale(11, 10)
  }

  private mutating func payBack() {
    guard units.isPositive else { return }
    let (id, at) = next()
    let each = dice.decimal(upTo: 20, places: 2)
    let exact = attempt(or: each) { try each.multiplied(by: units, places: 18) }
    let amount = dice.chance(70) ? exact : dice.decimal(upTo: 10_000, places: 2)
    builder.event(id, at, .returnOfCapital("A", amount))
  }

  private mutating func transfer() {
    let account = dice.pick(["x", "y"])
    guard let quantity = part(of: account) else { return }
    let other = account == "x" ? "y" : "x"
    let (id, at) = next()
    held[account] = (held[account] ?? .zero) - quantity
    held[other] = (held[other] ?? .zero) + quantity
    let legs: [StockRow] = [
      .transferOut("A", quantity, from: account), .transferIn("A", quantity, to: other),
    ]
    builder.group(id, at, stock: legs)
  }
}
