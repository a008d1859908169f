/// The closing prices of a ledger, by instrument and day.
///
/// The last price on or before the day is used; of several on one day, the last row. A price is for
/// the units at the close of its day. If a split came later, the quote contains its ratio, so
/// values are correct without a new price. A price on the day of a split is for the units after it.
///
/// A ledger has more prices than other rows. The book therefore stores their order and not a copy.
public struct PriceBook: Sendable {
  /// The rows of the ledger, without those that it shares with others.
  private let ownRows: [PriceRecord]
  /// The prices that the ledger shares with others, by instrument.
  private let shared: [InstrumentIndex: SharedPrices]
  /// The indices of the rows by instrument, then day, then position. Those of an instrument begin
  /// at `starts`.
  private let order: [UInt32]
  private let starts: [UInt32]
  /// Whether `rows` are in order of their days.
  let isInOrderOfDays: Bool
  /// The splits.
  let splits: SplitBook
  /// The prices of trades before the first quoted price of their instrument, by day.
  let trades: [PriceRecord]
  private let tradesOf: [InstrumentIndex: [PriceRecord]]
  private let factors: [ExactDecimal?]

  /// Creates the book of a ledger.
  /// - Parameter tradesCount: Whether the price of the last trade is used for an instrument without
  ///   a quoted price.
  public init(_ ledger: Ledger, tradesCount: Bool = false) {
    let rows = ledger.tables.prices
    var sorted = rows.countingSorted(buckets: ledger.tables.instruments.count) {
      $0.isSound ? Int($0.instrument) : nil
    }
    let ranges = zip(sorted.starts, sorted.starts.dropFirst()).map { Int($0)..<Int($1) }
    for own in sorted.isInOrderOfDays ? [] : ranges {
      let days = sorted.order[own].lazy.map { rows[Int($0)].day }
      if zip(days, days.dropFirst()).allSatisfy(<=) { continue }
      sorted.order[own].sort { (rows[Int($0)].day, $0) < (rows[Int($1)].day, $1) }
    }
    (ownRows, order, starts) = (rows, sorted.order, sorted.starts)
    let shared = Dictionary(
      ledger.tables.sharedPrices.lazy.filter(\.isSound).map { ($0.instrument, $0) },
      uniquingKeysWith: { first, _ in first })
    self.shared = shared
    isInOrderOfDays = sorted.isInOrderOfDays && shared.isEmpty
    splits = SplitBook(ledger)
    trades =
      tradesCount
      ? Self.trades(of: ledger).filter { trade in
        let own = sorted.order[ranges[Int(trade.instrument)]].first.map { rows[Int($0)].day }
        let first = own ?? shared[trade.instrument]?.firstDay
        return first.map { trade.day < $0 } ?? true
      } : []
    tradesOf = Dictionary(grouping: trades, by: \.instrument)
    factors = ledger.tables.instruments.map { try? $0.valueFactor() }
  }

  /// All rows: those of the ledger, and copies of those that it shares with others.
  var rows: [PriceRecord] {
    if shared.isEmpty { return ownRows }
    return ownRows + shared.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// Returns the last price of an instrument on or before a day. `nil` if there is none, or if the
  /// product of later splits exceeds the precision of `ExactDecimal`.
  public func quote(_ instrument: InstrumentIndex, on day: Day) -> Quote? {
    quote(instrument, on: day, splits: nil)
  }

  private func quote(
    _ instrument: InstrumentIndex, on day: Day, splits: SplitBook?
  ) -> Quote? {
    let own = order[Int(starts[Int(instrument)])..<Int(starts[Int(instrument) + 1])]
    if let index = own[..<own.partitioningIndex { ownRows[Int($0)].day > day }].last {
      return quote(ownRows[Int(index)], on: day, splits, isOfTrade: false)
    }
    if let row = shared[instrument]?.last(until: day) {
      return quote(row, on: day, splits, isOfTrade: false)
    }
    let traded = tradesOf[instrument] ?? []
    return traded[..<traded.partitioningIndex { $0.day > day }].last.flatMap {
      quote($0, on: day, splits, isOfTrade: true)
    }
  }

  /// Returns the value of units on a day, or `nil` if it is unknown.
  /// - Parameter splits: The splits that count instead of those of the ledger.
  package func value(
    of quantity: ExactDecimal, _ instrument: InstrumentIndex, on day: Day,
    splits: SplitBook? = nil
  ) -> MarketValue? {
    guard let factor = factors[Int(instrument)],
      let quote = quote(instrument, on: day, splits: splits),
      let amount = try? quote.value(of: quantity, factor: factor)
    else { return nil }
    return MarketValue(amount: amount, currency: quote.currency)
  }

  private func quote(
    _ row: PriceRecord, on day: Day, _ given: SplitBook?, isOfTrade: Bool
  ) -> Quote? {
    let splits = given ?? splits
    guard let ratio = splits.ratio(row.instrument, after: row.day, to: day) else { return nil }
    let split = ratio == Ratio(new: .one, old: .one) ? nil : ratio
    return Quote(
      price: row.price, day: row.day, currency: row.currency, split: split, isOfTrade: isOfTrade)
  }

  private static func trades(of ledger: Ledger) -> [PriceRecord] {
    var trades: [PriceRecord] = []
    ledger.forEachGroup { group in
      let legs = ledger.tables.stockLegs[group.stockLegs]
      // The price at which an option is exercised is none of the market.
      if legs.contains(where: \.type.givesPremium) { return }
      for leg in legs where leg.type.isTrade && leg.currency != missingCurrency {
        guard let price = unitPrice(of: leg, ledger.tables) else { continue }
        trades.append(
          PriceRecord(
            instrument: leg.instrument, day: leg.tradeDay, currency: leg.currency, price: price))
      }
    }
    return trades.stablySorted(by: \.day)
  }

  /// Returns the price of a trade, or the quotient of its gross amount and units.
  private static func unitPrice(of leg: StockLeg, _ tables: LedgerTables) -> ExactDecimal? {
    if leg.given.contains(.price) { return leg.price }
    guard let factor = try? tables.instruments[Int(leg.instrument)].valueFactor(),
      let units = try? leg.quantity.multiplied(by: factor)
    else { return nil }
    return try? leg.gross.divided(by: units, places: Precision.costPlaces)
  }
}

extension PriceRecord {
  /// Whether the price can be used. A ledger with faults may contain rows that cannot.
  var isSound: Bool { instrument != .missing && currency != missingCurrency }
}

extension SharedPrices {
  /// Whether the prices can be used.
  fileprivate var isSound: Bool { instrument != .missing && currency != missingCurrency }
}

extension [PriceRecord] {
  /// Sorts the indices of the rows by bucket, in linear time. Rows without a bucket are left out.
  /// - Returns: The indices, the start of each bucket followed by the end of the last, and whether
  ///   the rows are in order of their days.
  @inline(__always)
  func countingSorted(
    buckets: Int, _ bucket: (PriceRecord) -> Int?
  ) -> (order: [UInt32], starts: [UInt32], isInOrderOfDays: Bool) {
    var starts = [UInt32](repeating: 0, count: buckets + 1)
    var (last, isInOrderOfDays) = (Day.first, true)
    for index in indices {
      if let bucket = bucket(self[index]) { starts[bucket + 1] += 1 }
      if self[index].day < last { isInOrderOfDays = false }
      last = self[index].day
    }
    for bucket in 0..<buckets { starts[bucket + 1] += starts[bucket] }
    var next = starts
    var order = [UInt32](repeating: 0, count: Int(starts[buckets]))
    for index in indices {
      guard let bucket = bucket(self[index]) else { continue }
      order[Int(next[bucket])] = UInt32(truncatingIfNeeded: index)
      next[bucket] += 1
    }
    return (order, starts, isInOrderOfDays)
  }
}
