extension Report {
  /// An exchange rate that a report used to convert amounts, and its derivation.
  public struct UsedRate: Sendable, Hashable {
    /// The derivation of a rate from the rows of the exchange rate table.
    /// New minor versions may add cases.
    public enum Kind: String, Sendable, CaseIterable {
      /// The table has the rate.
      case direct
      /// The table has the rate of the inverse currency pair.
      case inverse
      /// The rate is computed through other currencies.
      case cross
    }

    /// The day for which the rate was requested.
    public var on: Day
    /// The rate, with the currencies on its path and the day of its oldest component.
    public var rate: ExchangeRate

    /// The derivation of the rate.
    public var kind: Kind {
      if rate.path.count > 2 { return .cross }
      return rate.divisor == .one ? .direct : .inverse
    }

    /// Returns the value of one unit, rounded half-even.
    func value(places: Int) -> ExactDecimal? {
      try? rate.multiplier.divided(by: rate.divisor, places: places)
        .normalized()
    }

    /// `1 EUR = 1.0389 USD (2024-12-31)`, with the source of the rate if it is not a row of the
    /// table.
    var words: String {
      guard let from = rate.path.first, let to = rate.path.last, let value = value(places: 8) else {
        return ""
      }
      let day = rate.day.map { "\($0)" } ?? "-"
      let way =
        switch kind {
        case .direct: ""
        case .inverse: ", from 1 \(to) = \(rate.divisor.normalized()) \(from)"
        case .cross:
          ", by way of "
            + rate.path.dropFirst().dropLast().map(\.code).joined(separator: " and ")
        }
      return "1 \(from) = \(value) \(to) (\(day)\(way))"
    }
  }

  /// Adds the rates of a day that convert amounts in some currencies to the base currency.
  mutating func addRates(
    of currencies: some Sequence<CurrencyIndex>, on day: Day?, _ ledger: Ledger
  ) {
    guard let day, let base = baseCurrency else { return }
    let used = Set(currencies).compactMap { ledger.tables.currency($0) }.filter { $0 != base }
    let found = used.sorted().compactMap { currency in
      ledger.rateBook.rate(from: currency, to: base, on: day).map { UsedRate(on: day, rate: $0) }
    }
    if found.isEmpty { return }
    rates += found
    notes.append("Rates on \(day): \(found.map(\.words).joined(separator: "; ")).")
  }

  /// Adds the rates at the start and end of a period.
  mutating func addRates(of result: ProfitAndLoss) {
    let ledger = result.booked.ledger
    addRates(of: result.currenciesAtStart, on: result.from?.adding(days: -1), ledger)
    addRates(of: result.currenciesAtEnd, on: result.to, ledger)
  }
}
