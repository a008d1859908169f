/// Books many supposed sales, each as if it were the only one.
///
/// All are read and checked together. Those that come after all groups of the ledger are appended
/// to its books. For any other the whole ledger is booked, up to a limit.
struct SeparateSales {
  /// A sale, and the units that it names.
  struct Sale {
    var trade: SupposedTrade
    var units: [UnitsOfLot]?
  }

  private let supposed: SupposedLedger
  private var appended: AppendedSales?
  /// The same for sales after the last day that counts.
  private var appendedLater: AppendedSales?
  /// How often the whole ledger was booked.
  private var count = 0

  init(_ supposed: SupposedLedger) {
    self.supposed = supposed
    appended = AppendedSales(supposed)
    appendedLater = supposed.options.asOf == nil ? appended : AppendedSales(supposed.withoutEnd)
  }

  /// The parts of each sale.
  /// - Throws: `WhatIfFault.tooManyLosses` if the whole ledger would have to be booked too often.
  mutating func parts(of sales: [Sale]) throws -> [[SaleChoice.Part]] {
    if sales.isEmpty { return [] }
    let groups = try supposed.adding(sales.map(\.trade), gross: sales.map { _ in nil })
    var found: [[SaleChoice.Part]?] = []
    for (sale, group) in zip(sales, groups) {
      found.append(try appended?.parts(of: group, taking: sale.units))
    }
    try count(bookings: found.count { $0 == nil }, of: sales.count)
    return try zip(sales, found).map { try $1 ?? book($0) }
  }

  /// Counts bookings of the whole ledger, which are many if no sale can be appended.
  private mutating func count(bookings: Int, of sales: Int) throws(WhatIfFault) {
    count += bookings
    if count * supposed.ledger.tables.groups.count > WhatIf.searchLimit {
      throw .tooManyLosses(sales)
    }
  }

  /// Books the whole ledger. If groups after the day are at fault then, they are left out.
  private func book(_ sale: Sale) throws -> [SaleChoice.Part] {
    let group = try supposed.adding(sale.trade)
    let booked: BookedLedger
    do {
      booked = try group.booked(taking: sale.units)
    } catch {
      booked = try group.booked(taking: sale.units, isAlone: true)
    }
    return try booked.parts(of: group.group)
  }

  /// For each sale at a loss, the first later day on which nothing is deferred; `nil` if none was
  /// found. In each round, all sales that have no such day yet are tried on their next day.
  mutating func freeDays(
    of sales: [(sale: Sale, instrument: InstrumentIndex)], after day: Day
  ) throws -> [Day?] {
    let later = supposed.withoutEnd
    let days = supposed.daysToTry(after: day, Set(sales.map(\.instrument)))
    let gross = try sales.map { try supposed.value(of: $0.sale.trade, on: day) }
    var found = sales.map { _ in Day?.none }
    var open = Array(sales.indices)
    var round = 0
    while !open.isEmpty {
      open.removeAll { round >= days[sales[$0].instrument, default: []].count }
      let tried = open.map { index in
        var sale = sales[index].sale
        sale.trade.day = days[sales[index].instrument, default: []][round]
        return sale
      }
      if tried.isEmpty { break }
      let groups = try later.adding(tried.map(\.trade), gross: open.map { gross[$0] })
      var rest: [Int] = []
      for (index, (sale, group)) in zip(open, zip(tried, groups)) {
        var parts = try appendedLater?.parts(of: group, taking: sale.units)
        if parts == nil {
          try count(bookings: 1, of: sales.count)
          let alone = try later.adding(sale.trade, gross: gross[index])
          guard let booked = try? alone.booked(taking: sale.units) else { continue }
          parts = try booked.parts(of: alone.group)
        }
        if parts?.allSatisfy({ $0.disallowedBase.isZero }) == true {
          found[index] = sale.trade.day
        } else {
          rest.append(index)
        }
      }
      (open, round) = (rest, round + 1)
    }
    return found
  }
}
