/// The lots as a journal has them, and the postings that take them to the lots of the books.
///
/// Each group is exported as the difference that it makes to the lots. So every event, from a sale
/// to a spin-off, leaves the program with the units and costs that Folio has, whatever method or
/// tax rules chose them.
struct ExportedLots {
  fileprivate enum Key: Hashable { case lot(UInt32), pool(UInt32, account: String) }

  fileprivate struct Held {
    var units = ExactDecimal.zero
    var account: String
    var commodity: String
    var lot: ExportedJournal.Lot
    /// The day of the last posting.
    var day: Day
  }

  private var held: [Key: Held] = [:]

  /// What a group makes of a lot or a pool.
  struct State {
    var event: LotEvent
    var quantity: ExactDecimal
    var cost: ExactDecimal
    var account: String
    var commodity: String
    var currency: String
    var opener: String?
  }

  /// The postings of a group, and the earliest day on which they are possible.
  mutating func changes(
    _ states: [State], on day: Day
  ) throws(ArithmeticFault) -> (postings: [ExportedJournal.Posting], day: Day) {
    var order: [Key] = []
    var last: [Key: State] = [:]
    for state in states {
      let event = state.event
      let key =
        event.isPool ? Key.pool(event.position, account: state.account) : Key.lot(event.lot)
      if last.updateValue(state, forKey: key) == nil { order.append(key) }
    }
    var postings: [ExportedJournal.Posting] = []
    var opened: [ExportedJournal.Posting] = []
    let latest = order.reduce(day) { max($0, held[$1]?.day ?? $0) }
    for key in order {
      guard let state = last[key] else { continue }
      let (taken, brought) = try change(key, state, latest)
      if let taken { postings.append(taken) }
      if let brought { opened.append(brought) }
    }
    // Units leave before others come, because those that come may be alike.
    return (postings + opened, latest)
  }

  private mutating func change(
    _ key: Key, _ state: State, _ day: Day
  ) throws(ArithmeticFault) -> (ExportedJournal.Posting?, ExportedJournal.Posting?) {
    let (quantity, cost) = (state.quantity, state.cost)
    let units = state.event.isShort ? -quantity : quantity
    let old = held[key]
    if units.isZero {
      held[key] = nil
      guard let old, !old.units.isZero else { return (nil, nil) }
      return (posting(old, -old.units), nil)
    }
    if var same = old, try same.holds(state, cost, units) {
      let change = try units.subtracting(same.units)
      let made = posting(same, change)
      (same.units, same.day) = (units, day)
      held[key] = same
      if change.isZero { return (nil, nil) }
      let isTaken = change.isNegative != state.event.isShort
      return isTaken ? (made, nil) : (nil, made)
    }
    let unit = try cost.divided(by: quantity, places: 18).normalized()
    let new = Held(
      units: units, account: state.account, commodity: state.commodity,
      lot: .init(
        cost: unit, currency: state.currency, acquired: state.event.acquiredByLot ?? day,
        opener: state.opener), day: day)
    held[key] = new
    let taken = old.flatMap { $0.units.isZero ? nil : posting($0, -$0.units) }
    return (taken, posting(new, units))
  }

  private func posting(_ held: Held, _ units: ExactDecimal) -> ExportedJournal.Posting {
    ExportedJournal.Posting(
      account: held.account, number: units.normalized(), commodity: held.commodity, lot: held.lot)
  }

  /// The units of each commodity in each account, in order.
  func balances() throws(ArithmeticFault) -> [ExportedJournal.Balance] {
    var sums: [[String]: ExactDecimal] = [:]
    for held in held.values {
      let key = [held.account, held.commodity]
      sums[key] = try sums[key, default: .zero].adding(held.units)
    }
    return sums.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      .init(account: $0.key[0], number: $0.value.normalized(), commodity: $0.key[1])
    }
  }
}

extension LotEvent {
  /// The day of the acquisition; nil for a pool, whose units have none of their own.
  fileprivate var acquiredByLot: Day? { isPool ? nil : acquired }
}

extension ExportedLots.Held {
  /// Whether the lot of the journal still is that of the books: the cost of one unit was rounded
  /// when the lot came, and parts that leave are rounded, too.
  fileprivate func holds(
    _ state: ExportedLots.State, _ cost: ExactDecimal, _ units: ExactDecimal
  ) throws(ArithmeticFault) -> Bool {
    guard account == state.account, commodity == state.commodity, lot.currency == state.currency,
      state.event.isPool || lot.acquired == state.event.acquired
    else { return false }
    let size = units.magnitude
    let difference = try size.atCost(lot.cost).subtracting(cost).magnitude
    return try difference <= max(size, 1).atCost(Self.smallest)
  }

  /// Two units of the last place of a cost for one unit.
  private static var smallest: ExactDecimal {
    ExactDecimal(short: 2, places: 17)
  }
}

extension ExactDecimal {
  /// Units times the cost of one, half-even at 18 places.
  func atCost(_ cost: Self) throws(ArithmeticFault) -> Self {
    try multiplied(by: cost, dividedBy: .one, places: 18).normalized()
  }
}
