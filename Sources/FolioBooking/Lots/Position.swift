/// All lots of one instrument among which a disposal may choose: those of the portfolio, or those
/// of one account.
struct Position {
  /// Units in all of its lots.
  var quantity = ExactDecimal.zero
  /// Its lots in the order of relief.
  var order: LotOrder
  /// Places that its next lots take.
  var slots: [LotSlot] = []
  /// The number of its open lots.
  var openLots = 0
  /// The day of the last sale, gift or fee in units.
  var lastSold = Day.first
  /// The last split that was booked for one account; nil if none was.
  var lastSplit: (account: SecuritiesAccountIndex, day: Day)?
  /// The last spin-off that was booked for some accounts, and the units of these; nil if none was.
  var lastSpinOff: (new: InstrumentIndex, day: Day, units: ExactDecimal)?
  /// The number of opened lots when it last went from empty to open.
  var openedAt: UInt32 = 0
  /// The instrument, and whether its units are owed.
  var instrument = InstrumentIndex.missing
  var isShort = false
  /// The account among whose lots it is; 0 for the whole portfolio.
  let account: SecuritiesAccountIndex
  /// The units of each account.
  private(set) var accounts: AccountUnits
  /// Which of its lots a disposal relieves.
  private(set) var method: CostBasisMethod
  /// Under average cost, the cost of the whole pool; the lots then have only units.
  var pool: Pool?
  /// The same lots by account, after the first transfer that needed the lots of one account.
  var accountOrders: [SecuritiesAccountIndex: LotOrder]?
  /// The events that its lots take over when they are read, once there were some.
  var log: LotLog?
  /// Lots by the group that opened them and by day, once a leg has chosen lots.
  var index: LotChoiceIndex?

  /// Whether what its lots show is not what they keep.
  var sharesItsCost: Bool { pool != nil || (log?.count ?? 0) > 0 }

  /// The lot that is relieved next.
  mutating func first(_ lots: inout LotArena) -> LotSlot? {
    while let lot = order.next {
      if !lots[lot].quantity.isZero { return lot }
      removeNext(&lots)
    }
    return nil
  }

  /// Drops the lot that is relieved next, which is empty. Its place is given away, unless another
  /// list still has it.
  mutating func removeNext(_ lots: inout LotArena) {
    guard let lot = order.next else { return }
    order.removeNext(lots.all)
    if accountOrders == nil && index == nil { lots.release(lot) }
  }

  /// Takes units out of the lots in the order of relief. It holds as many.
  mutating func relieve(
    _ units: ExactDecimal, _ lots: inout LotArena, _ reliefs: inout [Relief]
  ) throws(ArithmeticFault) {
    var left = units
    while left.isPositive, let lot = first(&lots) {
      if let log { try lots[lot].takeOver(log) }
      let relief = try part(min(left, lots[lot].quantity), of: lot, &lots)
      reliefs.append(relief)
      if lots[lot].quantity.isZero { removeNext(&lots) }
      try left.subtract(relief.quantity)
    }
  }

  /// Takes units out of one lot, which has taken over all events.
  @inline(__always)
  mutating func part(
    _ units: ExactDecimal, of lot: LotSlot, _ lots: inout LotArena
  ) throws(ArithmeticFault) -> Relief {
    let rest = try lots[lot].quantity.subtracting(units)
    try accounts.add(-units, to: lots[lot].account)
    if rest.isPositive {
      let relief = try lots[lot].take(units, leaving: rest, as: lot, isPooled: pool != nil)
      log?.admit(lots[lot])
      return relief
    }
    openLots -= 1
    return lots[lot].takeAll(units, as: lot)
  }

  /// Counts a new lot in, and puts it in its place in the order of relief.
  mutating func receive(
    _ lot: LotSlot, _ lots: LotChunks, inOrder: Bool
  ) throws(ArithmeticFault) {
    let (units, account) = (lots[Int(lot.rawValue)].quantity, lots[Int(lot.rawValue)].account)
    if quantity.isZero {
      openedAt = lots[Int(lot.rawValue)].number &+ 1
      accounts = AccountUnits(of: account)
    }
    try accounts.add(units, to: account, beside: quantity)
    try quantity.add(units)
    openLots += 1
    if inOrder { enter(lot, lots) }
  }

  /// Puts a lot in its place in the order of relief.
  mutating func enter(_ lot: LotSlot, _ lots: LotChunks) {
    order.insert(lot, lots)
    if accountOrders == nil { return }
    let empty = LotOrder(method)
    accountOrders?[lots[Int(lot.rawValue)].account, default: empty].insert(lot, lots)
  }

  /// Sorts the lots again, after an event changed the values by which they are sorted.
  mutating func reorder(_ lots: LotChunks) {
    order.reorder(lots)
    accountOrders = nil
  }

  /// The units of one account.
  @inline(__always)
  func units(in account: SecuritiesAccountIndex) -> ExactDecimal {
    accounts.units(in: account, of: quantity)
  }

  /// The units of each account, if there are several.
  var unitsByAccount: [SecuritiesAccountIndex: ExactDecimal] {
    if !accounts.areSeveral { return [:] }
    return Dictionary(uniqueKeysWithValues: accounts.all.map { ($0, units(in: $0)) })
  }

  /// Takes units of an account out of one of its lots, which keeps its share of the cost.
  mutating func takeUnits(
    _ units: ExactDecimal, from lot: LotSlot, _ lots: inout LotArena
  ) throws(ArithmeticFault) {
    try accounts.add(-units, to: lots[lot].account)
    try lots[lot].quantity.subtract(units)
    if lots[lot].quantity.isZero { openLots -= 1 } else { log?.admit(lots[lot]) }
  }

  /// Takes units out that its lots no longer have.
  mutating func take(_ units: ExactDecimal) throws(ArithmeticFault) {
    try quantity.subtract(units)
  }

  /// Takes units out that were matched with a purchase outside the pool: the pool stays ahead of
  /// what is held.
  mutating func takeMatched(_ units: ExactDecimal) throws(ArithmeticFault) {
    try pool?.advance(by: units)
    try quantity.subtract(units)
  }

  /// Counts the units again after an event multiplied those of some lots.
  /// - Parameter open: all of its open lots.
  mutating func recount(_ open: [LotSlot], _ lots: LotChunks) throws(ArithmeticFault) {
    quantity = try open.sum { lots[Int($0.rawValue)].quantity }
    try accounts.recount(open.lazy.map { lots[Int($0.rawValue)] })
    reorder(lots)
  }

  /// Multiplies the units of all lots by a ratio that rounds none of them.
  mutating func multiply(by ratio: Ratio) throws(ArithmeticFault) {
    quantity = try RunningRatio.scale(quantity, ratio)
    try accounts.multiply(by: ratio)
  }

  /// Builds the orders of relief by account from its lots.
  mutating func orderByAccount(_ open: [LotSlot], _ lots: LotChunks) {
    var orders: [SecuritiesAccountIndex: LotOrder] = [:]
    for lot in open {
      orders[lots[Int(lot.rawValue)].account, default: LotOrder(method)].insert(lot, lots)
    }
    accountOrders = orders
  }

  /// Goes over to another method, with its lots as they are. The pool of an average starts empty.
  mutating func adopt(_ method: CostBasisMethod, _ lots: LotChunks) {
    self.method = method
    order.reorder(lots, by: method)
    accountOrders = nil
    log = nil
    pool = method == .average ? Pool() : nil
  }

  init(_ method: CostBasisMethod, in account: SecuritiesAccountIndex = 0) {
    self.method = method
    self.account = account
    accounts = AccountUnits(of: account)
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
  /// By how many units a split will change those of accounts that have not booked it yet, although
  /// another account has; below zero for a reverse split.
  var unsplit = ExactDecimal.zero
  /// While the cost is spread over the lots, the part of the units that are ahead.
  var costAhead = (cost: ExactDecimal.zero, costBase: ExactDecimal.zero)

  /// Takes the share of a part of the units out of the cost.
  mutating func take(
    _ part: ExactDecimal, of whole: ExactDecimal
  ) throws(ArithmeticFault) -> (cost: ExactDecimal, costBase: ExactDecimal) {
    let share = try (cost.share(part, of: whole), costBase.share(part, of: whole))
    try cost.subtract(share.0)
    try costBase.subtract(share.1)
    return share
  }

  /// The shares of its cost for lots, which are all of the pool, by units. The last lot takes the
  /// rounding difference, so that the lots add up to the pool.
  /// - Parameter units: the units of all lots.
  func shares(ofUnits units: ExactDecimal) throws(ArithmeticFault) -> PoolShares {
    try PoolShares(self, units)
  }

  /// Adds to the cost, and to the cost in base.
  mutating func raiseCost(
    by amount: ExactDecimal, inBase amountBase: ExactDecimal
  ) throws(ArithmeticFault) {
    try cost.add(amount)
    try costBase.add(amountBase)
  }

  /// Changes by how many units the pool is ahead of those held.
  /// - Parameter rounding: the largest difference that only rounding can cause; it becomes zero.
  mutating func advance(
    by units: ExactDecimal, ignoring rounding: ExactDecimal = .zero
  ) throws(ArithmeticFault) {
    try ahead.add(units)
    if ahead.magnitude <= rounding { ahead = .zero }
  }

  /// Multiplies the units by which the pool is ahead, after a split.
  mutating func multiplyAhead(by ratio: Ratio) throws {
    ahead = try RunningRatio.scale(ahead, ratio)
  }

  /// Gives an empty pool its currency.
  mutating func start(in currency: CurrencyIndex) {
    if self.currency == missingCurrency { self.currency = currency }
  }

  /// Whether it has no cost, and no units beyond those held.
  var isEmpty: Bool { cost.isZero && costBase.isZero && ahead.isZero }
}

/// Finds the lots that a leg's own choice may mean.
struct LotChoiceIndex {
  private var lists: [Key: [LotSlot]] = [:]

  /// The key of an entry: a group, a day, or both.
  private struct Key: Hashable {
    var group: GroupIndex?
    var day: Day?

    init(group: GroupIndex?, day: Day?) {
      self.group = group
      self.day = day
    }

    /// The key of a choice. A group that is not in the ledger has no lots.
    init(_ choice: LotChoice) {
      self.init(group: choice.groupID.isNone ? nil : choice.group, day: choice.acquired)
    }
  }

  mutating func insert(_ lot: LotSlot, _ lots: LotChunks) {
    let (group, day) = (lots[Int(lot.rawValue)].group, lots[Int(lot.rawValue)].acquired)
    lists[Key(group: group, day: nil), default: []].append(lot)
    lists[Key(group: nil, day: day), default: []].append(lot)
    lists[Key(group: group, day: day), default: []].append(lot)
  }

  /// The lots that an entry names, open or not.
  func lots(of choice: LotChoice) -> [LotSlot] { lists[Key(choice)] ?? [] }

  /// The open lots that an entry names, in order of booking. `left` has the units that earlier
  /// entries left in some lots.
  /// - Parameter account: the account of the lots; nil if any may be meant.
  mutating func matches(
    _ choice: LotChoice, _ lots: LotChunks, _ left: [LotSlot: ExactDecimal],
    in account: SecuritiesAccountIndex?
  ) throws(ArithmeticFault) -> LotMatches {
    let key = Key(choice)
    var found = LotMatches()
    var empty = 0
    for lot in lists[key] ?? [] {
      if lots[Int(lot.rawValue)].quantity.isZero { empty += 1 }
      let quantity = left[lot] ?? lots[Int(lot.rawValue)].quantity
      if quantity.isZero { continue }
      if let account, lots[Int(lot.rawValue)].account != account { continue }
      found.open.append((lot, quantity))
      try found.sum.add(quantity)
      if found.open.count >= LotMatches.limit, found.sum > choice.quantity {
        found.isWhole = false
        break
      }
    }
    if empty > found.open.count { lists[key]?.removeAll { lots[Int($0.rawValue)].quantity.isZero } }
    return found
  }
}

/// The open lots that an entry of a choice may mean.
struct LotMatches {
  /// The maximum number of lots that are compared with a choice.
  static let limit = 1000

  /// The lots, and their remaining units.
  var open: [(lot: LotSlot, quantity: ExactDecimal)] = []
  var sum = ExactDecimal.zero
  /// Whether these are all of them.
  var isWhole = true
}
