import FolioModel
import FolioNumbers

// Books go on at another time, or in another process, from a state that was stored.
extension LiveBooks {
  /// Whether states can be stored: not yet under rules that look ahead.
  package var keepsStates: Bool { timeline == nil }

  /// The state after all groups; nil if there are none, or none can be stored.
  package func storedState() -> [UInt8]? {
    guard keepsStates, let last else { return nil }
    var place = StatePlace(last: last, count: count, lastDay: lastDay)
    var coder = StateCoder()
    // Writing never fails.
    try? place.code(&coder)
    return coder.bytes + booker.storedState()
  }

  /// About how many bytes a stored state has.
  package var stateSize: Int { 32 * booker.lots.all.count }

  /// Goes on from a stored state. A change before it books all groups again. Gains that can't
  /// change any more are not there.
  /// - Parameters:
  ///   - state: what `storedState` returned.
  ///   - head: the tables of the same ledger, with all instruments and securities accounts that the
  ///     groups of the state name.
  ///   - options: how the books were booked.
  /// - Throws: if the state is damaged, or of another version, or of another ledger.
  package init(
    restoring state: [UInt8], _ head: Ledger, _ options: BookingOptions
  ) throws(StateFault) {
    do throws(NeedsWholeLedger) { try self.init(head, options) } catch { throw StateFault() }
    if !keepsStates { throw StateFault() }
    var (coder, place) = (StateCoder(reading: state), StatePlace())
    try place.code(&coder)
    var booker = booker
    try booker.restore(coder.rest) { names throws(StateFault) in
      try StateNumbers(of: names, in: head.tables)
    }
    do throws(ArithmeticFault) { try goOn(from: booker, place) } catch { throw StateFault() }
  }
}

// Opening books.
extension LiveBooks {
  /// Books groups that come after all others, before anyone asks what the books are.
  /// - Returns: false if they have faults, or if only the whole ledger tells. The books are of no
  ///   use then.
  package mutating func goOn(_ batch: Ledger, _ numbers: [GroupIndex], lastDay: Day?) -> Bool {
    if !keepsStates || reasonForWhole(batch) != nil { return false }
    main.book(batch, numbers, keepsCheckpoints: true)
    self.lastDay = lastDay
    return booker.faults.isEmpty
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
