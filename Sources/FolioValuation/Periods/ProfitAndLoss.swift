import FolioBooking
import FolioDiagnostics
import FolioModel
import FolioNumbers

/// What was earned in a period, place by place: the units of an instrument in a securities account,
/// or a cash account.
///
/// Units that were there before count from what they were worth at the end of the day before the
/// period (Specs/decisions/0026). Rows and totals are sums of exact amounts in base: end value less
/// start value less net contributions is the sum of the parts, to the last digit.
public struct ProfitAndLoss: Sendable {
  /// One place.
  public struct Line: Sendable {
    /// Whose figures they are.
    public var place: PeriodPlace
    /// The figures.
    public var figures = ProfitFigures()
  }

  /// From what gains on units count that were there before the period.
  public enum Basis: Sendable {
    /// From what they were worth at the end of the day before; what comes and goes in kind counts
    /// at market value, fees and taxes of trades stand for themselves.
    case market
    /// From what they cost, as the journal has it.
    case cost
  }

  /// The books of the period.
  public let booked: BookedLedger
  /// The first day; nil from the beginning.
  public let from: Day?
  /// The last day; nil for a ledger without any.
  public let to: Day?
  /// Instruments by symbol and account, then cash accounts; without those that nothing happened to.
  public private(set) var lines: [Line]
  /// What the owner put in less what was taken out, in base; nil where a rate is not known.
  public private(set) var contributions: ExactDecimal?
  /// Instruments that were held when the period began, and whose value then is not known.
  public private(set) var unknownAtStart: Set<InstrumentIndex> = []
  /// Instruments that are held at its end, and whose value then is not known.
  public private(set) var unknownAtEnd: Set<InstrumentIndex> = []

  /// The currencies that were converted to base at the rates of the day before the period.
  public private(set) var currenciesAtStart: Set<CurrencyIndex> = []
  /// The currencies that were converted to base at the rates of the last day.
  public private(set) var currenciesAtEnd: Set<CurrencyIndex> = []

  /// Books a ledger for a period.
  /// - Parameters:
  ///   - options: how to book; `asOf` is the last day.
  ///   - from: the first day; the beginning where it is nil.
  ///   - tradesCount: whether an instrument without a price is worth what it was last traded at.
  /// - Throws: every fault that booking finds.
  public init(
    of ledger: Ledger, _ options: BookingOptions, from: Day?, _ basis: Basis = .market,
    tradesCount: Bool = false
  ) throws(LedgerFaults) {
    var options = options
    if basis == .market { options.feeTreatment = .expense }
    let prices = PriceBook(ledger, tradesCount: tradesCount)
    let market = MarketPrices(ledger, prices)
    var period = BookingPeriod(from: from)
    if basis == .market { period.marketValue = { market.value(of: $1, $0, on: $2) } }
    booked = try BookedLedger(booking: ledger, options, period: period)
    self.from = from
    to = booked.options.asOf
    contributions = .zero
    lines = []
    var sums = PeriodSums()
    sums.add(booked.period ?? PeriodBook())
    if let to {
      sums.addEnd(of: booked, DayValues(ledger, base: booked.baseCurrency, market, on: to))
    }
    sums.settle()
    take(sums, ledger.tables)
    guard let before = from?.adding(days: -1) else { return }
    currenciesAtStart = Self.currencies(of: booked.period?.openings ?? [], ledger.tables) {
      prices.quote($0, on: before)?.currency
    }
  }

  private static func currencies(
    of openings: [PeriodOpening], _ tables: LedgerTables,
    _ ofPrice: (InstrumentIndex) -> CurrencyIndex?
  ) -> Set<CurrencyIndex> {
    Set(
      openings.compactMap { opening in
        switch opening.place {
        case .cash(let account): tables.cashAccounts[Int(account)].currency
        case .units(let instrument, _): ofPrice(instrument)
        }
      })
  }

  private mutating func take(_ sums: PeriodSums, _ tables: LedgerTables) {
    contributions = sums.contributions
    currenciesAtEnd = sums.currenciesAtEnd
    unknownAtStart = sums.unknownAtStart
    unknownAtEnd = sums.unknownAtEnd
    lines = sums.figures.sorted { $0.key.sortKey(tables) < $1.key.sortKey(tables) }
      .map { Line(place: $0.key, figures: $0.value) }
  }
}

extension PeriodPlace {
  /// The place of a row: instruments by symbol and account, then cash accounts as in the ledger.
  fileprivate func sortKey(_ tables: LedgerTables) -> (Int, String, String, UInt32) {
    switch self {
    case .units(let instrument, let account):
      (0, tables.symbol(instrument), tables.securitiesAccount(account), instrument.rawValue)
    case .cash(let account): (1, "", "", account.rawValue)
    }
  }
}

/// Values of units at the prices of a ledger.
struct MarketPrices: Sendable {
  private let factors: [ExactDecimal?]
  private let prices: PriceBook

  init(_ ledger: Ledger, _ prices: PriceBook) {
    factors = ledger.tables.instruments.map { try? $0.valueFactor() }
    self.prices = prices
  }

  func value(
    of quantity: ExactDecimal, _ instrument: InstrumentIndex, on day: Day
  ) -> MarketValue? {
    guard let factor = factors[Int(instrument)], let quote = prices.quote(instrument, on: day),
      let amount = try? quote.value(of: quantity, factor: factor)
    else { return nil }
    return MarketValue(amount: amount, currency: quote.currency)
  }
}
