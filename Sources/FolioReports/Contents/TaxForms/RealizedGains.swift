import FolioBooking
import FolioModel
import FolioNumbers

/// The disposals that a form is made of, and where their texts and fees are looked up.
struct RealizedGains: Sendable {
  let tables: LedgerTables
  let base: Currency?
  let rules: TaxRules
  /// All disposals; the forms index into them.
  let disposals: Disposals
  /// Those that were asked for, in order of booking.
  let selected: [Int]
  /// The tax year that was asked for; nil where another period was, or none.
  let year: TaxYear?
  /// Whether fees and taxes of sales have been taken off the proceeds.
  let proceedsAreNet: Bool
  /// How amounts are rounded.
  let rounding: FormRounding

  init(_ booked: BookedLedger, _ selection: Selection, rounding rule: RoundingRule) {
    rounding = FormRounding(places: booked.baseCurrency?.minorUnits ?? 0, rule: rule)
    let selector = Selector(selection, booked.ledger.tables)
    tables = booked.ledger.tables
    base = booked.baseCurrency
    rules = booked.options.taxRules ?? .none
    disposals = booked.disposals
    selected = disposals.indices.filter { [disposals] in selector.includes(disposals[$0]) }
    let first = selection.from.flatMap { [rules] in TaxYear(containing: $0, under: rules) }
    let period = first?.period(under: rules)
    year = period?.first == selection.from && period?.last == selection.to ? first : nil
    proceedsAreNet = booked.options.feeTreatment != .expense
  }

  /// The id of a group.
  func text(_ group: GroupIndex) -> String { tables.text(tables.groups[Int(group)].id) }

  /// For each selected disposal the fees and taxes of a sale that are in the proceeds of this part
  /// of it, in the base currency, at the rate of its proceeds; zero for what is no sale, nil where
  /// the rate is unknown.
  func outlaysBase() -> [ExactDecimal?] {
    var sales: [Sale: (expenses: ExactDecimal, units: ExactDecimal)?] = [:]
    return selected.map { index in
      let disposal = disposals[index]
      guard disposal.cause == .sale, proceedsAreNet else { return .zero }
      let sale = Sale(group: disposal.group, instrument: disposal.instrument)
      let known = sales[sale]
      let whole = known ?? self.expenses(of: sale)
      if known == nil { sales[sale] = .some(whole) }
      guard let whole else { return nil }
      if whole.expenses.isZero { return .zero }
      return try? convert(
        whole.expenses.multiplied(
          by: disposal.quantity, dividedBy: whole.units, places: Precision.cost),
        as: disposal)
    }
  }

  private struct Sale: Hashable {
    var group: GroupIndex
    var instrument: InstrumentIndex
  }

  /// The fees and taxes of all legs of a sale, and its units; nil where a sum is too long.
  private func expenses(of sale: Sale) -> (expenses: ExactDecimal, units: ExactDecimal)? {
    var expenses = ExactDecimal.zero
    var units = ExactDecimal.zero
    do throws(ArithmeticFault) {
      for index in tables.groups[Int(sale.group)].stockLegs {
        let leg = tables.stockLegs[index]
        guard leg.type == .sell, leg.instrument == sale.instrument else { continue }
        try expenses.add(leg.fees)
        try expenses.add(leg.taxes)
        try units.add(leg.quantity)
      }
    } catch {
      return nil
    }
    return (expenses, units)
  }

  private func convert(
    _ amount: ExactDecimal, as disposal: Disposal
  ) throws(ArithmeticFault) -> ExactDecimal? {
    guard disposal.hasBase else { return nil }
    if tables.currency(disposal.currency) == base { return amount }
    if disposal.proceeds.isZero { return nil }
    return try amount.multiplied(
      by: disposal.proceedsBase, dividedBy: disposal.proceeds, places: Precision.cost)
  }
}

extension LedgerTables {
  /// The name of an instrument; its symbol where it has none.
  func name(_ instrument: InstrumentIndex) -> String {
    let name = instruments[Int(instrument)].name
    return name.isEmpty ? symbol(instrument) : name
  }
}
