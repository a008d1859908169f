/// The units of each instrument in each account, and the cash of each account. The value of a part
/// at the start and end of a period is the sum of their values.
struct PlaceAmounts {
  /// An account and its units of an instrument.
  typealias Holder = (account: SecuritiesAccountIndex, units: ExactDecimal?)

  private var amounts: [PeriodPlace: ExactDecimal?] = [:]
  /// The accounts that have had units of each instrument.
  private var accounts: [InstrumentIndex: [SecuritiesAccountIndex]] = [:]
  private let scope: LotScope
  private let currencies: [CurrencyIndex]

  init(_ tables: LedgerTables, _ scope: LotScope?) {
    self.scope = scope ?? .account
    currencies = tables.cashAccounts.map(\.currency)
  }

  mutating func add(_ amount: ExactDecimal, to place: PeriodPlace) {
    if amounts[place] == nil, case .units(let instrument, let account) = place {
      accounts[instrument, default: []].append(account)
    }
    amounts[place] = .some(amounts[place, default: .zero].adding(amount))
  }

  /// Returns the accounts that hold units of an instrument. The units are `nil` if their sum is too
  /// large.
  func holders(of instrument: InstrumentIndex) -> [Holder] {
    accounts[instrument, default: []].compactMap { account in
      guard let units = amounts[.units(instrument, account)], units?.isPositive != false else {
        return nil
      }
      return (account, units)
    }
  }

  /// Returns the values of all parts in the base currency. Unknown values are `nil`.
  func values(_ map: PartMap, _ values: PartValues) -> [ExactDecimal?] {
    let known = (0..<map.count).map { values.value(of: $0) }
    if (0..<map.count).allSatisfy(values.isExact) { return known }
    var sums: [ExactDecimal?] = known.map { $0.map { _ in .zero } }
    func add(_ value: ExactDecimal?, to part: Int?) {
      if let part { sums[part] = sums[part].adding(value) }
    }
    let held = amounts.filter { $0.value?.isZero != true }
    let worth = UnitShares.worth(held, scope) { values.value(of: $0, $1) }
    for (place, amount) in held {
      switch place {
      case .units(let instrument, let account):
        add(worth[place], to: map.part(instrument, account))
      case .cash(let account):
        let value = amount.flatMap { values.value(of: $0, in: currencies[Int(account)]) }
        add(value, to: map.part(cash: account))
      }
    }
    return sums
  }
}
