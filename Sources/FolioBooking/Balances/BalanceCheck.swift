/// Compares the balances of statements with the books (Specs/decisions/balances.md).
///
/// A balance holds at the end of its day, by trade date and with pending groups, whatever the
/// report. It is of cash within half a minor unit, and of units exactly.
struct BalanceCheck {
  private let ledger: Ledger
  private let options: BookingOptions
  /// The balances that differ, in the order of the rows.
  private(set) var differences: [BalanceDifference] = []
  /// The balances after sums with more digits than an exact number has.
  private(set) var tooLarge: [BalanceRecord] = []

  /// What a balance is of.
  private struct Item: Hashable {
    var cashAccount: CashAccountIndex
    var instrument: InstrumentIndex
    var account: SecuritiesAccountIndex
  }

  /// Compares the balances up to the last day of the options.
  /// - Parameter asked: the options of a booking that found no faults.
  init(of ledger: Ledger, _ asked: BookingOptions) {
    self.ledger = ledger
    var options = asked.lean
    options.dateBasis = .trade
    options.excludesPending = false
    options.warnsOfNegativeCash = false
    options.keepsMovements = true
    self.options = options
    let stated = statedBalances()
    if stated.keys.contains(where: { $0.cashAccount != .missing }) { compareCash(stated) }
    let units = stated.filter { $0.key.cashAccount == .missing }
    if !units.isEmpty { compareUnits(units) }
  }

  /// The rows of each item, in order of their days.
  private func statedBalances() -> [Item: [BalanceRecord]] {
    let rows = ledger.tables.balances.filter { !$0.isDeleted && $0.day <= options.asOf ?? $0.day }
    let stated = Dictionary(grouping: rows) {
      Item(cashAccount: $0.cashAccount, instrument: $0.instrument, account: $0.account)
    }
    return stated.mapValues { rows in
      rows.enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
        .map(\.element)
    }
  }

  // MARK: Changes

  /// The change of an item by a leg.
  private struct Change {
    var day: Day
    var group: GroupIndex
    var amount: ExactDecimal
  }

  private mutating func compareCash(_ stated: [Item: [BalanceRecord]]) {
    var changes: [CashAccountIndex: [Change]] = [:]
    for item in stated.keys where item.cashAccount != .missing { changes[item.cashAccount] = [] }
    for position in ledger.rows.groups.indices {
      let index = ledger.group(at: position)
      let group = ledger.rows.groups[Int(index)]
      guard group.counts, group.cashLegCount > 0 else { continue }
      let day = ledger.tradeDay(of: group)
      for leg in ledger.rows.cashLegs[group.cashLegs] {
        changes[leg.account]?.append(Change(day: day, group: index, amount: leg.signedAmount))
      }
    }
    for (item, rows) in stated where item.cashAccount != .missing {
      compare(rows, changes[item.cashAccount] ?? [])
    }
  }

  /// Units depend on splits and other events, so the ledger is booked once more. A balance without
  /// an account is of the units of all accounts.
  private mutating func compareUnits(_ stated: [Item: [BalanceRecord]]) {
    var changes: [Item: [Change]] = [:]
    for movement in BookedLedger.book(ledger, options).booked.movements {
      let day = ledger.tradeDay(of: ledger.rows.groups[Int(movement.group)])
      let change = Change(day: day, group: movement.group, amount: movement.quantity)
      for account in Set([movement.account, 0]) {
        let item = Item(
          cashAccount: .missing, instrument: movement.instrument, account: account)
        if stated[item] != nil { changes[item, default: []].append(change) }
      }
    }
    for (item, rows) in stated { compare(rows, changes[item] ?? []) }
  }

  // MARK: Comparison

  /// Compares the balances of one item, in order of their days, with its changes.
  private mutating func compare(_ rows: [BalanceRecord], _ booked: [Change]) {
    // Groups are booked in order of time, but a leg may have a trade date of its own.
    let changes = booked.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }.map(\.element)
    var (actual, next) = (ExactDecimal.zero, 0)
    var previous: BalanceDifference.Previous?
    for row in rows {
      var groups: [GroupIndex] = []
      while next < changes.count, changes[next].day <= row.day {
        guard let sum = try? actual.adding(changes[next].amount) else {
          return tooLarge.append(row)
        }
        actual = sum
        if groups.last != changes[next].group { groups.append(changes[next].group) }
        next += 1
      }
      guard let difference = try? actual.subtracting(row.value),
        let growth = previous.map({ try? difference.subtracting($0.difference) }) ?? difference
      else {
        return tooLarge.append(row)
      }
      let tolerance = tolerance(of: row)
      let holds = difference.magnitude <= tolerance
      if !holds, growth.magnitude <= tolerance {
        differences[differences.count - 1].followers += 1
      } else if !holds {
        differences.append(
          BalanceDifference(
            row: row, actual: actual, difference: difference, previous: previous,
            firstGroup: groups.first, groupCount: groups.count))
      }
      previous = .init(day: row.day, difference: holds ? .zero : difference)
    }
  }

  private func tolerance(of row: BalanceRecord) -> ExactDecimal {
    row.currency == missingCurrency
      ? .zero : ledger.rows.currencies[row.currency].balanceTolerance
  }
}

/// A balance that differs from the books.
struct BalanceDifference {
  var row: BalanceRecord
  /// The balance of the books.
  var actual: ExactDecimal
  /// The balance of the books less that of the row.
  var difference: ExactDecimal
  /// The balance of the same item before it; nil if it is the first one.
  var previous: Previous?
  /// The first group that moves the item after the previous balance; nil if none does.
  var firstGroup: GroupIndex?
  /// The number of groups that move it after the previous balance, up to the day of the row.
  var groupCount: Int
  /// The number of balances right after this one that differ by as much, as a consequence.
  var followers = 0

  struct Previous {
    var day: Day
    /// Zero if the balance holds.
    var difference: ExactDecimal
  }
}
