/// The profit and loss of a period by place: the units of an instrument in a securities account, or
/// a cash account.
///
/// Units held before the period count from their value at the end of the day before it
/// (Specs/decisions/profit-of-a-period.md). Rows and totals are sums of exact amounts in the base
/// currency. End value less start value less net contributions equals the sum of the components
/// exactly.
public struct ProfitAndLoss: Sendable {
  /// The figures of one place.
  public struct Line: Sendable {
    /// The place.
    public var place: PeriodPlace
    /// The figures.
    public var figures = ProfitFigures()
  }

  /// The basis of gains on units that were held before the period.
  public enum Basis: Sendable {
    /// Their value at the end of the day before. Transfers in kind count at market value. Fees and
    /// taxes of trades are separate expenses.
    case market
    /// Their cost in the journal.
    case cost
  }

  /// The books of the period.
  public let booked: BookedLedger
  /// The first day, or `nil` for the beginning of the ledger.
  public let from: Day?
  /// The last day, or `nil` for a ledger without a day.
  public let to: Day?
  /// Instruments by symbol and account, then cash accounts. Places without any activity are
  /// missing.
  public let lines: [Line]
  /// The owner's deposits less withdrawals in the base currency, or `nil` if a rate is unknown.
  public let contributions: ExactDecimal?
  /// The instruments held at the start whose value then is unknown.
  package let unknownAtStart: Set<InstrumentIndex>
  /// The instruments held at the end whose value then is unknown.
  package let unknownAtEnd: Set<InstrumentIndex>
  /// Whether the price of the last trade is used for an instrument without a quoted price.
  package let tradesCount: Bool
  /// The currencies converted at the rates of the day before the period.
  package let currenciesAtStart: Set<CurrencyIndex>
  /// The currencies converted at the rates of the last day.
  package let currenciesAtEnd: Set<CurrencyIndex>
  /// On the basis `market`, the same period on the basis `cost`; one or none.
  private let fromCost: [ProfitAndLoss]

  /// Books a ledger for a period.
  /// - Parameters:
  ///   - options: The booking options. `asOf` is the last day.
  ///   - from: The first day, or `nil` for the beginning of the ledger.
  ///   - tradesCount: Whether the price of the last trade is used for an instrument without a
  ///     quoted price.
  ///   - comparesWholeHistory: Whether gains from market value are compared with those from cost
  ///     even if `from` is `nil`.
  /// - Throws: The faults of booking.
  public init(
    of ledger: Ledger, _ options: BookingOptions, from: Day?, _ basis: Basis = .market,
    tradesCount: Bool = false, comparesWholeHistory: Bool = false
  ) throws(LedgerFaults) {
    let prices = PriceBook(ledger, tradesCount: tradesCount)
    var period = BookingPeriod(from: from, basis, prices)
    period.comparesWholeHistory = comparesWholeHistory
    let booked = try BookedLedger(booking: ledger, options, period: period)
    self.init(booked, from: from, prices, tradesCount: tradesCount)
  }

  /// Creates the figures from a ledger that was booked for the period. A period that begins after
  /// the last day of the ledger ends on its first day.
  package init(
    _ booked: BookedLedger, from: Day?, _ prices: PriceBook, tradesCount: Bool = false
  ) {
    let booked = booked.lasting(until: from)
    self.booked = booked
    self.from = from
    fromCost = booked.booksFromCost.map {
      ProfitAndLoss($0, from: from, prices, tradesCount: tradesCount)
    }
    self.tradesCount = tradesCount
    to = booked.options.asOf
    var sums = PeriodSums()
    sums.add(booked.period ?? PeriodBook())
    if let to { sums.addEnd(of: booked, DayValues(booked, prices, on: to)) }
    sums.settle()
    let tables = booked.ledger.tables
    lines = sums.figures.sorted { $0.key.sortKey(tables) < $1.key.sortKey(tables) }
      .map { Line(place: $0.key, figures: $0.value) }
    contributions = sums.contributions
    (unknownAtStart, unknownAtEnd) = (sums.unknownAtStart, sums.unknownAtEnd)
    currenciesAtEnd = sums.currenciesAtEnd
    let before = from?.adding(days: -1)
    let used = (booked.period?.openings ?? []).compactMap { opening -> CurrencyIndex? in
      switch opening.place {
      case .cash(let account): tables.cashAccounts[Int(account)].currency
      case .units(let instrument, _): before.flatMap { prices.quote(instrument, on: $0)?.currency }
      }
    }
    currenciesAtStart = before == nil ? [] : Set(used)
  }
}

extension BookingPeriod {
  /// A period from a day, or from the beginning of the ledger.
  package init(from: Day?, _ basis: ProfitAndLoss.Basis, _ prices: PriceBook) {
    switch basis {
    case .market: self.init(from: from) { prices.value(of: $1, $0, on: $2, splits: $3) }
    case .cost: self.init(from: from)
    }
  }
}

extension ProfitAndLoss {
  /// The sum of all lines.
  package var total: ProfitFigures { ProfitFigures(sumOf: lines) }

  /// How the gains of some places from cost lead to those from the start of the period; nil on the
  /// basis `cost`.
  package func gainBridge(of isIncluded: (PeriodPlace) -> Bool) -> GainBridge? {
    guard let cost = fromCost.first else { return nil }
    func sum(_ lines: [Line]) -> ProfitFigures {
      ProfitFigures(sumOf: lines.filter { isIncluded($0.place) })
    }
    return GainBridge(fromCost: sum(cost.lines), inPeriod: sum(lines))
  }
}

extension ProfitFigures {
  /// Creates the sum of some lines.
  package init(sumOf lines: some Sequence<ProfitAndLoss.Line>) {
    self.init()
    for line in lines { add(line.figures) }
  }
}

extension PeriodPlace {
  /// The sort key of a row: instruments by symbol and account, then cash accounts as in the ledger.
  fileprivate func sortKey(_ tables: LedgerTables) -> (Int, String, String, UInt32) {
    switch self {
    case .units(let instrument, let account):
      (0, tables.symbol(instrument), tables.securitiesAccount(account), instrument.rawValue)
    case .cash(let account): (1, "", "", account.rawValue)
    }
  }
}
