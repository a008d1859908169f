import FolioModel
import FolioNumbers

// Books go on at another time, or in another process, from a state that was stored.
extension LiveBooks {
  /// The last group of the state that `storedState` returns; nil if there is none. Under rules that
  /// look ahead, later groups do not affect those up to it.
  package var statePlace: OrderKey? {
    guard let timeline else { return last }
    guard planned == nil, let tip = timeline.last else { return nil }
    let places = Set(timeline.places(by: tip))
    return main.places(by: tip).first { !isOpen(at: $0) && places.contains($0) }
  }

  /// The state after all groups, or under rules that look ahead, after those that no later group is
  /// likely to affect.
  /// - Returns: nil if there are none, or none can be stored.
  package func storedState() -> (place: OrderKey, bytes: [UInt8])? {
    guard let last = statePlace else { return nil }
    var books = self
    if timeline != nil, !books.leaveOutPast(of: last) { return nil }
    var place = StatePlace(last: last, count: books.count, lastDay: lastDay)
    var coder = StateCoder()
    // Writing never fails.
    try? place.code(&coder)
    if let timeline = books.timeline {
      var state = timeline.booker.storedState()
      try? coder.code(&state)
    }
    return (last, coder.bytes + books.booker.storedState())
  }

  /// Goes back to a place, and leaves out what only the groups up to it could ask.
  /// - Returns: false if what is left is not enough to go on.
  private mutating func leaveOutPast(of place: OrderKey) -> Bool {
    let all = recorder?.events ?? []
    timeline?.goBack(before: place.next)
    main.goBack(before: place.next)
    guard let timeline, let events = recorder?.events, timeline.last == place, last == place,
      let day = Day(daysSince1970: place.day.daysSince1970 - Self.daysLate)
    else { return false }
    // Events of earlier days, which come later, could not be compared.
    for (index, all) in all.enumerated() {
      let known = index < events.count ? events[index].count : 0
      if all[known...].contains(where: { $0.day < day }) { return false }
    }
    return main.leaveOutPast(from: day, events, base: timeline.booker.rates.baseIndex)
  }

  /// The days by which trades may be earlier than groups that come before theirs.
  private static let daysLate: Int32 = 31

  /// About how many bytes a stored state has.
  package var stateSize: Int {
    32 * (booker.lots.all.count + (timeline?.booker.lots.all.count ?? 0))
  }

  /// Goes on from a stored state. A change before it books all groups again, except under rules
  /// that look ahead: then `lookAhead` takes all later groups, or `planAhead` comes first. Gains
  /// that can't change any more are not there.
  /// - Parameters:
  ///   - state: what `storedState` returned.
  ///   - head: the tables of the same ledger, with all instruments and securities accounts that the
  ///     groups of the state name.
  ///   - options: how the books were booked.
  ///   - distance: as for books from the first group on.
  ///   - addsUp: whether the holdings are added up; if groups follow, after these.
  /// - Throws: if the state is damaged, or of another version, or of another ledger.
  package init(
    restoring state: [UInt8], _ head: Ledger, _ options: BookingOptions, distance: Int = 1024,
    addsUp: Bool = true
  ) throws(StateFault) {
    do throws(NeedsWholeLedger) {
      try self.init(head, options, distance: distance)
    } catch { throw StateFault() }
    var (coder, place) = (StateCoder(reading: state), StatePlace())
    try place.code(&coder)
    if var booker = timeline?.booker {
      var state: [UInt8] = []
      try coder.code(&state)
      try booker.restore(state, in: head)
      timeline?.goOn(from: booker, place)
      planned = []
    }
    var booker = booker
    try booker.restore(coder.rest, in: head)
    main.goOn(from: booker, place)
    lastDay = place.lastDay
    if addsUp, !addUp() { throw StateFault() }
  }
}

// Opening books.
extension LiveBooks {
  /// Books groups that come after all others, before anyone asks what the books are.
  /// - Returns: false if they have faults, or if only the whole ledger tells. The books are of no
  ///   use then.
  package mutating func goOn(_ batch: Ledger, lastDay: Day?) -> Bool {
    guard lookAhead(batch), planAhead(lastDay: lastDay) else { return false }
    self.lastDay = lastDay
    if case nil = book(batch, batch.numbers ?? []) { return true }
    return false
  }

  /// Books all groups after the last one. What they change is not found out.
  /// - Parameters:
  ///   - key: the first place that is different from what the timeline took.
  ///   - head: the ledger without groups, with all names.
  ///   - rows: as for `rebook`.
  ///   - visit: is called now and then.
  /// - Returns: as for `rebook`, with an empty change.
  package mutating func goOn(
    from key: OrderKey, _ head: Ledger, lastDay: Day?, rows: RowsAfter,
    visit: (LiveBooks) -> Void = { _ in }
  ) rethrows -> Outcome {
    let before = self
    var end: Outcome?
    do {
      if timeline != nil {
        let ahead = try lookAhead(from: key, rows)
        end = ahead.failure ?? placeBeforeOrigin(ahead.start).map { .startsBefore($0) }
      }
      while end == nil, let (batch, numbers) = try rows(last) {
        end = book(batch, numbers)
        visit(self)
      }
    } catch {
      self = before
      throw error
    }
    main.book(head, [], keepsCheckpoints: false)
    self.lastDay = lastDay
    if end == nil, !addUp() { end = .needsWhole(.inexactSums) }
    if let end {
      self = before
      return end
    }
    return .booked(BookingChange())
  }

  /// Books some groups of many.
  /// - Returns: why it fails; nil if it does not.
  mutating func book(_ batch: Ledger, _ numbers: [GroupIndex]) -> Outcome? {
    if let reason = reasonForWhole(batch) { return .needsWhole(reason) }
    main.book(batch, numbers, keepsCheckpoints: true)
    return booker.faults.isEmpty ? nil : .refused(booker.faults)
  }

  /// Adds up the holdings after that.
  /// - Returns: false if they cannot be kept exactly.
  package mutating func addUp() -> Bool {
    guard let new = try? HoldingSums(booker) else { return false }
    sums = new
    return true
  }
}

/// How far books had come when their state was stored.
struct StatePlace {
  var last = OrderKey(seconds: 0, nanoseconds: 0, group: 0)
  var count = 0
  var lastDay: Day?

  fileprivate mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try last.code(&coder)
    try coder.code(&count, upTo: Int(UInt32.max))
    try coder.code(&lastDay, of: .first) { day, coder throws(StateFault) in try coder.code(&day) }
  }
}

extension Booker {
  fileprivate mutating func restore(_ state: [UInt8], in head: Ledger) throws(StateFault) {
    try restore(state) { names throws(StateFault) in
      try StateNumbers(of: names, in: head.tables)
    }
  }
}

extension StateNumbers {
  /// The numbers of names in tables that have all of them.
  fileprivate init(of names: StateNames, in tables: LedgerTables) throws(StateFault) {
    self.init()
    // Rows that were read from documents are those of the store now.
    file = 0
    let known = StateNames(tables)
    instruments = try Self.places(of: names.instruments, in: known.instruments).map {
      InstrumentIndex($0)
    }
    securitiesAccounts = try Self.places(
      of: names.securitiesAccounts, in: known.securitiesAccounts
    ).map { SecuritiesAccountIndex($0) }
    cashAccounts = try Self.places(of: names.cashAccounts, in: known.cashAccounts).map {
      CashAccountIndex($0)
    }
    currencies = try Self.places(of: names.currencies, in: known.currencies).map {
      CurrencyIndex($0)
    }
  }

  private static func places<Name: Hashable>(
    of names: [Name], in known: [Name]
  ) throws(StateFault) -> [Int] {
    let places = Dictionary(
      known.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [Int] = []
    for name in names {
      guard let place = places[name] else { throw StateFault() }
      found.append(place)
    }
    return found
  }
}
