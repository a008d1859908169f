// What is held on a day, and when a loss is free of purchases around it.
extension SupposedLedger {
  /// The books at the end of a day, without later groups.
  func books(at day: Day) throws(LedgerFaults) -> BookedLedger {
    if (options.asOf ?? ledger.lastDay).map({ $0 <= day }) ?? true { return books }
    var options = options
    options.asOf = day
    return try BookedLedger(booking: ledger, options)
  }

  /// The securities account from which an instrument is sold, where lots belong to accounts: the
  /// only one that holds it; nil for none, and where lots are shared.
  func account(holding instrument: InstrumentIndex, on day: Day) throws -> String? {
    let books = try books(at: day)
    if books.options.lotScope != .account { return nil }
    let lots = books.lots.filter { $0.instrument == instrument && !$0.isShort }
    let names = Set(lots.map { tables.securitiesAccount($0.account) }).sorted()
    if names.count > 1 {
      throw WhatIfFault.severalAccounts(symbol: tables.symbol(instrument), names)
    }
    return names.first.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The open lots of an instrument among which a sale chooses.
  func lots(
    of instrument: InstrumentIndex, in account: String?, _ books: BookedLedger
  ) -> [Lot] {
    let isByAccount = books.options.lotScope == .account
    return books.lots.filter { lot in
      lot.instrument == instrument && !lot.isShort
        && (!isByAccount || tables.securitiesAccount(lot.account) == account ?? "")
    }
  }

  /// The lots that were received as a gift: their cost depends on the price of the sale.
  func gifts(among lots: [Lot], _ books: BookedLedger) -> [Lot] {
    lots.filter { books.fairValue(of: $0) != nil }
  }

  /// The method by which a sale of a day is booked.
  func method(
    of instrument: InstrumentIndex, on day: Day, in account: String?
  ) -> CostBasisMethod {
    if let method = books.options.method { return method }
    return ledger.method(of: instrument, on: day, in: account)
  }

  /// The first day after another on which a sale of some units at a loss defers nothing; nil if
  /// none was found.
  /// - Parameter units: the units that the sale names; nil if it names none.
  func freeDay(
    after day: Day, _ trade: SupposedTrade, _ units: [UnitsOfLot]?, _ instrument: InstrumentIndex
  ) throws -> Day? {
    let gross = trade.price == nil ? try value(of: trade, on: day) : nil
    for next in daysToTry(after: day, [instrument])[instrument, default: []] {
      var later = trade
      later.day = next
      let group = try withoutEnd.adding(later, gross: gross)
      guard let booked = try? group.booked(taking: units) else { return nil }
      let parts = try booked.parts(of: group.group)
      if parts.allSatisfy({ $0.disallowedBase.isZero }) { return next }
    }
    return nil
  }

  /// For each of some instruments, the days after another on which a sale may begin to defer
  /// nothing, in order. A purchase ends its effect only after a window, so that these are the days
  /// after the windows of the legs of the instrument.
  func daysToTry(
    after day: Day, _ instruments: Set<InstrumentIndex>
  ) -> [InstrumentIndex: [Day]] {
    var ends: [InstrumentIndex: Set<Day>] = [:]
    for leg in ledger.rows.stockLegs where instruments.contains(leg.instrument) {
      for moved in [leg.tradeDay, leg.settlementDay] {
        guard let end = regime?.window(around: moved)?.last,
          let next = Day(daysSince1970: end.daysSince1970 + 1), next > day
        else { continue }
        ends[leg.instrument, default: []].insert(next)
      }
    }
    return ends.mapValues { $0.sorted() }
  }

  /// The same ledger, for trades after the last day that counts.
  var withoutEnd: SupposedLedger {
    var ledger = self
    ledger.options.asOf = nil
    return ledger
  }

  /// Why a sale has no choice of lots: the rules, or average cost; nil if it has one.
  func reasonForNoChoice(
    _ instrument: InstrumentIndex, on day: Day, in account: String?
  ) -> String? {
    if let regime, regime.choosesLots { return regime.rules.rawValue }
    let own = method(of: instrument, on: day, in: account)
    return own == .average ? own.rawValue : nil
  }
}
