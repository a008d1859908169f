import FolioBooking
import FolioModel
import FolioNumbers

extension Report {
  /// A rate of a day that amounts of a report were converted at, and how it was come by.
  public struct UsedRate: Sendable, Hashable {
    /// How a rate follows from the rows of the table of rates.
    public enum Kind: String, Sendable, CaseIterable {
      /// It stands there.
      case direct
      /// The one of the pair the other way round stands there.
      case inverse
      /// It goes over other currencies.
      case cross
    }

    /// The day that it was asked for.
    public var on: Day
    /// The rate, with the currencies gone through and the day of the oldest of its parts.
    public var rate: ExchangeRate

    /// How it was come by.
    public var kind: Kind {
      if rate.path.count > 2 { return .cross }
      return rate.divisor == .one ? .direct : .inverse
    }

    /// What one unit is worth, half-even at some places.
    func value(places: Int) -> ExactDecimal? {
      try? rate.multiplier.divided(by: rate.divisor, places: places, rounding: .halfEven)
        .normalized()
    }

    /// `1 EUR = 1.0389 USD (2024-12-31)`, and what it was made of if it is not a row.
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

  /// Says at which rates of a day amounts in some currencies were converted to base.
  mutating func tellRates(
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
}
