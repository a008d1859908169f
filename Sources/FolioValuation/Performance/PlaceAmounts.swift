import FolioModel
import FolioNumbers

/// What each account holds of each instrument, and each cash account of its currency: what the
/// value of a part is the sum of where a period begins and ends.
struct PlaceAmounts {
  private var units: [InstrumentIndex: [SecuritiesAccountIndex: ExactDecimal]] = [:]
  /// Whether the units of an instrument in all accounts are one position.
  private let isOfPortfolio: Bool
  private var cash: [ExactDecimal]
  private let currencies: [CurrencyIndex]
  private var hasOverflowed = false

  init(_ tables: LedgerTables, _ scope: LotScope?) {
    isOfPortfolio = scope != .account
    cash = Array(repeating: .zero, count: tables.cashAccounts.count)
    currencies = tables.cashAccounts.map(\.currency)
  }

  mutating func addCash(_ amount: ExactDecimal, to account: CashAccountIndex) {
    do { try cash[Int(account)].add(amount) } catch { hasOverflowed = true }
  }

  mutating func addUnits(
    _ quantity: ExactDecimal, of instrument: InstrumentIndex, in account: SecuritiesAccountIndex
  ) {
    do {
      try units[instrument, default: [:]][account, default: .zero].add(quantity)
    } catch {
      hasOverflowed = true
    }
  }

  /// The values of all parts in base; nil of a part whose value is not known.
  func values(_ map: PartMap, _ values: PartValues) -> [ExactDecimal?] {
    let known = (0..<map.count).map { values.value(of: $0) }
    if !hasOverflowed, (0..<map.count).allSatisfy(values.isExact) { return known }
    var sums: [ExactDecimal?] = known.map { $0 == nil || hasOverflowed ? nil : .zero }
    func add(_ value: ExactDecimal?, to part: Int?) {
      if let part { sums[part] = sums[part].adding(value) }
    }
    for (instrument, accounts) in units {
      let held: [(SecuritiesAccountIndex, ExactDecimal?)] = accounts.keys.sorted()
        .map { ($0, accounts[$0]) }.filter { $0.1?.isZero == false }
      for position in isOfPortfolio ? [held] : held.map({ [$0] }) {
        let shares = UnitShares.share(position) { values.value(of: $0, instrument) }
        for (account, _) in position where shares.isEmpty {
          add(nil, to: map.part(instrument, account))
        }
        for (account, share) in shares { add(share, to: map.part(instrument, account)) }
      }
    }
    for (account, amount) in cash.enumerated() where !amount.isZero {
      let part = map.part(cash: CashAccountIndex(account))
      add(values.value(of: amount, in: currencies[account]), to: part)
    }
    return sums
  }
}
