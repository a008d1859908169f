import FolioModel
import FolioNumbers

/// The units of each instrument in each account, and the cash of each account. The value of a part
/// at the start and end of a period is the sum of their values.
struct PlaceAmounts {
  private var units: [InstrumentIndex: [SecuritiesAccountIndex: ExactDecimal?]] = [:]
  /// Whether the units of an instrument in all accounts are one position.
  private let isOfPortfolio: Bool
  private var cash: [ExactDecimal?]
  private let currencies: [CurrencyIndex]

  init(_ tables: LedgerTables, _ scope: LotScope?) {
    isOfPortfolio = scope != .account
    cash = Array(repeating: .zero, count: tables.cashAccounts.count)
    currencies = tables.cashAccounts.map(\.currency)
  }

  mutating func addCash(_ amount: ExactDecimal, to account: CashAccountIndex) {
    cash[Int(account)] = cash[Int(account)].adding(amount)
  }

  mutating func addUnits(
    _ quantity: ExactDecimal, of instrument: InstrumentIndex, in account: SecuritiesAccountIndex
  ) {
    let held: ExactDecimal? = units[instrument]?[account] ?? .zero
    units[instrument, default: [:]][account] = .some(held.adding(quantity))
  }

  /// Returns the values of all parts in the base currency. Unknown values are `nil`.
  func values(_ map: PartMap, _ values: PartValues) -> [ExactDecimal?] {
    let known = (0..<map.count).map { values.value(of: $0) }
    if (0..<map.count).allSatisfy(values.isExact) { return known }
    var sums: [ExactDecimal?] = known.map { $0.map { _ in .zero } }
    func add(_ value: ExactDecimal?, to part: Int?) {
      if let part { sums[part] = sums[part].adding(value) }
    }
    for (instrument, accounts) in units {
      let held = accounts.sorted { $0.key < $1.key }.filter { $0.value?.isZero != true }
        .map { ($0.key, $0.value) }
      for position in isOfPortfolio ? [held] : held.map({ [$0] }) {
        let shares = UnitShares.share(position) { values.value(of: $0, instrument) }
        for (account, _) in position where shares.isEmpty {
          add(nil, to: map.part(instrument, account))
        }
        for (account, share) in shares { add(share, to: map.part(instrument, account)) }
      }
    }
    for (account, amount) in cash.enumerated() where amount?.isZero != true {
      let value = amount.flatMap { values.value(of: $0, in: currencies[account]) }
      add(value, to: map.part(cash: CashAccountIndex(account)))
    }
    return sums
  }
}
