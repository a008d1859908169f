/// A ledger to which trades are added on trial. Each is read, checked and booked as the ledger
/// itself, so that no rule is written here again.
struct SupposedLedger: Sendable {
  private let reader: LedgerReader
  var options: BookingOptions
  let regime: TaxRegime?
  /// The ledger without the trade, and its books.
  let ledger: Ledger
  let books: BookedLedger
  private let prices: PriceBook
  private let instruments: [String: InstrumentIndex]

  init(_ reader: LedgerReader, _ options: BookingOptions) throws(LedgerFaults) {
    var options = options
    (options.keepsPostings, options.keepsIncome, options.keepsDisposals) = (false, false, true)
    self.reader = reader
    self.options = options
    ledger = try LedgerCheck(of: reader.finish()).ledger()
    books = try BookedLedger(booking: ledger, options)
    regime = books.regime
    prices = PriceBook(ledger)
    let tables = ledger.tables
    instruments = Dictionary(
      tables.instruments.enumerated().map { (tables.text($1.symbol), InstrumentIndex($0)) }
    ) { first, _ in first }
  }

  var tables: LedgerTables { ledger.tables }

  /// The day on which a trade is made by default.
  func day(of trade: SupposedTrade) throws(WhatIfFault) -> Day {
    let last = options.asOf ?? ledger.lastDay
    guard let day = trade.day ?? last else { throw .noDay }
    if let last = options.asOf, day > last { throw .afterEnd(day, last: last) }
    return day
  }

  func instrument(_ symbol: String) throws(WhatIfFault) -> InstrumentIndex {
    guard let found = instruments[symbol] else { throw .unknownSymbol(symbol) }
    return found
  }

  /// Throws if no group names a securities account. A misspelt name would be a new account.
  func checkAccount(_ name: String) throws(WhatIfFault) {
    let isKnown = tables.securitiesAccounts.all.contains { tables.text($0) == name }
    if !isKnown { throw .unknownAccount(name) }
  }

  /// The currency, or the hundredth of one, in which an instrument is quoted.
  func priceCurrency(of instrument: InstrumentIndex) -> Currency? {
    let row = tables.instruments[Int(instrument)]
    return (row.quoteUnit ?? row.currency).map { tables.currencies[$0] }
  }

  func quote(_ instrument: InstrumentIndex, on day: Day) -> Quote? {
    prices.quote(instrument, on: day)
  }

  // MARK: Adding a trade

  /// The ledger with a trade as its last group of the day.
  /// - Parameter given: the gross amount, if neither the price of the trade nor that of its day
  ///   counts.
  func adding(
    _ trade: SupposedTrade, gross given: Gross? = nil
  ) throws -> SupposedGroup {
    let group = try row(of: trade, gross: given, id: newID, accounts)
    return try adding([(group.row, try day(of: trade))])[0]
  }

  /// The ledger with several trades, which are read and checked together.
  func adding(_ trades: [SupposedTrade], gross: [Gross?]) throws -> [SupposedGroup] {
    let (id, accounts) = (newID, accounts)
    let known = Set(tables.groups.map { tables.text($0.id) })
    var number = 0
    return try adding(
      zip(trades, gross).map { trade, gross in
        repeat { number += 1 } while known.contains("\(id)-\(number)")
        let group = try row(of: trade, gross: gross, id: "\(id)-\(number)", accounts)
        return (group.row, try day(of: trade))
      })
  }

  private func adding(_ rows: [(row: [UInt8], day: Day)]) throws -> [SupposedGroup] {
    var reader = reader
    for (row, _) in rows { reader.read(row, name: "what-if") }
    let whole = try LedgerCheck(of: reader.finish()).ledger().withoutBalances()
    let first = whole.tables.groups.count - rows.count
    return rows.enumerated().map { number, row in
      SupposedGroup(
        ledger: whole, options: options, group: GroupIndex(first + number),
        leg: whole.tables.groups[first + number].stockLegs.lowerBound, day: row.day)
    }
  }

  /// The gross amount of a trade.
  typealias Gross = (amount: ExactDecimal, currency: Currency)

  /// The row of a trade.
  private func row(
    of trade: SupposedTrade, gross given: Gross?, id: String, _ accounts: LedgerContents
  ) throws -> LedgerGroup {
    let day = try day(of: trade)
    var contents = accounts
    contents.instruments = [ledgerInstrument(try instrument(trade.symbol))]
    var entry = GroupEntry(
      id: id, occurredAt: try Timestamp(day: day, hour: 23, minute: 59, second: 59),
      event: trade.side == .sell ? .sell(trade.symbol) : .buy(trade.symbol))
    (entry.quantity, entry.fees, entry.securities) = (trade.quantity, trade.fees, trade.account)
    if let gross = try given ?? amount(of: trade, on: day, contents) {
      let account = try account(for: trade, in: gross.currency, contents)
      entry.gross = try converted(gross, to: account?.currency, on: day)
      entry.cashAccount = trade.cashAccount ?? account?.id
    } else {
      entry.price = trade.price
      entry.cashAccount = trade.cashAccount ?? firstAccount(for: trade, contents)
    }
    do throws(EntryFault) {
      return try entry.group(in: contents)
    } catch {
      throw WhatIfFault.entry(error)
    }
  }

  /// The gross amount of a trade in the currency of its price; `nil` if the price of the trade is
  /// in the currency of its account, or in hundredths of it.
  private func amount(
    of trade: SupposedTrade, on day: Day, _ contents: LedgerContents
  ) throws -> Gross? {
    guard let price = trade.price else { return try value(of: trade, on: day) }
    let instrument = try instrument(trade.symbol)
    guard let currency = priceCurrency(of: instrument), trade.cashAccount != nil,
      !Currency.quoteUnits.contains(where: { $0.unit == currency }),
      try account(for: trade, in: currency, contents)?.currency != currency
    else { return nil }
    let factor = try tables.instruments[Int(instrument)].valueFactor()
    return (try price.multiplied(by: trade.quantity).multiplied(by: factor), currency)
  }

  /// The cash account of a trade: the named one; otherwise one in the currency of its price, in the
  /// base currency, or any.
  private func account(
    for trade: SupposedTrade, in currency: Currency, _ contents: LedgerContents
  ) throws(WhatIfFault) -> LedgerAccount? {
    if let name = trade.cashAccount { return contents.accounts.first { $0.id == name } }
    let base = options.baseCurrency ?? contents.settings.baseCurrency
    let found =
      contents.accounts.first { $0.currency == currency }
      ?? contents.accounts.first { $0.currency == base } ?? contents.accounts.first
    guard let found else { throw .entry(.noAccount(in: currency)) }
    return found
  }

  /// An amount in the currency of an account, at the rate of the day, rounded to its minor unit.
  private func converted(
    _ gross: Gross, to currency: Currency?, on day: Day
  ) throws -> ExactDecimal {
    guard let currency, currency != gross.currency else { return gross.amount }
    guard let rate = ledger.rateBook.rate(from: gross.currency, to: currency, on: day) else {
      throw WhatIfFault.noRate(from: gross.currency, to: currency, day: day)
    }
    return try rate.convert(gross.amount).rounded(toPlaces: currency.minorUnits, .halfEven)
  }

  /// An id that no group has.
  private var newID: String {
    var id = "what-if"
    while tables.groups.contains(where: { tables.text($0.id) == id }) { id += "-" }
    return id
  }

  /// The value of the units at the price of the ledger, rounded to the minor unit as a trade is.
  func value(
    of trade: SupposedTrade, on day: Day
  ) throws -> (amount: ExactDecimal, currency: Currency) {
    let instrument = try instrument(trade.symbol)
    guard let quote = quote(instrument, on: day) else {
      throw WhatIfFault.noPrice(symbol: trade.symbol, day: day)
    }
    let currency = tables.currencies[quote.currency]
    let factor = try tables.instruments[Int(instrument)].valueFactor()
    let value = try quote.value(of: trade.quantity, factor: factor)
    return (value.rounded(toPlaces: currency.minorUnits, .halfEven), currency)
  }

  /// The accounts of the ledger, without instruments.
  private var accounts: LedgerContents {
    var contents = LedgerContents(
      settings: .init(baseCurrency: ledger.tables.settings.baseCurrency))
    contents.accounts = tables.cashAccounts.map {
      LedgerAccount(id: tables.text($0.id), currency: tables.currencies[$0.currency])
    }
    return contents
  }

  /// An instrument as an entry of the ledger.
  private func ledgerInstrument(_ index: InstrumentIndex) -> LedgerInstrument {
    let row = tables.instruments[Int(index)]
    var instrument = LedgerInstrument(symbol: tables.text(row.symbol), currency: nil)
    instrument.currency = (row.quoteUnit ?? row.currency).map { tables.currencies[$0] }
    (instrument.multiplier, instrument.priceFactor) = (row.multiplier, row.priceFactor)
    return instrument
  }

  /// The first account in the currency of an instrument. Which of several it is does not matter to
  /// the gain.
  private func firstAccount(for trade: SupposedTrade, _ contents: LedgerContents) -> String? {
    let currency = contents.instruments.first { $0.symbol == trade.symbol }?.currency
    let quoted = Currency.quoteUnits.first { $0.unit == currency }
    let possible = contents.accounts.filter {
      $0.currency == currency || $0.currency == quoted?.currency
    }
    return possible.first { $0.currency == currency }?.id ?? possible.first?.id
  }
}

/// A ledger with a trade that has not happened.
struct SupposedGroup: Sendable {
  let ledger: Ledger
  let options: BookingOptions
  let group: GroupIndex
  /// The stock leg of the trade.
  let leg: Int
  let day: Day

  /// Books the ledger.
  /// - Parameters:
  ///   - units: the units that the trade takes; `nil` for those that the method takes.
  ///   - method: the method of the trade; `nil` for that of the ledger.
  ///   - isAlone: whether groups after the day of the trade are left out.
  func booked(
    taking units: [UnitsOfLot]? = nil, by method: CostBasisMethod? = nil, isAlone: Bool = false
  ) throws(LedgerFaults) -> BookedLedger {
    var options = options
    if isAlone { options.asOf = day }
    if let method { options.trial = TrialMethod(group, method) }
    guard let units else { return try BookedLedger(booking: ledger, options) }
    let chosen = units.map { (group: $0.group, acquired: $0.acquired, quantity: $0.quantity) }
    return try BookedLedger(booking: ledger.choosing(chosen, inLeg: leg), options)
  }

  /// Books the trade, and blames the groups after it if it can be booked without them.
  func bookedWithLaterGroups(
    taking units: [UnitsOfLot]? = nil, by method: CostBasisMethod? = nil
  ) throws -> BookedLedger {
    do {
      return try booked(taking: units, by: method)
    } catch let faults {
      _ = try booked(taking: units, by: method, isAlone: true)
      throw WhatIfFault.laterGroups(faults.description)
    }
  }
}

/// Some units of a lot, as a sale names them.
struct UnitsOfLot: Sendable, Hashable {
  /// The group that opened the lot.
  var group: GroupIndex
  var acquired: Day?
  var quantity: ExactDecimal
}
