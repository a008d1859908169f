import FolioNumbers

/// What a `LiveChecker` and its reader know of the groups up to a place in the order of booking, to
/// go on from there without reading them.
///
/// Problem: the ids and places of a million groups take seconds to read and 100 MB to keep.
/// Observation: groups before a checkpoint do not change, and the storage knows their ids.
/// Decision: the state has the numbers of names, which later groups use, and a few sums. All else
/// comes from the head of the ledger, with which alone the state is valid (Specs/decisions/0151).
package struct CheckerState: Sendable, Hashable {
  /// The groups up to this place are part of the state.
  package var place: OrderKey { past.place }

  /// The number of the instruments and of the cash accounts.
  package var instruments: Int { symbols.count }
  package var accounts: Int { cashAccounts.count }

  /// Whether groups of the state may have asked for an exchange rate of a day.
  package func dependsOnRates(of day: Day) -> Bool {
    past.mayAsk(from: LiveChecker.firstDay(asking: day))
  }

  var past: PastGroups
  /// All currencies, in the order of their numbers.
  var currencies: [Currency] = []
  /// The symbols of all instruments, in the order of their numbers, as UTF-8.
  var symbols: [[UInt8]] = []
  /// The ids of all cash accounts, in the order of their numbers, as UTF-8.
  var cashAccounts: [[UInt8]] = []
  /// The securities accounts, in the order of their numbers, as UTF-8.
  var securitiesAccounts: [[UInt8]] = []
  /// The users of the rows, as UTF-8.
  package var users: [[UInt8]] = []
  /// Ids of groups that `lots` name and that no group has, as UTF-8.
  var awaited: [[UInt8]] = []
  /// The warnings of groups; nil if their places are not known.
  var findings: CheckerFindings?
}

/// The warnings of groups, with their places in the rows.
struct CheckerFindings: Sendable, Hashable {
  /// The warnings of each group that has any, in the order of the groups.
  var notes: [Notes] = []
  var keys = KeyUses()
  var quoted = KeyUses()

  struct Notes: Sendable, Hashable {
    var group = GroupIndex(0)
    var notes: [GroupNote] = []
  }
}

extension CheckerState {
  /// Gives the names in an empty draft their numbers, before the head is read.
  package func number(in draft: inout LedgerDraft) {
    for currency in currencies { _ = draft.tables.currencies.index(of: currency) }
    for name in symbols + cashAccounts { _ = draft.tables.names.identifier(of: name) }
    for name in securitiesAccounts {
      let account = draft.tables.names.identifier(of: name)
      _ = draft.tables.securitiesAccounts.number(of: account)
    }
  }
}

extension LiveChecker {
  /// The state after the groups up to a place.
  ///
  /// It may have names that only later groups mention: they do no harm.
  /// - Parameters:
  ///   - users: the users of the rows.
  ///   - knowsPlaces: whether the warnings of groups, also those of booking, have their places in
  ///     the rows as they are stored. No groups after the place may be known then.
  /// - Returns: nil if later groups may have told what stocks earlier ones mean, or if the place is
  ///   before the checkpoint.
  package func state(
    upTo place: OrderKey, users: [[UInt8]], knowsPlaces: Bool
  ) -> CheckerState? {
    guard checker.resolver.learned.isEmpty, past.map({ $0.place <= place }) ?? true else {
      return nil
    }
    let tables = checker.tables
    let bytes = { (id: Identifier) in tables.names.bytes(of: id) }
    var state = CheckerState(past: past(upTo: place))
    state.currencies = tables.currencies.all
    state.symbols = tables.instruments.map { bytes($0.symbol) }
    state.cashAccounts = tables.cashAccounts.map { bytes($0.id) }
    state.securitiesAccounts = tables.securitiesAccounts.all.map(bytes)
    state.users = users
    state.awaited = awaited.values.sorted { $0.lexicographicallyPrecedes($1) }
    state.findings = knowsPlaces && self.knowsPlaces ? findings : nil
    return state
  }

  /// Goes on from a state.
  /// - Parameters:
  ///   - head: the head of the ledger. Its names were numbered by `CheckerState.number(in:)`.
  ///   - state: nil to start before the first group.
  /// - Throws: if the state does not belong to the head, or changes need the whole ledger anyway.
  package static func open(
    _ head: consuming LedgerDraft, after state: CheckerState?
  ) throws(NeedsWholeLedger) -> LiveChecker {
    let isArranged = state.map { head.arrange(as: $0) } ?? true
    guard isArranged, head.tables.groups.isEmpty else { throw NeedsWholeLedger(.storage) }
    var (checker, _) = try open(head)
    guard let state else { return checker }
    checker.ids.areStored = true
    checker.past = state.past
    checker.take(state.findings)
    for id in state.awaited { checker.awaited[IDIndex.Mark(id, .groups)] = id }
    return checker
  }

  /// Checks groups that the storage has, and applies them.
  /// - Parameters:
  ///   - rows: the groups with their numbers, in the order of booking, after all others.
  ///   - lookUp: finds the groups that legs name.
  /// - Returns: the groups that count, with their numbers.
  /// - Throws: if only the whole ledger tells.
  package mutating func take(
    _ rows: consuming LedgerChange, _ lookUp: IDLookup
  ) throws(NeedsWholeLedger) -> Ledger {
    let change = try check(rows, replacing: nil, isStored: ids.areStored, lookUp)
    guard change.faults.isEmpty, let ledger = change.ledger, let numbers = ledger.numbers else {
      throw NeedsWholeLedger(.faults, change.faults)
    }
    _ = apply(change)
    let rows = change.new.indices.filter { change.new[$0].counts }
    if rows.count == change.new.count { return ledger }
    var counting = ledger.batch(rows.map { GroupIndex($0) })
    counting.numbers = rows.map { numbers[$0] }
    return counting
  }
}

extension LedgerDraft {
  /// Orders instruments and cash accounts as they were when a state was made. Those that were added
  /// since come after them.
  /// - Returns: false if some of the state are missing, or if currencies have other numbers.
  fileprivate mutating func arrange(as state: CheckerState) -> Bool {
    let symbols = state.symbols.map { tables.names.identifier(of: $0) }
    guard tables.currencies.all.count == state.currencies.count,
      tables.mentionsCurrenciesInOrder(),
      let instruments = tables.instruments.arranged(
        as: symbols, by: \.symbol, orElse: { Instrument(symbol: $0) }),
      let accounts = tables.cashAccounts.arranged(
        as: state.cashAccounts.map { tables.names.identifier(of: $0) }, by: \.id, orElse: nil)
    else { return false }
    (tables.instruments, tables.cashAccounts) = (instruments.rows, accounts.rows)
    tables.moveColumns(of: .stocks, to: instruments.numbers)
    tables.moveColumns(of: .cashAccounts, to: accounts.numbers)
    return true
  }
}

extension Array {
  /// The rows in the order of their names, and the new number of each row.
  /// - Parameter new: makes the row of a name that has none; nil if all have one.
  /// - Returns: the named rows first; nil if some are missing.
  fileprivate func arranged(
    as names: [Identifier], by name: (Element) -> Identifier,
    orElse new: ((Identifier) -> Element)?
  ) -> (rows: [Element], numbers: [UInt32])? {
    let known = Dictionary(
      enumerated().map { (name($1), $0) }, uniquingKeysWith: { first, _ in first })
    var numbers = map { _ in UInt32.missing }
    var rows: [Element] = []
    for id in names {
      if let row = known[id] {
        numbers[row] = UInt32(truncatingIfNeeded: rows.count)
        rows.append(self[row])
      } else if let new {
        rows.append(new(id))
      } else {
        return nil
      }
    }
    for (row, number) in numbers.enumerated() where number == .missing {
      numbers[row] = UInt32(truncatingIfNeeded: rows.count)
      rows.append(self[row])
    }
    return Set(names).count == names.count ? (rows, numbers) : nil
  }
}
