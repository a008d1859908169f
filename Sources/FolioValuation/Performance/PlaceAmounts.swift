import FolioBooking
import FolioModel
import FolioNumbers

/// The units of each instrument in each account, and the cash of each account. The value of a part
/// at the start and end of a period is the sum of their values.
struct PlaceAmounts {
  private var amounts: [PeriodPlace: ExactDecimal?] = [:]
  private let scope: LotScope
  private let currencies: [CurrencyIndex]

  init(_ tables: LedgerTables, _ scope: LotScope?) {
    self.scope = scope ?? .account
    currencies = tables.cashAccounts.map(\.currency)
  }

  mutating func add(_ amount: ExactDecimal, to place: PeriodPlace) {
    let sum: ExactDecimal? = amounts[place] ?? .zero
    amounts[place] = .some(sum.adding(amount))
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
