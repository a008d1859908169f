import FolioModel
import FolioNumbers

/// What the currencies of a group are worth in base: by the rate of a stock leg in the currency,
/// by what the group exchanges against base, by what it exchanges against another foreign currency,
/// by the rate book.
struct GroupWorth {
  /// The two sides of an exchange inside of the group, or nothing.
  let exchange: [GroupBalance.Residual]
  private let record: GroupRecord
  private let rows: LedgerRows
  private let base: CurrencyIndex?

  init(
    _ record: GroupRecord, _ balance: GroupBalance, _ rows: LedgerRows, _ base: CurrencyIndex?
  ) {
    self.record = record
    self.rows = rows
    self.base = base
    exchange = balance.exchange
  }

  /// The rate of a currency to base; nil where none is known.
  func rate(
    of currency: CurrencyIndex, on day: Day, _ rates: inout RateFinder
  ) -> ExchangeRate? {
    if stockLeg(in: currency) == nil {
      if let rate = rates.rateOfExchange(currency) { return rate }
      if let rate = crossRate(currency, &rates) { return rate }
    }
    return rateWithoutExchange(currency, on: day, &rates)
  }

  private func stockLeg(in currency: CurrencyIndex) -> StockLeg? {
    rows.stockLegs[record.stockLegs].first { $0.currency == currency }
  }

  /// Of an exchange between two foreign currencies, both sides are worth what came in.
  private func crossRate(
    _ currency: CurrencyIndex, _ rates: inout RateFinder
  ) -> ExchangeRate? {
    guard exchange.count == 2, exchange.allSatisfy({ $0.currency != base }),
      let incoming = exchange.first(where: { $0.amount.isPositive }),
      let outgoing = exchange.first(where: { $0.amount.isNegative }),
      outgoing.currency == currency,
      let rate = rateWithoutExchange(incoming.currency, on: record.tradeDay(rows), &rates)
    else { return nil }
    let quotient = ExchangeRate(
      multiplier: incoming.amount, divisor: outgoing.amount.magnitude)
    return try? quotient.followed(by: rate)
  }

  private func rateWithoutExchange(
    _ currency: CurrencyIndex, on day: Day, _ rates: inout RateFinder
  ) -> ExchangeRate? {
    if let leg = stockLeg(in: currency) { return rates.rate(of: leg, on: leg.tradeDay) }
    return rates.rateToBase(currency, on: day, at: record.position)
  }
}
