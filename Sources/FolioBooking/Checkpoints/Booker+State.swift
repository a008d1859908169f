import FolioDiagnostics
import FolioModel
import FolioNumbers

/// The names that a stored state refers to by number.
package struct StateNames: Sendable, Equatable {
  /// The instruments by symbol, or by id as long as no symbol is known.
  package var instruments: [Name] = []
  package var securitiesAccounts: [String] = []
  package var cashAccounts: [String] = []
  package var currencies: [Currency] = []

  /// What an instrument is called.
  package struct Name: Sendable, Hashable {
    package var symbol = ""
    package var id = ""
  }

  init() {}

  /// The names of a ledger.
  package init(_ tables: LedgerTables) {
    instruments = tables.instruments.map {
      Name(symbol: tables.text($0.symbol), id: tables.text($0.stockID))
    }
    securitiesAccounts = tables.securitiesAccounts.all.map { tables.text($0) }
    cashAccounts = tables.cashAccounts.map { tables.text($0.id) }
    currencies = tables.currencies.all
  }

  mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try coder.code(&instruments, of: Name()) { name, coder throws(StateFault) in
      try coder.code(&name.symbol)
      try coder.code(&name.id)
    }
    try coder.code(&securitiesAccounts, of: "") { name, coder throws(StateFault) in
      try coder.code(&name)
    }
    try coder.code(&cashAccounts, of: "") { name, coder throws(StateFault) in
      try coder.code(&name)
    }
    try coder.code(&currencies, of: .usDollar) { currency, coder throws(StateFault) in
      try coder.code(&currency)
    }
  }
}

// Between two groups, a state has everything that booking needs to go on. What is only set for the
// group at hand, what can be looked up again, and what no later group changes is not part of it.
extension Booker {
  /// The version of stored states. Raise it when a state has other parts, or when the same groups
  /// lead to another state: stored states of other versions are ignored.
  static var stateVersion: UInt32 { 3 }

  /// The state after the groups so far, with the names that it refers to.
  func storedState() -> [UInt8] {
    var (copy, coder) = (self, StateCoder())
    var (version, names) = (Self.stateVersion, StateNames(tables))
    // Writing never fails.
    try? coder.code(&version)
    try? names.code(&coder)
    try? copy.code(&coder)
    return coder.bytes
  }

  /// Goes on from a stored state. The booker is new, and of a ledger that knows all of the names.
  /// - Parameter numbers: finds the numbers of the names in that ledger.
  /// - Throws: `StateFault` if the state is damaged, or of another version.
  mutating func restore(
    _ state: [UInt8], _ numbers: (StateNames) throws(StateFault) -> StateNumbers
  ) throws(StateFault) {
    var coder = StateCoder(reading: state)
    var (version, names) = (UInt32(0), StateNames())
    try coder.code(&version)
    guard version == Self.stateVersion else { throw StateFault() }
    try names.code(&coder)
    coder.names = try numbers(names)
    try code(&coder)
    try coder.expectEnd()
  }

  private mutating func code(_ coder: inout StateCoder) throws(StateFault) {
    try lots.code(&coder)
    try positions.code(&coder, lots.all)
    for lot in lots.all {
      try coder.expect(Int(lot.position.rawValue) < positions.count)
      // An empty lot may have seen events of an earlier log.
      if !coder.isReading || lot.quantity.isZero { continue }
      try coder.expect(lot.eventCount <= positions[lot.position].log?.count ?? .max)
    }
    try cash.code(&coder)
    try madeLots.code(&coder)
    try coder.code(&hasLateEvents)
    try coder.code(&gifts, of: (0, .blank)) { gift, coder throws(StateFault) in
      try coder.code(&gift.0)
      try gift.1.code(&coder)
    }
    try codeReports(&coder)
    if var schedule {
      try schedule.code(&coder)
      self.schedule = schedule
    }
    let first = rules?.firstPendingRow
    try booked.code(&coder, from: first)
    try rules?.code(&coder, lots.all)
  }

  /// Codes what messages need.
  private mutating func codeReports(_ coder: inout StateCoder) throws(StateFault) {
    try coder.code(&overdrafts, of: .blank) { overdraft, coder throws(StateFault) in
      try overdraft.code(&coder)
    }
    try coder.code(&overdrawnAccounts, of: 0) { account, coder throws(StateFault) in
      try coder.code(cashAccount: &account)
    }
    try coder.code(&pending, of: .blank) { group, coder throws(StateFault) in
      try group.code(&coder)
    }
    try coder.code(&unsettled, of: []) { groups, coder throws(StateFault) in
      try coder.code(&groups, of: 0) { group, coder throws(StateFault) in try coder.code(&group) }
    }
    try coder.code(&lacksNames)
    try coder.code(&leavesOutSales)
    try coder.code(&sumsPostings)
    try coder.code(&asksForScope)
    try coder.code(&faults, of: .blank) { fault, coder throws(StateFault) in
      try coder.code(&fault)
    }
    try coder.code(&doubtful, of: 0) { instrument, coder throws(StateFault) in
      try coder.code(instrument: &instrument)
    }
    try coder.code(&rates.missing, of: (0, (.none, .first, 0))) {
      rate, coder throws(StateFault) in
      try coder.code(currency: &rate.0)
      try coder.code(&rate.1.first)
      try coder.code(&rate.1.day)
      try coder.code(&rate.1.count)
    }
  }
}

extension StateNumbers {
  /// The numbers of names that have the same ones as before.
  init(unchanged names: StateNames) {
    self.init()
    instruments = names.instruments.indices.map { InstrumentIndex($0) }
    securitiesAccounts = names.securitiesAccounts.indices.map { SecuritiesAccountIndex($0) }
    cashAccounts = names.cashAccounts.indices.map { CashAccountIndex($0) }
    currencies = names.currencies.indices.map { CurrencyIndex($0) }
  }
}
