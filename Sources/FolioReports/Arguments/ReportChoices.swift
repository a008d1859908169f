/// The values of `ReportArgument`s. Nil means the setting of the ledger or the default.
package struct ReportChoices: Sendable, Equatable {
  package var asOf: DayChoice?
  package var from: DayChoice?
  package var to: DayChoice?
  package var taxYear: TaxYearChoice?
  /// The booking options, except for the days, which depend on `today`.
  package var booking = BookingOptions()
  /// The report request, except for the parts that need the ledger.
  package var request = ReportRequest()
  /// The symbol of the benchmark for returns.
  package var benchmark: String?
  /// The selected symbols; all symbols if empty.
  package var symbols: [String] = []
  /// The ids of the selected accounts; all accounts if empty.
  package var accounts: [String] = []
  /// The id of the only cash account of a register; all if nil.
  package var cashAccount: String?
  /// The condition that the rows of a report have to meet; nil for all rows.
  package var condition: String?
  /// The trade that is supposed.
  package var supposed = Supposed()

  package init() {}

  /// The values of `ReportArgument.supposed`.
  package struct Supposed: Sendable, Equatable {
    package var sell: String?
    package var buy: String?
    package var harvest = false
    package var quantity: ExactDecimal?
    package var on: DayChoice?
    /// Its prices and accounts.
    package var trade = SupposedTrade(.sell, "", quantity: .zero)
    package var goal: SaleGoal.Name?
    package var taxRate: ExactDecimal?
    package var shortRate: ExactDecimal?
    package var longRate: ExactDecimal?
    package var rows: WhatIfRows?

    /// The rate of all gains, or the rates by term if both are given.
    package var rates: TaxRates? { TaxRates(all: taxRate, short: shortRate, long: longRate) }
  }
}

extension ReportChoices {
  /// The request; without tables it has no benchmark.
  package func request(
    under regime: TaxRegime?, _ tables: LedgerTables?, _ day: (DayChoice?) -> Day?
  ) -> ReportRequest {
    var request = request
    request.asOf = day(asOf)
    (request.selection.from, request.selection.to) =
      taxYear?.year.period(under: regime) ?? (day(from), day(to))
    request.selection.symbols = Set(symbols)
    request.selection.accounts = Set(accounts + [cashAccount].compactMap { $0 })
    if let benchmark, let tables {
      let instrument = tables.instruments.firstIndex { tables.text($0.symbol) == benchmark }
      request.returns.benchmark = instrument.map { InstrumentIndex($0) }
    }
    return request
  }
}

extension ReportChoices {
  /// The names in the choices, those of one argument after the other, with the names that a ledger
  /// has. A symbol may be that of a currency if gains on cash count.
  package func names(
    in tables: LedgerTables, withCurrencies: Bool
  ) -> [(argument: String, kind: String, given: [String], known: [String])] {
    let symbols = tables.instruments.map { tables.text($0.symbol) }
    let currencies = withCurrencies ? tables.currencies.all.map(\.code) : []
    let cash = tables.cashAccounts.map { tables.text($0.id) }
    let securities = tables.securitiesAccounts.all.map { tables.text($0) }.filter { !$0.isEmpty }
    func given(_ name: String?) -> [String] { name.map { [$0] } ?? [] }
    return [
      ("symbol", "symbol", self.symbols, symbols + currencies),
      ("sell", "symbol", given(supposed.sell), symbols),
      ("buy", "symbol", given(supposed.buy), symbols),
      ("cash", "cash account", given(cashAccount ?? supposed.trade.cashAccount), cash),
      ("account", "account", accounts, cash + securities),
      ("benchmark", "symbol", given(benchmark), symbols),
    ]
  }
}

// Choices that contradict each other. `named` writes the name of an argument as it is given.
extension ReportChoices {
  package func faultOfPeriod(_ named: (String) -> String) -> String? {
    guard taxYear != nil, from != nil || to != nil else { return nil }
    let names = "\(named("tax-year")) and \(named(from != nil ? "from" : "to"))"
    return "\(names) both set the period. Leave one of them out."
  }

  package func faultOfRates(_ named: (String) -> String) -> String? {
    let (all, short, long) = (named("tax-rate"), named("rate-short"), named("rate-long"))
    if (supposed.shortRate == nil) != (supposed.longRate == nil) {
      return "\(short) and \(long) belong together. Give both."
    }
    if supposed.taxRate != nil, supposed.shortRate != nil {
      return "\(all) is the rate of all gains. Leave it or the rates by term out."
    }
    if supposed.goal != .leastTax || supposed.rates != nil { return nil }
    return "\(named("goal")) least-tax needs \(all), such as 0.2, or \(short) and \(long)."
  }
}
