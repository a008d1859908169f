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
        fault(tooLargeValue(at: tables.stockLegs[index].position))
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
    let amounts = [leg.gross, leg.fees, leg.taxes, detail?.cashInLieu]
    let bringsLots = leg.type == .transferIn && detail?.lots.isEmpty == false
    return leg.type.hasAmount || bringsLots || amounts.contains { $0?.isZero == false }
  }

  private mutating func completeGross(of index: Int) throws(ArithmeticFault) {
    guard tables.stockLegs[index].given.contains([.quantity, .price]),
      tables.stockLegs[index].type.isPriced,
      !isFaulty(tables.stockLegs[index].position)
    else {
      if tables.stockLegs[index].type.givesPremium { hasExercises = true }
      if tables.stockLegs[index].type == .unitFee { hasUnitFees = true }
      return
    }
    let factor = valueFactors.isEmpty ? nil : valueFactors[tables.stockLegs[index].instrument]
    do throws(ArithmeticFault) {
      let product = try value(of: index, factor)
      if !tables.stockLegs[index].given.contains(.gross) {
        tables.stockLegs[index].gross = product
        return
      }
      if product == tables.stockLegs[index].gross { return }
    } catch  where tables.stockLegs[index].given.contains(.gross) {
      // The product is only compared, which needs no limit of digits.
    }
    let leg = tables.stockLegs[index]
    if differsFromGross(leg, factor) { warn(grossDiffers(leg, factor)) }
  }

  private func value(
    of index: Int, _ factor: ExactDecimal?
  ) throws(ArithmeticFault) -> ExactDecimal {
    let product = try tables.stockLegs[index].quantity.multiplied(
      by: tables.stockLegs[index].price, places: ExchangeRate.places * 2, rounding: .halfEven)
    guard let factor else { return product }
    return try product.multiplied(by: factor, places: ExchangeRate.places * 2, rounding: .halfEven)
  }

  /// Whether quantity × price is further from the gross amount than rounding explains: by half a
  /// unit of the price's last place for each unit, and by half a minor unit.
  private func differsFromGross(
    _ leg: StockLeg, _ factor: ExactDecimal?
  ) -> Bool {
    do throws(ArithmeticFault) {
      let units = try leg.quantity.roundedProduct(with: factor ?? .one)
      let halfPlace = try ExactDecimal(coefficient: 5, places: min(36, leg.price.places + 1))
      let tolerance =
        leg.currency == missingCurrency ? .zero : tables.currencies[leg.currency].balanceTolerance
      let (least, most) = (
        try leg.price.roundedSum(with: -halfPlace), try leg.price.roundedSum(with: halfPlace)
      )
      let (lower, upper) = (
        try leg.gross.roundedSum(with: -tolerance), try leg.gross.roundedSum(with: tolerance)
      )
      return ExactDecimal.compareProducts(units, least, upper, .one) > 0
        || ExactDecimal.compareProducts(units, most, lower, .one) < 0
    } catch {
      // A number of 10^36 or more is no amount.
      return true
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
