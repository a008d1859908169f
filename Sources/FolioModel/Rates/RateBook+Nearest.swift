/// An exchange of two currencies: an amount of the first for an amount of the second.
package struct KnownExchange: Sendable {
  /// The amount of the first currency.
  package var first: ExactDecimal
  /// The amount of the second currency.
  package var second: ExactDecimal
  /// The day of the exchange; of a cross rate, that of its oldest rate.
  package var day: Day

  /// Creates an exchange.
  package init(_ first: ExactDecimal, for second: ExactDecimal, on day: Day) {
    (self.first, self.second, self.day) = (first, second, day)
  }
}

extension RateBook {
  /// The rate between two currencies that is nearest to a day, as an exchange; nil if there is none
  /// within some days. Other currencies are crossed only if the two have no rate of their own.
  package func exchange(
    _ first: CurrencyIndex, _ second: CurrencyIndex, around day: Day, within limit: Int
  ) -> KnownExchange? {
    guard neighbours.indices.contains(Int(first)), !neighbours[Int(first)].isEmpty else {
      return nil
    }
    guard let pair = neighbours[Int(first)].first(where: { $0.currency == second })?.pair else {
      return crossedExchange(first, second, on: day, within: limit)
        ?? day.adding(days: limit).flatMap {
          crossedExchange(first, second, on: $0, within: limit)
        }
    }
    let found = [pairs[pair].upward, pairs[pair].downward]
      .compactMap { series in series.row(nearest: day).map { rows[Int($0)] } }
    // Of two equally near rates, the earlier one counts, then that of the first currency.
    let order = { (row: RateRecord) in
      (abs(row.day.days(until: day)), row.day, row.from == first ? 0 : 1)
    }
    guard let nearest = found.min(by: { order($0) < order($1) }),
      abs(nearest.day.days(until: day)) <= limit
    else { return nil }
    return nearest.from == first
      ? KnownExchange(.one, for: nearest.rate, on: nearest.day)
      : KnownExchange(nearest.rate, for: .one, on: nearest.day)
  }

  /// The rate by way of other currencies; nil if one of its rates is older than some days.
  private func crossedExchange(
    _ first: CurrencyIndex, _ second: CurrencyIndex, on day: Day, within limit: Int
  ) -> KnownExchange? {
    guard let rate = rate(from: currencies[first], to: currencies[second], on: day),
      let oldest = rate.day, oldest.days(until: day) <= limit
    else { return nil }
    return KnownExchange(rate.divisor, for: rate.multiplier, on: oldest)
  }
}

extension RateBook.Series {
  /// The row whose day is nearest to a day; of two the earlier one.
  fileprivate func row(nearest day: Day) -> UInt32? {
    let after = days.partitioningIndex { $0 > day }
    guard after > 0 else { return rows.first }
    guard after < days.count else { return rows[after - 1] }
    let isLater = day.days(until: days[after]) < days[after - 1].days(until: day)
    return rows[isLater ? after : after - 1]
  }
}
