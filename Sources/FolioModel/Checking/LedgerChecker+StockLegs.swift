import FolioDiagnostics
import FolioNumbers

// Columns that a stock leg omits are computed from its instrument and its other columns. Values
// that it gives twice are compared.
extension LedgerChecker {
  /// Completes each leg. The multipliers and price factors of the instruments are known by then.
  ///
  /// Rows are read in place: most legs need no copy.
  mutating func completeStockLegs() {
    let base = tables.settings.baseCurrency.flatMap { tables.currencies.existingIndex(of: $0) }
    for index in tables.stockLegs.indices {
      if tables.stockLegs[index].currency == missingCurrency { completeCurrency(of: index) }
      do {
        try completeGross(of: index)
      } catch {
        fault(tooLarge(at: tables.stockLegs[index].position, field: ["quantity"]))
      }
      if tables.stockLegs[index].given.contains(.fxRate) { completeRate(of: index, base) }
      let (trade, settlement) = (
        tables.stockLegs[index].tradeDay, tables.stockLegs[index].settlementDay
      )
      if settlement < trade, !isFaulty(tables.stockLegs[index].position) {
        let position = tables.stockLegs[index].position
        warn(settlesBeforeTrade(settlement, trade, at: position, "settlement_date"))
      }
    }
  }

  private mutating func completeCurrency(of index: Int) {
    let leg = tables.stockLegs[index]
    guard leg.instrument != .missing else { return }
    if let currency = tables.instruments[Int(leg.instrument)].currency {
      tables.stockLegs[index].currency = currency
    } else if isFaulty(tables.instruments[Int(leg.instrument)].position) {
      faulty.insert(leg.position)
    } else if movesMoney(leg) && !isFaulty(leg.position) {
      fault(unknownCurrency(leg.instrument, at: leg.position))
    }
  }

  /// Whether the leg can't do without a currency.
  private func movesMoney(_ leg: StockLeg) -> Bool {
    let detail = tables.detail(of: leg)
    let amounts = [leg.gross, leg.fees, leg.taxes, detail?.cashInLieu ?? .zero]
    let bringsLots = leg.type == .transferIn && detail?.lots.isEmpty == false
    return leg.type.hasAmount || bringsLots || amounts.contains { !$0.isZero }
  }

  private mutating func completeGross(of index: Int) throws(ArithmeticFault) {
    guard tables.stockLegs[index].given.contains([.quantity, .price]),
      tables.stockLegs[index].type.isPriced,
      !isFaulty(tables.stockLegs[index].position)
    else {
      if tables.stockLegs[index].type.givesPremium { hasExercises = true }
      return
    }
    var product = try tables.stockLegs[index].quantity.multiplied(
      by: tables.stockLegs[index].price, places: ExchangeRate.places * 2, rounding: .halfEven)
    let factor = valueFactors.isEmpty ? nil : valueFactors[tables.stockLegs[index].instrument]
    if let factor { product = try scaled(product, factor) }
    if !tables.stockLegs[index].given.contains(.gross) {
      tables.stockLegs[index].gross = product
    } else if product != tables.stockLegs[index].gross {
      try compareGross(of: index, product, factor)
    }
  }

  private mutating func compareGross(
    of index: Int, _ product: ExactDecimal, _ factor: ExactDecimal?
  ) throws(ArithmeticFault) {
    let leg = tables.stockLegs[index]
    let difference = try product.subtracting(leg.gross).magnitude
    if try difference > roundingAllowed(leg, factor) {
      warn(grossDiffers(leg, product: product, factor: factor))
    }
  }

  /// Remembers which instruments have a multiplier or a price factor, so that legs of the others
  /// cost nothing. One whose product is too long to be exact is at fault itself.
  mutating func noteValueFactors() {
    for (index, row) in tables.instruments.enumerated() {
      if row.multiplier == nil && row.priceFactor == nil { continue }
      do {
        let factor = try row.valueFactor()
        if factor != .one { valueFactors[InstrumentIndex(index)] = factor }
      } catch {
        fault(tooLarge(at: row.position, field: ["multiplier"]))
      }
    }
  }

  private func scaled(
    _ amount: ExactDecimal, _ factor: ExactDecimal
  ) throws(ArithmeticFault) -> ExactDecimal {
    try amount.multiplied(by: factor, places: ExchangeRate.places * 2, rounding: .halfEven)
  }

  /// Half a unit of the price's last place times the quantity, and half a minor unit.
  private func roundingAllowed(
    _ leg: StockLeg, _ factor: ExactDecimal?
  ) throws(ArithmeticFault) -> ExactDecimal {
    let halfPlace = try ExactDecimal(coefficient: 5, places: min(36, leg.price.places + 1))
    var ofPrice = try leg.quantity.multiplied(
      by: halfPlace, places: ExchangeRate.places * 2, rounding: .up)
    if let factor { ofPrice = try scaled(ofPrice, factor) }
    guard leg.currency != missingCurrency else { return ofPrice }
    return try ofPrice.adding(tables.currencies[leg.currency].balanceTolerance)
  }

  private mutating func completeRate(of index: Int, _ base: CurrencyIndex?) {
    let leg = tables.stockLegs[index]
    guard leg.currency == base else { return }
    if leg.fxRate != .one { warn(rateOnBaseCurrency(leg)) }
    tables.stockLegs[index].fxRate = .one
  }

  func currencyCode(_ index: CurrencyIndex) -> String {
    index == missingCurrency ? "" : tables.currencies[index].code
  }

  /// Prices that name no currency are in that of their instrument.
  mutating func checkPrices() {
    for index in tables.prices.indices {
      let price = tables.prices[index]
      note(price.day)
      if let currency = ownCurrency(ofPrice: price) { tables.prices[index].currency = currency }
    }
    for index in tables.sharedPrices.indices {
      let prices = tables.sharedPrices[index]
      for price in prices.suffix(2) { note(price.day) }
      if prices.currency != missingCurrency { continue }
      for price in prices {
        guard let currency = ownCurrency(ofPrice: price) else { continue }
        tables.sharedPrices[index].currency = currency
        break
      }
    }
  }

  /// The currency of the instrument of a price that names none; nil for other prices, and with a
  /// fault if the instrument has none.
  private mutating func ownCurrency(ofPrice price: PriceRecord) -> CurrencyIndex? {
    guard price.currency == missingCurrency, price.instrument != .missing else { return nil }
    let instrument = tables.instruments[Int(price.instrument)]
    if let currency = instrument.currency { return currency }
    if !isFaulty(price.position) && !isFaulty(instrument.position) {
      fault(unknownCurrency(price.instrument, at: price.position))
    }
    return nil
  }

  mutating func checkRates() {
    for row in tables.rates { note(row.day) }
    let book = RateBook(tables)
    for (earlier, later) in book.contradictions {
      let (one, other) = (tables.rates[Int(earlier)], tables.rates[Int(later)])
      // A file of rates, or a change of a store, replaces earlier rates on purpose.
      if other.position.isKnown, other.position.file != one.position.file,
        draft.changesStore || draft.quoteFiles.contains(other.position.file)
      {
        continue
      }
      warn(contradictoryRate(one, other))
    }
    rateBook = book
  }
}
