/// The units of each instrument after each change, by account and in all accounts, in the order of
/// the days.
struct UnitHistory {
  private var steps: [HeldPlace: [(day: Day, units: ExactDecimal)]] = [:]
  private let accounts: Set<String>

  init(_ booked: BookedLedger) {
    let tables = booked.ledger.tables
    accounts = Set(tables.securitiesAccounts.all.map { tables.text($0) })
    let days = booked.movements.map { movement in
      booked.ledger.tradeDay(of: booked.ledger.rows.groups[Int(movement.group)])
    }
    for number in days.indices.sorted(by: { (days[$0], $0) < (days[$1], $1) }) {
      let (movement, day) = (booked.movements[number], days[number])
      for account in [nil, tables.securitiesAccount(movement.account)] {
        let place = HeldPlace(symbol: tables.symbol(movement.instrument), account: account)
        let before = steps[place]?.last?.units ?? 0
        steps[place, default: []].append((day, (try? before.adding(movement.quantity)) ?? before))
      }
    }
  }

  /// The units at the end of a day; in all accounts if the account is nil, or one that only a list
  /// of positions names.
  func units(of symbol: String, in account: String?, on day: Day) -> ExactDecimal {
    let known = account.flatMap { accounts.contains($0) ? $0 : nil }
    return units(of: HeldPlace(symbol: symbol, account: known), from: day, to: day).last ?? 0
  }

  /// The units at the beginning of some days, and after each change on them; empty if there were
  /// none before.
  func units(of place: HeldPlace, from first: Day, to last: Day) -> [ExactDecimal] {
    guard let steps = steps[place] else { return [] }
    // The last step before these days has what was held at their beginning.
    let start = max(0, steps.partitioningIndex { $0.day >= first } - 1)
    let end = steps.partitioningIndex { $0.day > last }
    return steps[min(start, end)..<end].map(\.units)
  }

  /// The instruments of an account that are not zero at the end of a day, by symbol.
  func held(in account: String, on day: Day) -> [(symbol: String, units: ExactDecimal)] {
    steps.keys.filter { $0.account == account }.map(\.symbol).sorted()
      .map { (symbol: $0, units: units(of: $0, in: account, on: day)) }.filter { !$0.units.isZero }
  }
}
