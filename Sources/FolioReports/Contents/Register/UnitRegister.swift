/// The changes of the selected instruments in units and cost, for each currency of the cost. Units
/// that are owed are separate and below zero, as in `holdings`.
struct UnitRegister {
  private let booked: BookedLedger
  private let selector: ResolvedSelection
  private var positions: [PositionKey: RegisterEntries] = [:]
  /// The positions in order of their first change.
  private var places: [PositionKey] = []
  /// The units and the cost of each lot or pool that are counted so far.
  private var counted: [TraceIndex.Thread: (place: PositionKey, amounts: RegisterAmounts)] = [:]
  /// The last position of each instrument that changed.
  private var last: [InstrumentIndex: PositionKey] = [:]
  /// The groups that changed an instrument.
  private var changes: Set<Change> = []
  private let order: BookingPositions

  private struct Change: Hashable {
    var instrument: InstrumentIndex
    var group: GroupIndex
  }

  init(
    _ booked: BookedLedger, _ selector: ResolvedSelection
  ) throws(ArithmeticFault) {
    self.booked = booked
    self.selector = selector
    order = BookingPositions(booked.ledger)
    for event in booked.trace where selector.includes(instrument: event.instrument) {
      try count(event)
    }
    try addOtherGroups()
    try removeUndelivered()
  }

  /// Adds the groups that change no units, such as dividends.
  private mutating func addOtherGroups() throws(ArithmeticFault) {
    let rows = booked.ledger.rows
    for (group, record) in rows.groups.enumerated() {
      let (group, legs) = (GroupIndex(group), record.stockLegs)
      for index in legs where selector.includes(instrument: rows.stockLegs[index].instrument) {
        let leg = rows.stockLegs[index]
        let change = Change(instrument: leg.instrument, group: group)
        guard !changes.contains(change), let day = booked.registerDay(of: group) else { continue }
        let place =
          last[leg.instrument] ?? PositionKey(leg.instrument, leg.currency, isShort: false)
        try add(RegisterAmounts(), to: place, by: group, on: day)
      }
    }
  }

  func rows(over selection: Selection) throws(ArithmeticFault) -> [RegisterRow<PositionKey>] {
    let sorted = places.enumerated().sorted {
      ($0.element.instrument, $0.offset) < ($1.element.instrument, $1.offset)
    }
    var found: [RegisterRow<PositionKey>] = []
    for (_, place) in sorted {
      found += try positions[place]?.rows(of: place, over: selection) ?? []
    }
    return found
  }

  /// By settlement date, removes the units that were bought and are not delivered, as `holdings`
  /// does. They are counted until then because sales may take from them.
  private mutating func removeUndelivered() throws(ArithmeticFault) {
    guard let day = booked.options.asOf else { return }
    let event = RegisterEntries.Event(day: day, position: .max, cause: .undelivered)
    for lot in booked.undelivered where selector.includes(instrument: lot.instrument) {
      let change =
        lot.isShort
        ? RegisterAmounts(amount: lot.quantity, cost: lot.cost)
        : RegisterAmounts(amount: -lot.quantity, cost: -lot.cost)
      try positions[PositionKey(lot), default: RegisterEntries()].add(change, by: event)
    }
  }

  /// Replaces what is counted of a lot or a pool by its state after an event.
  private mutating func count(_ event: LotEvent) throws(ArithmeticFault) {
    let record = booked.ledger.rows.groups[Int(event.group)]
    let day = booked.registerDay(of: event.group) ?? booked.ledger.tradeDay(of: record)
    let thread = TraceIndex.thread(of: event)
    if let old = counted[thread] {
      var less = RegisterAmounts()
      try less.subtract(old.amounts)
      try add(less, to: old.place, by: event.group, on: day)
    }
    let held = try event.held()
    let place = PositionKey(event.instrument, event.currency, isShort: event.isShort)
    let amounts =
      event.isShort
      ? RegisterAmounts(amount: -held.quantity, cost: -held.cost)
      : RegisterAmounts(amount: held.quantity, cost: held.cost)
    counted[thread] = (place, amounts)
    try add(amounts, to: place, by: event.group, on: day)
  }

  private mutating func add(
    _ change: RegisterAmounts, to place: PositionKey, by group: GroupIndex, on day: Day
  ) throws(ArithmeticFault) {
    if positions[place] == nil { places.append(place) }
    let event = RegisterEntries.Event(day: day, position: order[group], cause: .group(group))
    try positions[place, default: RegisterEntries()].add(change, by: event)
    changes.insert(Change(instrument: place.instrument, group: group))
    last[place.instrument] = place
  }
}
