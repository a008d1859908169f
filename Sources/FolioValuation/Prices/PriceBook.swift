import FolioBooking
import FolioModel
import FolioNumbers

/// The closing prices of a ledger, asked for by instrument and day.
///
/// The last price on or before the day counts; of two for one instrument and day the later row. A
/// price is for units as they were at the close of its day: where a split came after it, the quote
/// says so, and values are right without a new price. The price of the day of a split is one
/// after it.
///
/// Prices outnumber everything else in a ledger: the book is an order of their rows, not a copy.
public struct PriceBook: Sendable {
  /// The rows of the ledger.
  let rows: [PriceRecord]
  /// The rows by instrument, then day, then place; those of an instrument from `starts` on.
  private let order: [UInt32]
  private let starts: [UInt32]
  /// Whether the rows stand in order of their days.
  let isInOrderOfDays: Bool
  /// What splits the units.
  let splits: SplitBook
  /// Prices of trades of what is not quoted on or before their day, in order of days.
  let trades: [PriceRecord]
  private let tradesOf: [InstrumentIndex: [PriceRecord]]

  /// The prices of a ledger.
  /// - Parameter tradesCount: whether an instrument without a price by a day is worth what it was
  ///   last traded at.
  public init(_ ledger: Ledger, tradesCount: Bool = false) {
    rows = ledger.tables.prices
    (order, starts, isInOrderOfDays) = Self.ordered(
      rows, instruments: ledger.tables.instruments.count)
    splits = SplitBook(ledger)
    guard tradesCount else {
      (trades, tradesOf) = ([], [:])
      return
    }
    var found = Self.trades(of: ledger)
    let (rows, order, starts) = (rows, order, starts)
    found.removeAll { trade in
      let first = Int(starts[Int(trade.instrument)])
      return first < Int(starts[Int(trade.instrument) + 1])
        && rows[Int(order[first])].day <= trade.day
    }
    trades = found
    tradesOf = Dictionary(grouping: found, by: \.instrument)
  }

  /// The last price of an instrument on or before a day; nil where there is none, or where the
  /// splits since then multiply to more digits than an exact number has.
  public func quote(_ instrument: InstrumentIndex, on day: Day) -> Quote? {
    if let quoted = quotedRow(instrument, on: day) {
      return quote(quoted, on: day, isOfTrade: false)
    }
    let traded = tradesOf[instrument] ?? []
    return traded[..<traded.partitioningIndex { $0.day > day }].last.flatMap {
      quote($0, on: day, isOfTrade: true)
    }
  }

  private func quote(_ row: PriceRecord, on day: Day, isOfTrade: Bool) -> Quote? {
    var quote = Quote(price: row.price, day: row.day, currency: row.currency)
    quote.isOfTrade = isOfTrade
    guard let ratio = splits.ratio(row.instrument, after: row.day, to: day) else { return nil }
    if ratio != Ratio(new: .one, old: .one) { quote.split = ratio }
    return quote
  }

  private func quotedRow(_ instrument: InstrumentIndex, on day: Day) -> PriceRecord? {
    let own = order[Int(starts[Int(instrument)])..<Int(starts[Int(instrument) + 1])]
    let end = own.partitioningIndex { rows[Int($0)].day > day }
    return own[..<end].last.map { rows[Int($0)] }
  }
}

extension PriceBook {
  /// The sound rows by instrument, counted into place, then by day where they are not yet.
  private static func ordered(
    _ rows: [PriceRecord], instruments: Int
  ) -> (order: [UInt32], starts: [UInt32], byDay: Bool) {
    var (starts, byDay) = counted(rows, instruments)
    for index in 0..<instruments { starts[index + 1] += starts[index] }
    var order = [UInt32](repeating: 0, count: Int(starts[instruments]))
    place(rows, from: starts, in: &order)
    for instrument in 0..<(byDay ? 0 : instruments) {
      let range = Int(starts[instrument])..<Int(starts[instrument + 1])
      let isOrdered = range.dropFirst().allSatisfy {
        rows[Int(order[$0 - 1])].day <= rows[Int(order[$0])].day
      }
      if isOrdered { continue }
      order[range].sort { (rows[Int($0)].day, $0) < (rows[Int($1)].day, $1) }
    }
    return (order, starts, byDay)
  }

  /// How many sound rows there are of each instrument, each a place later, and whether all rows
  /// stand in order of their days.
  private static func counted(
    _ rows: [PriceRecord], _ instruments: Int
  ) -> (counts: [UInt32], byDay: Bool) {
    var counts = [UInt32](repeating: 0, count: instruments + 1)
    var last = Day.first
    var byDay = true
    for row in rows {
      if row.isSound { counts[Int(row.instrument) + 1] += 1 }
      if row.day < last { byDay = false }
      last = row.day
    }
    return (counts, byDay)
  }

  private static func place(
    _ rows: [PriceRecord], from starts: [UInt32], in order: inout [UInt32]
  ) {
    var next = starts
    for (index, row) in rows.enumerated() where row.isSound {
      let instrument = Int(row.instrument)
      order[Int(next[instrument])] = UInt32(truncatingIfNeeded: index)
      next[instrument] += 1
    }
  }

  private static func trades(of ledger: Ledger) -> [PriceRecord] {
    var trades: [PriceRecord] = []
    ledger.forEachLeg { leg in
      guard leg.type.isTrade, leg.currency != missingCurrency,
        let price = unitPrice(of: leg, ledger.tables)
      else { return }
      trades.append(
        PriceRecord(
          instrument: leg.instrument, day: leg.tradeDay, currency: leg.currency, price: price))
    }
    return trades.enumerated().sorted {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }.map(\.element)
  }

  /// The price of a trade, or what follows of its gross amount.
  private static func unitPrice(of leg: StockLeg, _ tables: LedgerTables) -> ExactDecimal? {
    if leg.given.contains(.price) { return leg.price }
    guard let factor = try? tables.instruments[Int(leg.instrument)].valueFactor(),
      let units = try? leg.quantity.multiplied(by: factor)
    else { return nil }
    return try? leg.gross.divided(by: units, places: Precision.cost, rounding: .halfEven)
  }
}

extension PriceRecord {
  /// Whether it can be used; the prices of a faulty ledger's sound part are not all sound.
  var isSound: Bool { instrument != .missing && currency != missingCurrency }
}
