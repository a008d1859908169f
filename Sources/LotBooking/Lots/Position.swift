import ExactNumbers
import LedgerModel

/// All lots of one instrument among which a disposal may choose: those of the portfolio, or those
/// of one account.
struct Position {
  /// Units in all of its lots.
  var quantity = ExactDecimal.zero
  /// Its lots in the order of relief.
  var order: LotOrder
  /// Places that its next lots take.
  var slots = FreeSlots()
  /// How many of its lots hold units.
  var openLots = 0
  /// The day of the last sale, gift or fee in units.
  var lastSold = Day.first
  /// How many lots had been opened when it last went from empty to open.
  var openedAt: UInt32 = 0
  /// The account among whose lots it is; 0 for the whole portfolio.
  let account: SecuritiesAccountIndex
  /// Which of its lots a disposal relieves.
  private(set) var method: CostBasisMethod
  /// Under average cost, what the whole pool cost; lots then hold units only.
  var pool: Pool?
  /// The same lots by account, once a transfer has asked for those of one.
  var accountOrders: [SecuritiesAccountIndex: LotOrder]?
  /// Lots by the group that opened them and by day, once a leg has chosen lots.
  var index: LotChoiceIndex?

  /// The lot that is relieved next.
  mutating func first(_ lots: [Lot], _ givenAway: inout [UInt32]) -> UInt32? {
    while let lot = order.next {
      if !lots[Int(lot)].quantity.isZero { return lot }
      removeNext(lots, &givenAway)
    }
    return nil
  }

  /// Drops the lot that is relieved next, which is empty. Its place is given away, unless another
  /// list still has it.
  mutating func removeNext(_ lots: [Lot], _ givenAway: inout [UInt32]) {
    guard let lot = order.next else { return }
    order.removeNext(lots)
    if accountOrders == nil && index == nil { givenAway.append(lot) }
  }

  /// Takes units out of the lots in the order of relief. It holds as many.
  mutating func relieve(
    _ units: ExactDecimal, _ lots: inout [Lot], _ reliefs: inout [Relief],
    _ givenAway: inout [UInt32]
  ) throws(ArithmeticFault) {
    var left = units
    while left.isPositive, let lot = first(lots, &givenAway) {
      // What stays in the lot; below zero, what it lacks.
      let rest = try lots[Int(lot)].quantity.subtracting(left)
      if rest.isPositive {
        return reliefs.append(
          try lots[Int(lot)].take(left, leaving: rest, as: lot, isPooled: pool != nil))
      }
      let taken = rest.isZero ? left : lots[Int(lot)].quantity
      reliefs.append(lots[Int(lot)].takeAll(taken, as: lot))
      openLots -= 1
      removeNext(lots, &givenAway)
      left = -rest
    }
  }

  /// Takes units out of one lot.
  mutating func part(
    _ units: ExactDecimal, of lot: UInt32, _ lots: inout [Lot]
  ) throws(ArithmeticFault) -> Relief {
    let rest = try lots[Int(lot)].quantity.subtracting(units)
    if rest.isPositive {
      return try lots[Int(lot)].take(units, leaving: rest, as: lot, isPooled: pool != nil)
    }
    openLots -= 1
    return lots[Int(lot)].takeAll(units, as: lot)
  }

  /// Counts a new lot in, and puts it in its place in the order of relief.
  mutating func receive(
    _ lot: UInt32, _ lots: [Lot], inOrder: Bool
  ) throws(ArithmeticFault) {
    if quantity.isZero { openedAt = lots[Int(lot)].number &+ 1 }
    try quantity.add(lots[Int(lot)].quantity)
    openLots += 1
    if inOrder { enter(lot, lots) }
  }

  /// Puts a lot in its place in the order of relief.
  mutating func enter(_ lot: UInt32, _ lots: [Lot]) {
    order.insert(lot, lots)
    if accountOrders == nil { return }
    let empty = LotOrder(method)
    accountOrders?[lots[Int(lot)].account, default: empty].insert(lot, lots)
  }

  /// Puts the lots in order anew, after an event changed what they are ordered by.
  mutating func reorder(_ lots: [Lot]) {
    order.reorder(lots)
    accountOrders = nil
  }

  /// Goes over to another method, with its lots as they are. The pool of an average starts empty.
  mutating func adopt(_ method: CostBasisMethod, _ lots: [Lot]) {
    self.method = method
    order.reorder(lots, by: method)
    accountOrders = nil
    pool = method == .average ? Pool() : nil
  }

  init(_ method: CostBasisMethod, in account: SecuritiesAccountIndex = 0) {
    self.method = method
    self.account = account
    order = LotOrder(method)
    if method == .average { pool = Pool() }
  }
}

/// The cost of an averaged position, kept as a total so that no unit cost is ever rounded.
struct Pool {
  var cost = ExactDecimal.zero
  var costBase = ExactDecimal.zero
  var currency = missingCurrency
  var hasBase = true
  /// Units that the pool has beyond those held, because they were sold against a later purchase;
  /// below zero for units held that are not in the pool, since a sale of the day takes them.
  var ahead = ExactDecimal.zero
  /// While the cost is spread over the lots, the part of the units that are ahead.
  var costAhead = (cost: ExactDecimal.zero, costBase: ExactDecimal.zero)
}

/// Finds the lots that a leg's own choice may mean.
struct LotChoiceIndex {
  private var byGroup: [Identifier: [UInt32]] = [:]
  private var byDay: [Day: [UInt32]] = [:]

  mutating func insert(_ lot: UInt32, _ lots: [Lot], _ tables: LedgerTables) {
    byGroup[tables.groups[Int(lots[Int(lot)].group)].id, default: []].append(lot)
    byDay[lots[Int(lot)].acquired, default: []].append(lot)
  }

  /// The open lots that an entry names, in order of booking.
  mutating func matches(_ choice: LotChoice, _ lots: [Lot]) -> [UInt32] {
    var found: [UInt32] = []
    if !choice.groupID.isNone {
      byGroup[choice.groupID]?.removeAll { lots[Int($0)].quantity.isZero }
      found = byGroup[choice.groupID] ?? []
      if let day = choice.acquired { found.removeAll { lots[Int($0)].acquired != day } }
    } else if let day = choice.acquired {
      byDay[day]?.removeAll { lots[Int($0)].quantity.isZero }
      found = byDay[day] ?? []
    }
    return found
  }
}
