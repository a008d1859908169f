/// A row of a register: a change of a cash account or a position, and the balance after it.
struct RegisterRow<Place: Sendable>: Sendable {
  var place: Place
  var day: Day
  var cause: RegisterCause
  /// The change; `nil` for the opening balance.
  var change: RegisterAmounts?
  var balance: RegisterAmounts
}

/// The reason for a row of a register.
enum RegisterCause: Hashable {
  /// The balance before the period.
  case opening
  case group(GroupIndex)
  /// By settlement date: units that were bought and are not delivered by the report date.
  case undelivered

  var group: GroupIndex? {
    switch self {
    case .group(let group): group
    case .opening, .undelivered: nil
    }
  }
}

/// Money, or units and their cost.
struct RegisterAmounts: Sendable, Hashable {
  var amount = ExactDecimal.zero
  var cost = ExactDecimal.zero

  mutating func add(_ other: RegisterAmounts) throws(ArithmeticFault) {
    try amount.add(other.amount)
    try cost.add(other.cost)
  }

  mutating func subtract(_ other: RegisterAmounts) throws(ArithmeticFault) {
    try amount.subtract(other.amount)
    try cost.subtract(other.cost)
  }
}

/// The changes of one place by groups.
struct RegisterEntries {
  private var entries: [(event: Event, change: RegisterAmounts)] = []

  /// A cause and its place in time.
  struct Event: Hashable {
    var day: Day
    /// The position of the group in the order of booking, which decides within a day.
    var position: Int
    var cause: RegisterCause
  }

  /// Adds a change. Successive changes by one group are one entry.
  mutating func add(
    _ change: RegisterAmounts, by event: Event
  ) throws(ArithmeticFault) {
    if let last = entries.indices.last, entries[last].event == event {
      return try entries[last].change.add(change)
    }
    entries.append((event, change))
  }

  /// The rows of a period. If it has a first day, the opening balance comes first.
  func rows<Place>(
    of place: Place, over selection: Selection
  ) throws(ArithmeticFault) -> [RegisterRow<Place>] {
    var rows: [RegisterRow<Place>] = []
    var balance = RegisterAmounts()
    // The order of booking need not be that of the days.
    let sorted = entries.sorted {
      ($0.event.day, $0.event.position) < ($1.event.day, $1.event.position)
    }
    var opening = RegisterAmounts()
    for (event, change) in sorted {
      if let to = selection.to, event.day > to { break }
      try balance.add(change)
      if let from = selection.from, event.day < from {
        opening = balance
        continue
      }
      rows.append(
        RegisterRow(
          place: place, day: event.day, cause: event.cause, change: change, balance: balance))
    }
    if let from = selection.from {
      rows.insert(RegisterRow(place: place, day: from, cause: .opening, balance: opening), at: 0)
    }
    return rows
  }
}

extension BookedLedger {
  /// The day on which a group changes the balances of this date basis; `nil` if it does not by the
  /// report date.
  func registerDay(of group: GroupIndex) -> Day? {
    let record = ledger.rows.groups[Int(group)]
    guard record.counts, !(record.status == .pending && options.excludesPending) else { return nil }
    let trade = ledger.tradeDay(of: record)
    let last = options.asOf ?? .last
    if trade > last { return nil }
    if options.dateBasis == .trade { return trade }
    if isUnsettled(record) { return nil }
    // A split or a transfer of units counts from its day, even if its money comes later.
    return min(max(trade, ledger.settlementDay(of: record)), last)
  }
}

/// The position of each group in the order of booking.
struct BookingPositions {
  private var positions: [Int]?

  init(_ ledger: Ledger) {
    guard let order = ledger.order else { return }
    var positions = [Int](repeating: 0, count: ledger.rows.groups.count)
    for (position, group) in order.enumerated() { positions[Int(group)] = position }
    self.positions = positions
  }

  subscript(group: GroupIndex) -> Int { positions?[Int(group)] ?? Int(group) }
}
