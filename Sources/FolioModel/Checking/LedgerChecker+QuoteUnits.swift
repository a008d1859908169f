// Some exchanges quote in hundredths of a currency. Amounts in such a unit become amounts in the
// currency, unless the ledger holds cash in the unit (Specs/decisions/prices.md).
extension LedgerChecker {
  /// Turns the rows in each quote unit into rows in its currency, before anything is computed from
  /// them.
  ///
  /// Of a batch only groups are read: the head was read before.
  mutating func readQuoteUnits() {
    if isBatch, !hasQuoteUnits { return }
    for (unit, currency) in Currency.quoteUnits {
      guard let unit = tables.currencies.existingIndex(of: unit), !keepsUnit(unit),
        let currency = tables.currencies.index(of: currency)
      else { continue }
      // Rows without a currency are in that of their instrument, which therefore comes last.
      readStockLegs(in: unit, as: currency)
      read(.cashLegs, \.cashLegs, in: unit, as: currency)
      if isBatch { continue }
      read(.prices, \.prices, in: unit, as: currency)
      read(.rates, \.rates, in: unit, as: currency)
      for index in tables.instruments.indices where tables.instruments[index].currency == unit {
        tables.instruments[index].currency = currency
        tables.instruments[index].quoteUnit = unit
      }
    }
  }

  /// Whether rows in some quote unit are read in its currency.
  var hasQuoteUnits: Bool {
    Currency.quoteUnits.contains { unit, _ in
      tables.currencies.existingIndex(of: unit).map { !keepsUnit($0) } ?? false
    }
  }

  /// The warnings of the rows in quote units.
  func quoteUnits(_ uses: UnknownKeys) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for (unit, currency) in Currency.quoteUnits {
      guard let unit = tables.currencies.existingIndex(of: unit),
        let currency = tables.currencies.existingIndex(of: currency)
      else { continue }
      for table in [LedgerTable.stockLegs, .cashLegs, .prices, .rates] {
        let name = UnknownKeys.Name(table: table, key: currencyCode(unit))
        guard let use = uses.uses.first(where: { $0.name == name }) else { continue }
        found.append(quoteUnit(unit, currency, table, use.first, use.count))
      }
    }
    return found
  }

  /// Whether a unit is a currency of its own here: cash is held or reported in it.
  private func keepsUnit(_ unit: CurrencyIndex) -> Bool {
    tables.settings.baseCurrency == tables.currencies[unit]
      || tables.cashAccounts.contains { $0.currency == unit }
  }

  private mutating func readStockLegs(in unit: CurrencyIndex, as currency: CurrencyIndex) {
    let legs = tables.stockLegs.indices.filter {
      isIn(unit, tables.stockLegs[$0].currency, tables.stockLegs[$0].instrument)
    }
    for index in legs {
      do throws(ArithmeticFault) {
        try tables.stockLegs[index].multiply(by: Currency.quoteUnitSize)
        let detail = tables.stockLegs[index].detail
        if detail != .missing {
          try tables.details[Int(detail)].multiply(by: Currency.quoteUnitSize)
        }
      } catch {
        fault(tooLarge(at: tables.stockLegs[index].position, field: ["currency"]))
      }
      tables.stockLegs[index].currency = currency
    }
    let read = legs.filter {
      tables.stockLegs[$0].hasMoney || tables.detail(of: tables.stockLegs[$0])?.hasMoney == true
    }
    warn(of: read.map { tables.stockLegs[$0].position }, .stockLegs, unit, currency)
  }

  /// Whether a row is in the unit, by its own currency or else by that of its instrument.
  private func isIn(
    _ unit: CurrencyIndex, _ own: CurrencyIndex, _ instrument: InstrumentIndex
  ) -> Bool {
    if own != missingCurrency || instrument == .missing { return own == unit }
    let row = tables.instruments[Int(instrument)]
    return row.currency == unit || row.quoteUnit == unit
  }

  private mutating func read<Row: QuotedRow>(
    _ table: LedgerTable, _ rows: WritableKeyPath<LedgerTables, [Row]>, in unit: CurrencyIndex,
    as currency: CurrencyIndex
  ) {
    var found: [SourcePosition] = []
    for index in tables[keyPath: rows].indices {
      let row = tables[keyPath: rows][index]
      let isInUnit = row.currencies.contains {
        isIn(unit, $0, row.pricedInstrument)
      }
      if !isInUnit { continue }
      found.append(row.position)
      do throws(ArithmeticFault) {
        try tables[keyPath: rows][index].change(unit, to: currency)
      } catch {
        fault(tooLarge(at: row.position, field: ["currency"]))
      }
    }
    warn(of: found, table, unit, currency)
  }

  /// One warning for each unit of a table. Instruments need none: they have no amounts.
  private mutating func warn(
    of rows: [SourcePosition], _ table: LedgerTable, _ unit: CurrencyIndex,
    _ currency: CurrencyIndex
  ) {
    guard let first = rows.first else { return }
    quoted += rows.map { (UnknownKeys.Name(table: table, key: currencyCode(unit)), $0) }
    if !isBatch { warn(quoteUnit(unit, currency, table, first, rows.count)) }
  }

  /// The warning of the rows of a table in a quote unit.
  func quoteUnit(
    _ unit: CurrencyIndex, _ currency: CurrencyIndex, _ table: LedgerTable,
    _ first: SourcePosition, _ rows: Int
  ) -> Diagnostic {
    let (unit, whole) = (currencyCode(unit), currencyCode(currency))
    let count = rows == 1 ? "a row" : "\(rows) rows"
    return Diagnostic(
      .quoteUnit,
      "\(unit) in \(count) of \(table.rawValue) is read as \(Currency.quoteUnitSize) \(whole)",
      help: "Nothing is wrong if the amounts are in hundredths of \(whole). "
        + "To hold cash in \(unit), add a cash account in it.",
      at: first, field: ["currency"])
  }
}

/// A row whose currency may be a quote unit.
private protocol QuotedRow {
  /// Its currencies; missing if that of the instrument counts.
  var currencies: [CurrencyIndex] { get }
  /// The instrument whose price it is.
  var pricedInstrument: InstrumentIndex { get }
  var position: SourcePosition { get }
  /// Turns amounts in a unit into amounts in its currency.
  mutating func change(
    _ unit: CurrencyIndex, to currency: CurrencyIndex
  ) throws(ArithmeticFault)
}

extension CashLeg: QuotedRow {
  fileprivate var currencies: [CurrencyIndex] { [currency] }
  fileprivate var pricedInstrument: InstrumentIndex { .missing }

  fileprivate mutating func change(
    _ unit: CurrencyIndex, to currency: CurrencyIndex
  ) throws(ArithmeticFault) {
    self.currency = currency
    amount = try amount.multiplied(by: Currency.quoteUnitSize)
  }
}

extension PriceRecord: QuotedRow {
  fileprivate var currencies: [CurrencyIndex] { [currency] }
  fileprivate var pricedInstrument: InstrumentIndex { instrument }

  fileprivate mutating func change(
    _ unit: CurrencyIndex, to currency: CurrencyIndex
  ) throws(ArithmeticFault) {
    self.currency = currency
    price = try price.multiplied(by: Currency.quoteUnitSize)
  }
}

extension RateRecord: QuotedRow {
  fileprivate var currencies: [CurrencyIndex] { [from, to] }
  fileprivate var pricedInstrument: InstrumentIndex { .missing }

  fileprivate mutating func change(
    _ unit: CurrencyIndex, to currency: CurrencyIndex
  ) throws(ArithmeticFault) {
    if from == unit {
      from = currency
      rate = try rate.multiplied(by: 100)
    }
    if to == unit {
      to = currency
      rate = try rate.multiplied(by: Currency.quoteUnitSize)
    }
  }
}

extension StockLeg {
  /// Whether it has an amount of money that its unit changes.
  fileprivate var hasMoney: Bool {
    !price.isZero || !gross.isZero || !fees.isZero || !taxes.isZero
  }

  /// Multiplies its amounts. The rate is for a hundred times the unit.
  fileprivate mutating func multiply(by factor: ExactDecimal) throws(ArithmeticFault) {
    price = try price.multiplied(by: factor)
    gross = try gross.multiplied(by: factor)
    fees = try fees.multiplied(by: factor)
    taxes = try taxes.multiplied(by: factor)
    if given.contains(.fxRate) { fxRate = try fxRate.multiplied(by: 100) }
  }
}

extension StockLegDetail {
  /// Whether it has an amount of money that its unit changes.
  fileprivate var hasMoney: Bool {
    cashInLieu != nil || accruedInterest != nil || lots.contains { $0.costBasis != nil }
  }

  fileprivate mutating func multiply(by factor: ExactDecimal) throws(ArithmeticFault) {
    cashInLieu = try cashInLieu?.multiplied(by: factor)
    accruedInterest = try accruedInterest?.multiplied(by: factor)
    for index in lots.indices {
      lots[index].costBasis = try lots[index].costBasis?.multiplied(by: factor)
      lots[index].openingCost = try lots[index].openingCost?.multiplied(by: factor)
      lots[index].fairValue = try lots[index].fairValue?.multiplied(by: factor)
    }
  }
}
