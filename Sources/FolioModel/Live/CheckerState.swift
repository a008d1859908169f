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
  /// - Parameter users: the users of the rows.
  /// - Returns: nil if later groups may have told what stocks earlier ones mean, or if the place is
  ///   before the checkpoint.
  package func state(upTo place: OrderKey, users: [[UInt8]]) -> CheckerState? {
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
    var (checker, ledger) = try open(head)
    checker.ids.areStored = true
    guard let state else { return checker }
    guard ledger.tables.instruments.count == state.symbols.count else {
      throw NeedsWholeLedger(.storage)
    }
    checker.past = state.past
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
    let change = try check(rows, replacing: nil, isStored: true, lookUp)
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
  /// Orders instruments and cash accounts as they were when a state was made.
  /// - Returns: false if they are not those of the state.
  fileprivate mutating func arrange(as state: CheckerState) -> Bool {
    let symbols = state.symbols.map { tables.names.identifier(of: $0) }
    guard
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
  /// - Returns: nil if names and rows do not belong together.
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
    let isComplete = !numbers.contains(.missing) && Set(names).count == names.count
    return isComplete ? (rows, numbers) : nil
  }
}
