import FolioModel
import FolioNumbers

/// What kind of income it is.
public enum IncomeKind: String, Sendable, CaseIterable {
  case dividend
  case stockDividend = "stock_dividend"
  case interest
  case accruedInterest = "accrued_interest"
}

/// Income of one leg. Amounts are in `currency`; interest that was paid, also to the seller of
/// units on which it had accrued, is below zero.
public struct Income: Sendable {
  /// Before tax.
  public internal(set) var gross: ExactDecimal
  /// Tax withheld at the source.
  public internal(set) var taxWithheld = ExactDecimal.zero
  /// Units of the base currency for one of `currency` on the day; nil where it is not known.
  public internal(set) var rate: ExchangeRate?
  /// The group that it belongs to.
  public internal(set) var group: GroupIndex
  /// What paid it; `missing` for interest and for dividends that no stock leg explains.
  public internal(set) var instrument = InstrumentIndex.missing
  /// The cash account of interest; `missing` where a stock leg tells of the income.
  public internal(set) var cashAccount = CashAccountIndex.missing
  /// The securities account of the stock leg; 0 where it names none.
  public internal(set) var account: SecuritiesAccountIndex = 0
  /// The day on which it counts.
  public internal(set) var day: Day
  /// The currency of the amounts.
  public internal(set) var currency: CurrencyIndex
  /// What kind of income it is.
  public internal(set) var kind: IncomeKind
}

extension Booker {
  /// Records a dividend.
  mutating func recordIncome(_ leg: StockLeg, _ kind: IncomeKind) {
    recordIncome(leg, leg.gross, withheld: leg.taxes, kind)
  }

  /// Records the interest that had accrued on what is traded: paid with a purchase, it is income
  /// below zero. Posts it, since it is no part of the cost or the proceeds.
  mutating func bookAccruedInterest(_ leg: StockLeg) {
    guard leg.type.isTrade, !context.isHidden, let interest = rows.detail(of: leg)?.accruedInterest,
      !interest.isZero
    else { return }
    let amount = leg.type.isPurchase ? -interest : interest
    post(.accruedInterest, leg.instrument, -amount, leg.currency)
    recordIncome(leg, amount, .accruedInterest)
  }

  private mutating func recordIncome(
    _ leg: StockLeg, _ gross: ExactDecimal, withheld: ExactDecimal = .zero, _ kind: IncomeKind
  ) {
    guard options.keepsDisposals else { return }
    keep(
      Income(
        gross: gross, taxWithheld: withheld, rate: rates.rate(of: leg, on: leg.tradeDay),
        group: context.group, instrument: leg.instrument, account: leg.account, day: day(of: leg),
        currency: leg.currency, kind: kind))
  }

  /// Records interest, and dividends that no stock leg explains.
  mutating func recordIncome(_ leg: CashLeg, _ contra: JournalAccountKind, _ record: GroupRecord) {
    guard options.keepsDisposals, contra == .interest || contra == .otherDividends else { return }
    let day = effectiveDay(of: record)
    keep(
      Income(
        gross: leg.signedAmount, rate: rates.rateToBase(leg.currency, on: day, at: leg.position),
        group: context.group, cashAccount: leg.account, day: day, currency: leg.currency,
        kind: contra == .interest ? .interest : .dividend))
  }

  /// Rates are looked up in either case, so that missing ones are reported.
  private mutating func keep(_ income: Income) {
    if options.keepsIncome { booked.income.append(income) }
  }
}
