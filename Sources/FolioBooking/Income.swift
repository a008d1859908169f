/// A kind of income. New minor versions may add cases.
public enum IncomeKind: String, Sendable, CaseIterable {
  case dividend
  case stockDividend = "stock_dividend"
  case interest
  case accruedInterest = "accrued_interest"
  /// Income that is not paid but raises the cost, or what lowers the cost without a payment.
  case costAdjustment = "cost_adjustment"
}

/// The income of one leg. Amounts are in `currency`. Interest that was paid, also accrued interest
/// that was paid to a seller, is below zero.
public struct Income: Sendable {
  /// Before tax.
  public internal(set) var gross: ExactDecimal
  /// Tax withheld at the source.
  public internal(set) var taxWithheld = ExactDecimal.zero
  /// Units of the base currency for one of `currency` on the day; nil if not known.
  public internal(set) var rate: ExchangeRate?
  /// The group that it belongs to.
  public internal(set) var group: GroupIndex
  /// The payer; `missing` if neither a stock leg nor the cash leg names it.
  public internal(set) var instrument = InstrumentIndex.missing
  /// The cash account of interest; `missing` for the income of a stock leg.
  public internal(set) var cashAccount = CashAccountIndex.missing
  /// The securities account of the stock leg; 0 if it names none.
  public internal(set) var account: SecuritiesAccountIndex = 0
  /// The day on which it counts.
  public internal(set) var day: Day
  /// The currency of the amounts.
  public internal(set) var currency: CurrencyIndex
  /// The kind of income.
  public internal(set) var kind: IncomeKind
}

extension Booker {
  /// Records and posts the accrued interest of a trade, which is no part of the cost or the
  /// proceeds. Interest that a purchase pays is negative income.
  mutating func bookAccruedInterest(_ leg: StockLeg) {
    guard leg.type.isTrade, !context.isHidden, let interest = rows.detail(of: leg)?.accruedInterest,
      !interest.isZero
    else { return }
    let amount = leg.type.isPurchase ? -interest : interest
    post(.accruedInterest, leg.instrument, -amount, leg.currency)
    recordIncome(leg, amount, withheld: .zero, .accruedInterest)
  }

  /// Records the income of a stock leg.
  mutating func recordIncome(
    _ leg: StockLeg, _ gross: ExactDecimal, withheld: ExactDecimal, _ kind: IncomeKind
  ) {
    guard options.keepsDisposals else { return }
    // The rate is looked up in any case, so that a missing one is reported.
    let income = Income(
      gross: gross, taxWithheld: withheld, rate: rates.rate(of: leg, on: leg.tradeDay),
      group: context.group, instrument: leg.instrument, account: leg.account, day: day(of: leg),
      currency: leg.currency, kind: kind)
    if options.keepsIncome { booked.income.append(income) }
  }

  /// Records interest, dividends without a stock leg, and tax in a group of either without a stock
  /// leg: it was withheld from the income, or is paid back.
  mutating func recordIncome(_ leg: CashLeg, _ contra: JournalAccountKind, _ record: GroupRecord) {
    let isTax = contra == .paidTaxes && (record.type == .dividend || record.type == .interest)
    guard options.keepsDisposals, isTax || contra == .interest || contra == .otherDividends else {
      return
    }
    let isInterest = contra == .interest || (isTax && record.type == .interest)
    let day = effectiveDay(of: record)
    let income = Income(
      gross: isTax ? .zero : leg.signedAmount, taxWithheld: isTax ? -leg.signedAmount : .zero,
      rate: rates.rateToBase(leg.currency, on: day, at: leg.position),
      group: context.group, instrument: leg.instrument, cashAccount: leg.account, day: day,
      currency: leg.currency,
      kind: isInterest ? .interest : .dividend)
    if options.keepsIncome { booked.income.append(income) }
  }
}
