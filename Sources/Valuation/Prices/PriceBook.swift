import ExactNumbers
import LedgerModel

/// The closing prices of a ledger, asked for by instrument and day.
///
/// The last price on or before the day counts; of two for one instrument and day the later row. A
/// price is for units as they were at the close of its day: where a split came after it, the quote
/// says so, and values are right without a new price. The price of the day of a split is one
/// after it.
public struct PriceBook: Sendable {
  /// What changes what units of one instrument are worth, in order of days.
  struct Series: Sendable {
    var prices: [PricePoint] = []
    var splits: [Split] = []
    var trades: [PricePoint] = []
  }

  /// What a day's split makes of one unit.
  struct Split: Sendable, Equatable {
    var day: Day
    var ratio: Ratio
  }

  /// The price of a day.
  struct PricePoint: Sendable {
    var day: Day
    var currency: CurrencyIndex
    var price: ExactDecimal
  }

  /// By instrument.
  let series: [Series]

  /// The prices of a ledger.
  /// - Parameter tradesCount: whether an instrument without a price by a day is worth what it was
  ///   last traded at.
  public init(_ ledger: Ledger, tradesCount: Bool = false) {
    var series = Array(repeating: Series(), count: ledger.tables.instruments.count)
    for row in ledger.tables.prices where row.isSound {
      let point = PricePoint(day: row.day, currency: row.currency, price: row.price)
      series[Int(row.instrument)].prices.append(point)
    }
    Self.addLegs(of: ledger, tradesCount, to: &series)
    for index in series.indices {
      Self.sort(&series[index].prices)
      Self.sort(&series[index].trades)
      series[index].splits.sort { $0.day < $1.day }
    }
    self.series = series
  }

  /// The last price of an instrument on or before a day; nil where there is none, or where the
  /// splits since then multiply to more digits than an exact number has.
  public func quote(_ instrument: InstrumentIndex, on day: Day) -> Quote? {
    let series = series[Int(instrument)]
    let quoted = Self.last(series.prices, day)
    guard let point = quoted ?? Self.last(series.trades, day) else { return nil }
    var quote = Quote(price: point.price, day: point.day, currency: point.currency)
    quote.isOfTrade = quoted == nil
    for split in series.splits where split.day > point.day && split.day <= day {
      let before = quote.split ?? Ratio(new: .one, old: .one)
      guard let new = try? before.new.multiplied(by: split.ratio.new),
        let old = try? before.old.multiplied(by: split.ratio.old)
      else { return nil }
      quote.split = Ratio(new: new, old: old)
    }
    return quote
  }

  /// Whether an instrument is split on a day.
  func splits(_ instrument: InstrumentIndex, on day: Day) -> Bool {
    series[Int(instrument)].splits.contains { $0.day == day }
  }


  private static func addLegs(
    of ledger: Ledger, _ tradesCount: Bool, to series: inout [Series]
  ) {
    for position in ledger.rows.groups.indices {
      let group = ledger.rows.groups[Int(ledger.group(at: position))]
      guard group.counts else { continue }
      for index in group.stockLegs {
        let leg = ledger.rows.stockLegs[index]
        if leg.type == .split, let ratio = ledger.rows.detail(of: leg)?.ratio {
          add(Split(day: leg.tradeDay, ratio: ratio), to: &series[Int(leg.instrument)])
        } else if tradesCount, leg.type.isTrade, leg.currency != missingCurrency,
          let price = unitPrice(of: leg, ledger.tables)
        {
          let point = PricePoint(day: leg.tradeDay, currency: leg.currency, price: price)
          series[Int(leg.instrument)].trades.append(point)
        }
      }
    }
  }

  /// A split is told once for each account that holds the instrument, and is one split.
  private static func add(_ split: Split, to series: inout Series) {
    if series.splits.last != split { series.splits.append(split) }
  }

  /// The price of a trade, or what follows of its gross amount.
  private static func unitPrice(of leg: StockLeg, _ tables: LedgerTables) -> ExactDecimal? {
    if leg.given.contains(.price) { return leg.price }
    guard let factor = try? tables.instruments[Int(leg.instrument)].valueFactor(),
      let units = try? leg.quantity.multiplied(by: factor)
    else { return nil }
    return try? leg.gross.divided(by: units, places: ExchangeRate.places, rounding: .halfEven)
  }

  /// Puts points in order of days and keeps the last of each day.
  private static func sort(_ points: inout [PricePoint]) {
    let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.day <= $1.day }
    if !isSorted {
      points = points.enumerated().sorted {
        ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
      }.map(\.element)
    }
    var kept: [PricePoint] = []
    kept.reserveCapacity(points.count)
    for point in points {
      if kept.last?.day == point.day { kept.removeLast() }
      kept.append(point)
    }
    points = kept
  }

  private static func last(_ points: [PricePoint], _ day: Day) -> PricePoint? {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if points[middle].day <= day { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : points[low - 1]
  }
}

extension PriceRecord {
  /// Whether it can be used; the prices of a faulty ledger's sound part are not all sound.
  var isSound: Bool { instrument != missingIndex && currency != missingCurrency }
}
