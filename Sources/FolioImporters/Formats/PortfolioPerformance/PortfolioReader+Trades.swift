// Trades, transfers of units, and deliveries.
extension PortfolioReader {
  /// The instrument of a transaction.
  mutating func instrument(
    of transaction: PortfolioTransaction
  ) throws(FieldFault) -> PortfolioSecurities.Entry {
    guard let security = transaction.security else {
      throw FieldFault(
        .contradictoryRow, "the transaction has no security",
        help: "Choose its security in Portfolio Performance.")
    }
    return try securities.entry(of: security, &file, &draft)
  }

  /// A group that is known by the transaction's uuid, which files have from version 51 on.
  func group(
    _ transaction: PortfolioTransaction, and other: PortfolioTransaction? = nil
  ) -> ImportedGroup {
    var notes = transaction.notes
    if notes.isEmpty, let other { notes = other.notes }
    var group = ImportedGroup(
      at: transaction.time, draft.accountName(nil),
      [transaction.row] + (other.map { [$0.row] } ?? []), id: transaction.uuid,
      notes: notes.isEmpty ? nil : notes)
    group.kept = transaction.kept
    return group
  }

  private func securitiesAccount(
    _ transaction: PortfolioTransaction
  ) throws(FieldFault) -> String {
    if let name = names.securities(transaction.account) { return name }
    throw PortfolioAccountNames.unknown
  }

  /// A leg with amounts in the currency of the security, if the file gives them.
  func leg(
    _ type: TradeType, _ transaction: PortfolioTransaction, _ key: String
  ) throws(FieldFault) -> LedgerGroup.StockLeg {
    var leg = LedgerGroup.StockLeg(type, symbol: key)
    var (gross, fees, taxes) = (transaction.gross, transaction.fees, transaction.taxes)
    leg.currency = transaction.currency
    if let foreign = transaction.foreign, gross.isPositive {
      // Fees and taxes at the rate of the transaction, which is the quotient of its two values.
      let places = foreign.currency.minorUnits
      fees = try fees.times(foreign.gross, over: gross, places: places)
      taxes = try taxes.times(foreign.gross, over: gross, places: places)
      gross = foreign.gross
      leg.currency = foreign.currency
    }
    leg.gross = gross
    if fees.isPositive { leg.fees = fees }
    if taxes.isPositive { leg.taxes = taxes }
    if transaction.shares.isPositive { leg.quantity = transaction.shares }
    return leg
  }

  /// What a group cannot hold if its leg is in another currency than the payment.
  func keptCosts(_ transaction: PortfolioTransaction) -> [(key: String, value: String)] {
    var kept = transaction.kept
    let code = transaction.currency.code
    if transaction.fees.isPositive { kept.append(("fees", "\(transaction.fees) \(code)")) }
    if transaction.taxes.isPositive { kept.append(("taxes", "\(transaction.taxes) \(code)")) }
    return kept
  }

  /// A purchase or a sale.
  mutating func trade(
    _ securities: PortfolioTransaction, _ cash: PortfolioTransaction
  ) throws(FieldFault) -> Booking {
    guard securities.amount == cash.amount, securities.currency == cash.currency else {
      throw FieldFault(
        .contradictoryRow,
        "the securities account has \(securities.amount) \(securities.currency.code), and the "
          + "cash account \(cash.amount) \(cash.currency.code)",
        help: "Correct the transaction in Portfolio Performance.")
    }
    let instrument = try instrument(of: securities)
    let isBuy = securities.kind == .buy
    var imported = group(securities, and: cash)
    var leg = try leg(isBuy ? .buy : .sell, securities, instrument.key)
    if !isBuy { leg.taxes = nil }
    leg.account = try securitiesAccount(securities)
    imported.group.stockLegs = [leg]
    if securities.foreign != nil { imported.kept = keptCosts(securities) }
    let account = try names.cash(of: cash)
    imported.group.cashLegs = payments(securities, .principal, isBuy ? .out : .in, account)
    if !isBuy { imported.group.cashLegs.removeAll { $0.type == .tax } }
    comparePrice(leg, instrument, securities)
    var booking = Booking(group: imported, rank: isBuy ? 1 : 4)
    if !isBuy, securities.taxes.isPositive {
      booking.beside = taxOfSale(securities, cash, instrument.key, account)
    }
    return booking
  }

  /// The tax that the broker kept when units were sold. It is a tax on the owner's gain and no cost
  /// of the sale, so it is a payment of its own.
  private func taxOfSale(
    _ securities: PortfolioTransaction, _ cash: PortfolioTransaction, _ key: String,
    _ account: String
  ) -> ImportedGroup {
    var imported = group(securities, and: cash)
    imported.becomePart("tax")
    imported.group.type = .tax
    var leg = LedgerGroup.CashLeg(
      .tax, .out, securities.taxes, account: account, currency: cash.currency)
    leg.symbol = key
    imported.group.cashLegs = [leg]
    return imported
  }

  /// Compares the price of a unit with those that the file has. A wrong scale changes one of them
  /// by a factor of ten at least.
  private mutating func comparePrice(
    _ leg: LedgerGroup.StockLeg, _ instrument: PortfolioSecurities.Entry,
    _ transaction: PortfolioTransaction
  ) {
    guard let gross = leg.gross, let quantity = leg.quantity,
      leg.currency == instrument.unit.currency,
      let known = securities.prices[instrument.key]?[transaction.time.day], known.isPositive,
      let value = try? quantity.times(known), let high = try? gross.times(9),
      let low = try? value.times(9), value > high || gross > low
    else { return }
    draft.report(
      .differsFromSource,
      "\(quantity) units for \(gross) do not fit the file's own price of that day, \(known)",
      help: "Look whether the file has the scale of its version, \(file.version); a trade at such "
        + "a price would be wrong by a factor of ten or more.",
      row: transaction.row)
  }

  /// Units that move between two accounts of the file.
  mutating func unitTransfer(
    _ out: PortfolioTransaction, _ into: PortfolioTransaction
  ) throws(FieldFault) -> Booking {
    guard out.shares == into.shares, out.security == into.security else {
      throw FieldFault(
        .contradictoryRow, "\(out.shares) units leave one account, and \(into.shares) arrive",
        help: "Correct the transfer in Portfolio Performance.")
    }
    let key = try instrument(of: out).key
    var imported = group(out, and: into)
    imported.kept = keptCosts(out)
    imported.kept.append(("value", "\(out.amount) \(out.currency.code)"))
    imported.group.stockLegs = [
      try unitLeg(.transferOut, out, key), try unitLeg(.transferIn, into, key),
    ]
    return Booking(group: imported, rank: 2)
  }

  private func unitLeg(
    _ type: TradeType, _ transaction: PortfolioTransaction, _ key: String
  ) throws(FieldFault) -> LedgerGroup.StockLeg {
    .init(type, key, transaction.shares, in: try securitiesAccount(transaction))
  }

  /// Units that come from outside, or leave. No cash moves; the amount is what the units cost.
  mutating func delivery(_ transaction: PortfolioTransaction) throws(FieldFault) -> Booking {
    let key = try instrument(of: transaction).key
    let isIn = transaction.kind == .deliveryIn
    var imported = group(transaction)
    imported.kept = keptCosts(transaction)
    var leg = try unitLeg(isIn ? .transferIn : .transferOut, transaction, key)
    if isIn {
      leg.currency = transaction.currency
      leg.lots = [
        .init(
          acquired: transaction.time.day, quantity: transaction.shares,
          costBasis: transaction.amount)
      ]
    } else {
      imported.kept.append(("value", "\(transaction.amount) \(transaction.currency.code)"))
    }
    imported.group.stockLegs = [leg]
    return Booking(group: imported, rank: isIn ? 1 : 4)
  }
}
