// The worth of the currencies of a group in base: by the rate of a stock leg in the currency, by an
// exchange against base, by an exchange against another foreign currency, by the rate book.
extension CurrencyBooker {
  /// The worth of an amount in base; nil if no rate is known.
  mutating func worth(
    of amount: ExactDecimal, _ currency: CurrencyIndex
  ) throws(ArithmeticFault) -> ExactDecimal? {
    try rate(of: currency)?.convert(amount)
  }

  private mutating func rate(of currency: CurrencyIndex) -> ExchangeRate? {
    if stockLeg(in: currency) == nil, let base {
      if let rate = rates.rateOfExchange(currency, to: base) { return rate }
      if let rate = crossRate(currency) { return rate }
    }
    return rateWithoutExchange(currency)
  }

  private func stockLeg(in currency: CurrencyIndex) -> StockLeg? {
    rows.stockLegs[record.stockLegs].first { $0.currency == currency }
  }

  /// Both sides of an exchange between two foreign currencies have the value of the money received.
  private mutating func crossRate(_ currency: CurrencyIndex) -> ExchangeRate? {
    guard let incoming = exchange.first(where: { $0.amount.isPositive }),
      let rate = rates.rateOfExchange(currency, to: incoming.currency),
      currency != incoming.currency,
      let worth = rateWithoutExchange(incoming.currency)
    else { return nil }
    return try? rate.followed(by: worth)
  }

  private mutating func rateWithoutExchange(_ currency: CurrencyIndex) -> ExchangeRate? {
    if let leg = stockLeg(in: currency) { return rates.rate(of: leg, on: leg.tradeDay) }
    return rates.rateToBase(currency, on: tradeDay, at: record.position)
  }
}
