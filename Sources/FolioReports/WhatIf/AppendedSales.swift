/// Books supposed sales onto the books of a ledger, each as if it were the only one.
///
/// The ledger is booked once, by live books. A sale that comes after all its groups is then
/// appended to a copy of these, which shares nearly all of its memory with them.
struct AppendedSales: Sendable {
  private var books: LiveBooks
  private let ledger: Ledger
  private let options: BookingOptions

  /// Books the ledger; `nil` if only booking it as a whole tells what its books are.
  init?(_ supposed: SupposedLedger) {
    let ledger = supposed.ledger
    (self.ledger, options) = (ledger, supposed.options)
    let end = supposed.options.asOf
    let numbers = ledger.rows.groups.indices.map { ledger.group(at: $0) }.filter { number in
      let record = ledger.rows.groups[Int(number)]
      // A group after the last day does not count.
      let isLater = end.map { record.occurredAt.day > $0 && ledger.tradeDay(of: record) > $0 }
      return record.counts && isLater != true
    }
    var batch = ledger.batch(numbers)
    batch.numbers = numbers
    guard var books = try? LiveBooks(ledger.batch([]), supposed.options, of: ledger),
      books.goOn(batch, lastDay: ledger.lastDay), books.addUp()
    else { return nil }
    books.prepareTrials()
    self.books = books
  }

  /// Whether rules that look ahead may match the sale with an acquisition, or an earlier sale in
  /// another way: if its units moved within their window before it, or their symbol ever changed.
  private func mayChangeEarlier(_ sale: SupposedGroup) -> Bool {
    guard let regime = options.regime(of: sale.ledger), regime.choosesLots,
      let window = regime.window
    else { return false }
    let sold = sale.ledger.rows.stockLegs[sale.leg].instrument
    let first = sale.day.daysSince1970 - window.after - Self.longestSettlement
    return ledger.rows.stockLegs.contains { leg in
      let new = ledger.rows.detail(of: leg)?.newInstrument
      guard leg.instrument == sold || new == sold else { return false }
      return leg.type == .symbolChange
        || max(leg.tradeDay, leg.settlementDay).daysSince1970 >= first
    }
  }

  /// More days than a trade takes to settle.
  private static let longestSettlement: Int32 = 31

  /// The parts of a sale.
  /// - Parameters:
  ///   - sale: the sale in a ledger with the groups of these books. Other supposed groups of that
  ///     ledger do not count.
  ///   - units: the units that the sale takes; `nil` for those that the method takes.
  /// - Returns: `nil` if the sale does not come after all groups, has faults, or affects groups
  ///   before it, so that the whole ledger has to be booked.
  func parts(
    of sale: SupposedGroup, taking units: [UnitsOfLot]?
  ) throws -> [SaleChoice.Part]? {
    let place = OrderKey(sale.ledger.rows.groups[Int(sale.group)].occurredAt, sale.group)
    if let last = books.last, place < last { return nil }
    if mayChangeEarlier(sale) { return nil }
    var batch = sale.ledger.batch([sale.group])
    if let units {
      let chosen = units.map { (group: $0.group, acquired: $0.acquired, quantity: $0.quantity) }
      batch = batch.choosing(chosen, inLeg: 0, of: sale.ledger)
    }
    return try books.trying(batch, [sale.group])?.gains(sale.ledger)
      .parts(of: sale.group, from: books.gains.count)
  }
}
