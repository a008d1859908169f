/// The disposals for a tax form, with access to the names and fees that the form shows.
struct RealizedGains: Sendable {
  let booked: BookedLedger
  /// All disposals. Forms refer to them by index.
  let disposals: Disposals
  /// The indices of the selected disposals, in order of booking.
  let selected: [Int]
  /// The numbers of selected disposals that are not on the form, by account: those of sheltered
  /// accounts, and those of other persons unless their accounts are selected.
  let leftOut: [SecuritiesAccountIndex: Int]
  let selection: Selection
  /// The selected tax year, or `nil` if the selection is not a tax year.
  let year: TaxYear?

  init(_ booked: BookedLedger, _ selection: Selection) {
    self.booked = booked
    self.selection = selection
    let selector = ResolvedSelection(selection, booked.ledger.tables)
    disposals = booked.disposals
    var (selected, leftOut): ([Int], [SecuritiesAccountIndex: Int]) = ([], [:])
    for index in disposals.indices where selector.includes(disposals[index]) {
      let account = disposals[index].account
      let capacity = booked.taxCapacity(of: account)
      let isOnForm =
        capacity == .taxable || capacity != .sheltered && !selection.accounts.isEmpty
      if isOnForm { selected.append(index) } else { leftOut[account, default: 0] += 1 }
    }
    (self.selected, self.leftOut) = (selected, leftOut)
    let regime = booked.regime
    let first = selection.from.flatMap { TaxYear(containing: $0, under: regime) }
    let period = first?.period(under: regime)
    year = period?.first == selection.from && period?.last == selection.to ? first : nil
  }

  var tables: LedgerTables { booked.ledger.tables }
  var base: Currency? { booked.baseCurrency }

  /// Whether proceeds are net of fees and taxes.
  var proceedsAreNet: Bool { booked.options.feeTreatment != .expense }

  /// Returns a note that fees are in neither of two columns, if this is the case.
  func notes(of columns: String) -> [String] {
    proceedsAreNet ? [] : ["Fees are in neither \(columns): they are expensed."]
  }

  /// Notes about disposals that are not on the form, one for each account.
  var notesOfLeftOut: [String] {
    leftOut.map { account, count in
      let capacity = booked.taxCapacity(of: account).rawValue
      return "Not on this form: \(count) disposal\(count == 1 ? "" : "s") in "
        + "\(tables.securitiesAccount(account)) (\(capacity))."
    }.sorted()
  }

  /// Rounds an amount half-even to the minor unit, as the forms print it.
  func rounded(_ amount: ExactDecimal) -> ExactDecimal {
    amount.rounded(toPlaces: base?.minorUnits ?? 0, .halfEven)
  }

  /// Returns, for each selected disposal, its share of the fees and taxes deducted from the
  /// proceeds of the sale or the gift. Amounts are in the base currency, at the rate of the
  /// proceeds. They are zero for other disposals, and `nil` if the rate is unknown.
  func outlaysBase() -> [ExactDecimal?] {
    var sales: [Sale: (expenses: ExactDecimal, units: ExactDecimal)?] = [:]
    return selected.map { index in
      let disposal = disposals[index]
      guard hasOutlays(disposal) else { return .zero }
      let sale = Sale(disposal)
      let known = sales[sale] ?? expenses(of: sale)
      sales[sale] = .some(known)
      guard let whole = known else { return nil }
      if whole.expenses.isZero { return .zero }
      return try? convert(
        whole.expenses.multiplied(
          by: disposal.quantity, dividedBy: whole.units, places: Precision.costPlaces),
        as: disposal)
    }
  }

  /// Whether fees and taxes are costs of a disposal. In Canada those of a gift to the spouse change
  /// neither side of it (Specs/decisions/gifts.md).
  private func hasOutlays(_ disposal: Disposal) -> Bool {
    guard proceedsAreNet else { return false }
    if disposal.cause == .gift {
      return disposal.basis != .noGain || booked.regime?.spouseTakesCosts == true
    }
    return disposal.cause == .sale
  }

  /// The legs of a group that are one disposal of an instrument.
  private struct Sale: Hashable {
    var group: GroupIndex
    var instrument: InstrumentIndex
    var isGift: Bool
    var isForSpouse: Bool

    init(_ disposal: Disposal) {
      group = disposal.group
      instrument = disposal.instrument
      isGift = disposal.cause == .gift
      isForSpouse = disposal.basis == .noGain
    }
  }

  /// Returns the fees and taxes of all legs of a sale, and the number of units. `nil` if a sum
  /// exceeds the precision of `ExactDecimal`.
  private func expenses(of sale: Sale) -> (expenses: ExactDecimal, units: ExactDecimal)? {
    let legs = booked.ledger.rows.bookedLegs(of: tables.groups[Int(sale.group)]).filter {
      $0.type == (sale.isGift ? .gift : .sell) && $0.instrument == sale.instrument
        && (tables.detail(of: $0)?.recipient == .spouse) == sale.isForSpouse
    }
    let expenses = legs.sum(\.fees).adding(legs.sum(\.taxes))
    return expenses.flatMap { expenses in legs.sum(\.quantity).map { (expenses, $0) } }
  }

  private func convert(
    _ amount: ExactDecimal, as disposal: Disposal
  ) throws(ArithmeticFault) -> ExactDecimal? {
    guard disposal.hasBase else { return nil }
    if tables.currency(disposal.currency) == base { return amount }
    if disposal.basis == .noGain, let base {
      // The proceeds are the cost, at the rates of the purchases.
      return try tables.currency(disposal.currency).flatMap {
        booked.ledger.rateBook.rate(from: $0, to: base, on: disposal.disposed)
      }?.convert(amount)
    }
    if disposal.proceeds.isZero { return nil }
    return try amount.multiplied(
      by: disposal.proceedsBase, dividedBy: disposal.proceeds, places: Precision.costPlaces)
  }
}

extension LedgerTables {
  /// Returns the name of an instrument, or its symbol if it has no name.
  func name(_ instrument: InstrumentIndex) -> String {
    let name = instruments[Int(instrument)].name
    return name.isEmpty ? symbol(instrument) : name
  }
}
