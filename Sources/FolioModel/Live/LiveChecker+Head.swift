// Rows of the head that a change adds. Those that are there already add nothing; any other row that
// meets an earlier one is left to the check of the whole.
extension LiveChecker {
  mutating func addHeadRows(
    _ rows: inout LedgerChange, _ change: inout CheckedChange
  ) throws(NeedsWholeLedger) {
    if !rows.faults.isEmpty { throw NeedsWholeLedger(.faults) }
    checker.forgetFindings()
    try refuseQuoteUnits(rows)
    let accounts = checker.tables.cashAccounts.count
    for row in rows.cashAccounts { try add(row) }
    change.newAccounts = checker.tables.cashAccounts.count - accounts
    // A name that had no account may have one now.
    if !rows.cashAccounts.isEmpty { checker.accounts = [] }
    let instruments = checker.tables.instruments.count
    for row in rows.instruments { try add(row) }
    change.newInstruments = checker.tables.instruments.count - instruments
    if !rows.instruments.isEmpty { checker.noteValueFactors() }
    try addPrices(&rows, &change)
    try addRates(rows, &change)
    if !checker.tables.mentionsCurrenciesInOrder(newPrices: rows.prices) {
      throw NeedsWholeLedger(.currency)
    }
    if !checker.isClean { throw NeedsWholeLedger(.faults) }
  }

  /// A row in a quote unit is stored in its currency, and an account in one makes it a currency.
  private func refuseQuoteUnits(_ rows: LedgerChange) throws(NeedsWholeLedger) {
    let units = Currency.quoteUnits.compactMap {
      checker.tables.currencies.existingIndex(of: $0.unit)
    }
    if units.isEmpty { return }
    // In which order rows mention currencies is not known after they were read in others.
    if quoted.names.contains(where: { !$0.table.isOfGroups }) {
      throw NeedsWholeLedger(.quoteUnits)
    }
    let hasUnit =
      rows.cashAccounts.contains { units.contains($0.currency) }
      || rows.instruments.contains { $0.currency.map(units.contains) ?? false }
      || rows.prices.contains { $0.currency == missingCurrency || units.contains($0.currency) }
      || rows.rates.contains { units.contains($0.from) || units.contains($0.to) }
    if hasUnit { throw NeedsWholeLedger(.quoteUnits) }
  }

  private mutating func add(_ row: CashAccount) throws(NeedsWholeLedger) {
    let next = UInt32(truncatingIfNeeded: checker.tables.cashAccounts.count)
    guard let number = checker.accountIndex.insert(row.id, next) else {
      return checker.tables.cashAccounts.append(row)
    }
    let known = checker.tables.cashAccounts[Int(number)]
    if !known.says(row) { throw NeedsWholeLedger(.repeatedRow) }
  }

  private mutating func add(_ row: Instrument) throws(NeedsWholeLedger) {
    if row.symbol.isNone { throw NeedsWholeLedger(.stockID) }
    let next = InstrumentIndex(checker.tables.instruments.count)
    if let number = checker.resolver.register(symbol: row.symbol, next) {
      let known = checker.tables.instruments[Int(number)]
      if !known.hasMasterRow || !known.says(row) { throw NeedsWholeLedger(.repeatedRow) }
      return
    }
    if !row.stockID.isNone, checker.resolver.register(stockID: row.stockID, next) != nil {
      throw NeedsWholeLedger(.repeatedRow)
    }
    checker.tables.instruments.append(row)
  }

  private mutating func addPrices(
    _ rows: inout LedgerChange, _ change: inout CheckedChange
  ) throws(NeedsWholeLedger) {
    if rows.prices.isEmpty { return }
    // The prices that are there are not looked at again.
    swap(&checker.tables.prices, &rows.prices)
    checker.resolver.addMentionedSymbols(checker.draft.symbolNames.all, &checker.tables)
    let isTaught = checker.tables.prices.allSatisfy {
      $0.stockReference == .missing
        || checker.resolver.instrument(stock: $0.stockReference, of: checker.draft.stockNames)
          != .missing
    }
    if isTaught {
      checker.resolvePrices()
      checker.checkPrices()
    }
    swap(&checker.tables.prices, &rows.prices)
    if !isTaught { throw NeedsWholeLedger(.stockID) }
    change.prices = rows.prices
  }

  private mutating func addRates(
    _ rows: LedgerChange, _ change: inout CheckedChange
  ) throws(NeedsWholeLedger) {
    if rows.rates.isEmpty { return }
    if !headNotes.isEmpty { throw NeedsWholeLedger(.rates) }
    for rate in rows.rates {
      let replaced = checker.tables.rates.lastIndex {
        $0.day == rate.day && $0.from == rate.from && $0.to == rate.to
      }
      if let replaced {
        checker.tables.rates.remove(at: replaced)
      } else {
        change.newRateDays.append(rate.day)
      }
      checker.tables.rates.append(rate)
    }
    checker.checkRates()
    let day = rows.rates.map { Self.firstDay(asking: $0.day) }.min() ?? .first
    change.start = order.first(askingFrom: day)?.key
  }

  /// How old a rate may be for an exchange to be compared with it (`Booker.checkKnownRate`).
  private static var knownRateDays: Int { 7 }

  /// The first day on which someone may ask for a rate of a day: an exchange looks for known rates
  /// of the next days, too.
  static func firstDay(asking day: Day) -> Day { day.adding(days: -knownRateDays) ?? .first }
}

extension RepeatableRow where Self: Equatable {
  /// Whether another row of the same thing adds nothing to this one.
  fileprivate func says(_ other: Self) -> Bool {
    var completed = self
    completed.complete(from: other)
    return columnThatDiffers(from: other) == nil && completed == self
  }
}

extension LedgerTables {
  /// Whether the rows of the head mention currencies for the first time in the order of their
  /// numbers, as they do when the whole ledger is read.
  ///
  /// Rows that are added may mention one before others do. Of several ways from one currency to
  /// another the one over the currencies that were mentioned first counts (`RateBook`).
  /// - Parameter newPrices: prices that are not in the tables yet. Those that they replace do not
  ///   count.
  func mentionsCurrenciesInOrder(newPrices: [PriceRecord] = []) -> Bool {
    var count: CurrencyIndex = 0
    func isInOrder(_ currency: CurrencyIndex) -> Bool {
      if currency == count { count += 1 }
      return currency < count || currency == missingCurrency
    }
    func isReplaced(_ price: PriceRecord) -> Bool {
      newPrices.contains { $0.day == price.day && $0.instrument == price.instrument }
    }
    return cashAccounts.allSatisfy { isInOrder($0.currency) }
      && instruments.allSatisfy { isInOrder($0.quoteUnit ?? $0.currency ?? missingCurrency) }
      && prices.allSatisfy { $0.currency < count || isReplaced($0) || isInOrder($0.currency) }
      && newPrices.allSatisfy { isInOrder($0.currency) }
      && rates.allSatisfy { isInOrder($0.from) && isInOrder($0.to) }
  }
}
